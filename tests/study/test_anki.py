"""Packages of flashcards, imported by Anki itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lcp.errors import ResourceError
from lcp.study import anki

pytest.importorskip("genanki", reason="genanki is not installed")


@pytest.fixture
def collection(tmp_path):
    """An empty collection of Anki."""
    collections = pytest.importorskip("anki.collection", reason="anki is not installed")
    opened = collections.Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


def imported(collection, path):
    """Import a package as Anki's window does, and return the notes as dicts."""
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    collection.import_anki_package(
        ImportAnkiPackageRequest(package_path=str(path), options=ImportAnkiPackageOptions())
    )
    notes = (collection.get_note(number) for number in collection.find_notes(""))
    return {note["Word"]: dict(note.items()) | {"tags": note.tags} for note in notes}


def test_anki_imports_the_package(study, collection, tmp_path):
    words = study().words({"C1", "C2"})
    words[0] = replace(words[0], gloss="thin <layer>", synonym="skin & lining")
    anki.write_anki(words, tmp_path / "words.apkg", "Biology & more")
    notes = imported(collection, tmp_path / "words.apkg")
    assert set(notes) == {word.lemma for word in words}
    note = notes["epithelium"]
    assert "The <b>epithelium</b> &amp; the" in note["Sentence"]
    assert (note["Meaning"], note["Easier"]) == ("thin &lt;layer&gt;", "skin &amp; lining")
    assert note["tags"] == ["C2"]
    assert "Biology & more" in [deck.name for deck in collection.decks.all_names_and_ids()]
    assert collection.card_count() == len(words)


def test_cards_show_the_sentence_and_then_the_meaning(study, collection, tmp_path):
    words = [replace(study().words({"C2"})[0], gloss="a thin layer")]
    anki.write_anki(words, tmp_path / "words.apkg", "deck")
    imported(collection, tmp_path / "words.apkg")
    card = collection.get_card(collection.find_cards("")[0])
    assert "<b>epithelium</b>" in card.question()
    assert "a thin layer" not in card.question()
    assert "a thin layer" in card.answer()


def test_a_second_import_adds_no_duplicates(study, collection, tmp_path):
    for number in range(2):
        path = tmp_path / f"words{number}.apkg"
        anki.write_anki(study().words({"C2"}), path, "deck")
        notes = imported(collection, path)
    assert collection.note_count() == len(notes)


def test_without_genanki_the_error_names_the_extra(monkeypatch, study, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "genanki", None)
    with pytest.raises(ResourceError, match=r"lcp\[anki\]"):
        anki.write_anki(study().words({"C2"}), tmp_path / "words.apkg", "deck")
    assert list(tmp_path.iterdir()) == []
