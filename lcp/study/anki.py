"""Study lists as packages of flashcards for Anki, written with genanki."""

from __future__ import annotations

import hashlib
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from lcp.errors import ResourceError
from lcp.study.writers import marked_sentence

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.study.study_list import StudyWord

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


def write_anki(words: list[StudyWord], path: Path, name: str) -> None:
    """Write a package (``.apkg``) with one card per word.

    The same word of the same deck has the same identifier in every package, so that importing a
    later package updates the cards and keeps what was learned.

    Parameters
    ----------
    words : list of StudyWord
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
    deck = package.Deck(_number(name), name)
    for place, word in enumerate(words):
        fields = (
            word.lemma,
            # Characters that cannot be in the escaped sentence mark the word.
            escape(marked_sentence(word, "\x01", "\x02")).translate({1: "<b>", 2: "</b>"}),
            *map(str, (word.gloss, word.synonym, word.level, word.count)),
            f"line {word.line}",
        )
        fields = tuple(text if number == 1 else escape(text) for number, text in enumerate(fields))
        deck.add_note(
            package.Note(
                model=kind,
                fields=list(fields),
                tags=[word.level],
                guid=package.guid_for(name, word.lemma),
                due=place,
            )
        )
    package.Package(deck).write_to_file(str(path))


def _number(name: str) -> int:
    """Return a number for a deck's name, the same on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) + (1 << 32)


def genanki() -> Any:
    """Import genanki.

    Raises
    ------
    ResourceError
        If it is not installed.
    """
    try:
        return import_module("genanki")
    except ImportError as error:
        raise ResourceError(
            "Packages for Anki need the package genanki.",
            hint='Run `pip install "lcp[anki]"`, or use --format csv, which Anki imports too.',
        ) from error
