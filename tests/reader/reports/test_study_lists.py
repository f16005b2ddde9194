"""Study lists as CSV, Markdown, and packages of flashcards that Anki itself imports."""

import csv
import io
from dataclasses import replace

import pytest

import lcp
from lcp.errors import ResourceError
from lcp.reader.profiles.study import study_list
from lcp.reader.reports import study_lists as anki
from lcp.reader.reports.study_lists import COLUMNS, study_csv

TEXT = (
    "He opened the door.\n\nThe   <b>epithelium</b> & the haploinsufficiency\nwere mild. An "
    "epithelium varies.\n\nThe epithelium grew."
)


def listed(text=TEXT):
    """The words of a text to learn, "epithelium" first."""
    words = study_list(lcp.profile(text, readers="learner"), {"C1", "C2"})
    return sorted(words, key=lambda word: word.lemma)


@pytest.fixture
def collection(tmp_path):
    """An empty collection of Anki."""
    pytest.importorskip("genanki", reason="genanki is not installed")
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


def test_anki_imports_the_package(collection, tmp_path):
    words = listed()
    words[0] = replace(words[0], definition="thin <layer>", synonym="skin & lining")
    words[1] = replace(words[1], level=None)
    anki.write_anki(words, tmp_path / "words.apkg", "Biology & more")
    notes = imported(collection, tmp_path / "words.apkg")
    assert set(notes) == {word.lemma for word in words}
    note = notes["epithelium"]
    assert "The <b>epithelium</b> &amp; the" in note["Sentence"]
    assert (note["Meaning"], note["Easier"]) == ("thin &lt;layer&gt;", "skin &amp; lining")
    assert (note["Level"], note["tags"]) == (words[0].level, [words[0].level])
    assert [(n["Level"], n["tags"]) for n in notes.values() if n != note] == [("", [])]
    assert "Biology & more" in [deck.name for deck in collection.decks.all_names_and_ids()]
    assert collection.card_count() == len(words)


def test_cards_show_the_sentence_and_then_the_meaning(collection, tmp_path):
    words = [replace(listed()[0], definition="a thin layer")]
    anki.write_anki(words, tmp_path / "words.apkg", "deck")
    imported(collection, tmp_path / "words.apkg")
    card = collection.get_card(collection.find_cards("")[0])
    assert "<b>epithelium</b>" in card.question()
    assert "a thin layer" not in card.question()
    assert "a thin layer" in card.answer()


def test_a_second_import_adds_no_duplicates(collection, tmp_path):
    for number in range(2):
        path = tmp_path / f"words{number}.apkg"
        anki.write_anki(listed(), path, "deck")
        notes = imported(collection, path)
    assert collection.note_count() == len(notes)


def test_without_genanki_the_error_names_the_package(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "genanki", None)
    with pytest.raises(ResourceError, match=r"\[anki\]"):
        anki.write_anki(listed(), tmp_path / "words.apkg", "deck")
    assert list(tmp_path.iterdir()) == []


def test_csv_has_all_columns_and_marks_the_word():
    words = listed()
    rows = list(csv.DictReader(io.StringIO(study_csv(words))))
    assert list(rows[0]) == list(COLUMNS)
    assert [row["lemma"] for row in rows] == [word.lemma for word in words]
    assert "The **epithelium** & the" in rows[0]["sentence"]
    assert rows[0]["occurrences"] == "3"


def test_long_sentences_are_shortened_around_the_word():
    text = "word " * 300 + "epithelium " + "word " * 200 + "."
    row = next(csv.DictReader(io.StringIO(study_csv(listed(text)))))
    assert row["sentence"][0] == row["sentence"][-1] == "…"
    assert "**epithelium**" in row["sentence"]
    assert len(row["sentence"]) < 450
