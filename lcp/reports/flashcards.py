"""Study lists as CSV and packages of flashcards for Anki."""

from __future__ import annotations

import hashlib
from dataclasses import asdict
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lcp.errors import requiring
from lcp.tables.formatting import excerpt, rounded
from lcp.tables.writing import csv_table

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.reading.text_profile import TextWord

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
_FRONT = '<p class="sentence">{{Sentence}}</p>'
_BACK = """{{FrontSide}}<hr id="answer">
<p class="word">{{Word}} <span class="level">{{Level}}</span></p>
{{#Meaning}}<p>{{Meaning}}</p>{{/Meaning}}
{{#Easier}}<p>≈ {{Easier}}</p>{{/Easier}}
<p class="place">{{Place}}, {{Count}}×</p>"""
_CSS = """.card { font: 20px/1.5 sans-serif; max-width: 34em; margin: 0 auto; text-align: left; }
.sentence b { text-decoration: underline; }
.word { font-weight: 700; }
.level, .place { opacity: .7; font-size: .8em; font-weight: 400; }"""


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
