"""Study lists as CSV, flashcards for Anki, rules for Vale and dictionaries for Yomitan."""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from dataclasses import asdict
from html import escape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.base.version import __version__
from lcp.errors import requiring
from lcp.reader.meaning.replacement import forms
from lcp.tables.formatting import excerpt, rounded
from lcp.tables.output_tables import csv_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.reader.profiles.text_profile import TextWord


#: Columns of CSV files, in order. The word is marked by ``**`` in its sentence.
COLUMNS = (
    "lemma", "form", "level", "occurrences", "complexity", "usefulness", "sentence", "definition",
    "definition_confidence", "synonym", "synonym_confidence", "line", "column",
)  # fmt: skip


def marked_sentence(word: TextWord, begin: str, end: str, around: int = 200) -> str:
    """Return the word's sentence with marks around the word, and at most so many characters."""
    before, form, after = excerpt(word.sentence, *word.span, around)
    return f"{before}{begin}{form}{end}{after}"


def study_csv(words: list[TextWord]) -> str:
    """Return a table with one row per word and the columns `COLUMNS`."""
    rows = [
        {
            **rounded(asdict(word) | {"usefulness": word.usefulness}),
            "sentence": marked_sentence(word, "**", "**"),
        }
        for word in words
    ]
    return csv_table(rows, COLUMNS)


#: Number of the note type; notes of later packages have the same type.
NOTE_TYPE = 1_680_421_957
_FIELDS = ("Word", "Sentence", "Meaning", "Easier", "Level", "Count", "Place")
#: Templates of both sides of a card, and its style.
_FRONT, _BACK, _CSS = (
    Path(__file__).with_name("anki").joinpath(name).read_text("utf-8").rstrip()
    for name in ("front.html", "back.html", "card.css")
)


def write_anki(words: list[TextWord], path: Path, name: str) -> None:
    """Write a package (``.apkg``) with one card per word.

    The same word of the same deck has the same identifier in every package, so that importing a
    later package updates the cards and keeps what was learned.

    Parameters
    ----------
    words : list of TextWord
        The words, in the order in which they are learned.
    path : Path
        File to write.
    name : str
        Name of the deck.

    Raises
    ------
    ResourceError
        If genanki is not installed.
    """
    package = genanki()
    kind = package.Model(
        NOTE_TYPE,
        "Word in a sentence (lcp)",
        fields=[{"name": field} for field in _FIELDS],
        templates=[{"name": "Meaning", "qfmt": _FRONT, "afmt": _BACK}],
        css=_CSS,
    )
    deck = package.Deck(_deck_number(name), name)
    for place, word in enumerate(words):
        # Characters that cannot be in the escaped sentence mark the word.
        sentence = escape(marked_sentence(word, "\x01", "\x02")).translate({1: "<b>", 2: "</b>"})
        level, count, place_in_text = word.level or "", str(word.occurrences), f"line {word.line}"
        others = (word.definition, word.synonym, level, count, place_in_text)
        deck.add_note(
            package.Note(
                model=kind,
                fields=[escape(word.lemma), sentence, *map(escape, others)],
                tags=[level] if level else [],
                guid=package.guid_for(name, word.lemma),
                due=place,
            )
        )
    package.Package(deck).write_to_file(str(path))


def _deck_number(name: str) -> int:
    """Return a number for a deck's name, the same on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) + (1 << 32)


def genanki() -> Any:
    """Import genanki.

    Raises
    ------
    ResourceError
        If it is not installed.
    """
    with requiring("anki", "Packages for Anki"):
        return import_module("genanki")


def vale_rules(words: Sequence[TextWord]) -> tuple[str, str]:
    """Return two rules of Vale, in YAML, for all forms of the words.

    The first suggests the same form of the easier word; the second names forms without one.
    """
    swap: dict[str, dict[str, None]] = {}
    hard: dict[str, None] = {}
    for word in words:
        easier = forms(word.synonym, word.pos) if word.synonym else {}
        for ending, form in {**forms(word.lemma, word.pos), "text": word.form.lower()}.items():
            if ending in easier:
                swap.setdefault(form, {})[easier[ending]] = None
            else:
                hard[form] = None
    # A string in JSON is one in YAML. Vale shows alternatives of a replacement: began|begun.
    pairs = [f"  {_pattern(form)}: {json.dumps('|'.join(swap[form]))}" for form in sorted(swap)]
    tokens = [f"  - {_pattern(form)}" for form in sorted(hard.keys() - swap)]
    return (
        _rule("substitution", "Consider '%s' instead of '%s'.", "swap", pairs or ["  {}"]),
        _rule("existence", "'%s' is a hard word.", "tokens", tokens or ["  []"]),
    )


def _pattern(form: str) -> str:
    return json.dumps(re.escape(form))


def _rule(extends: str, message: str, key: str, lines: Sequence[str]) -> str:
    action = ["action:", "  name: replace"] if key == "swap" else []
    head = [f"extends: {extends}", f"message: {json.dumps(message)}", "level: suggestion"]
    return "\n".join([*head, "ignorecase: true", *action, f"{key}:", *lines]) + "\n"


def write_yomitan(words: Sequence[TextWord], path: Path, title: str) -> None:
    """Write a frequency dictionary for Yomitan: the level and complexity, 0-1, of each word."""
    index = {
        "title": title,
        "revision": __version__,
        "format": 3,
        "author": "lcp",
        "description": "CEFR level and complexity from 0 (very easy) to 1 (very difficult).",
        "sourceLanguage": "en",
        # A smaller number is an easier word.
        "frequencyMode": "rank-based",
    }
    bank = [
        [
            word.lemma,
            "freq",
            {"value": round(word.complexity, 4), "displayValue": _displayed(word)},
        ]
        for word in words
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("index.json", json.dumps(index, ensure_ascii=False))
        archive.writestr("term_meta_bank_1.json", json.dumps(bank, ensure_ascii=False))


def _displayed(word: TextWord) -> str:
    return " ".join(filter(None, [word.level, f"{word.complexity:.2f}"]))
