"""Spelling variants: British and American spellings, with hyphens or accents, of the same word.

The file ``spellings.tsv`` contains the pairs, the rarer spelling first. All senses of one of them
are senses of the other in WordNet (Fellbaum 1998); spellings with a single and a double letter have
the same senses, and spellings with and without accents as many syllables. Rows are edited by hand:
a new row needs the same. A capitalised row, such as the town of Tyre, is an exception.
``regional.tsv`` contains British and American words for the same thing, the rarer one first: ages
and frequencies of mostly American sources make the British ones too difficult.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.english.tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = Path(__file__).parent / "data/spellings.tsv"
_LETTERS = re.compile(r"[^\W\d_]+")
#: A word with the words that hyphens join to it.
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: Letters without a decomposition, as English spells them.
LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss"})


def preferred_spelling(word: str) -> str:
    """Return the most frequent spelling of a word, in the same case; other words as they are.

    Of British and American words for the same thing that raters find equally complex, the more
    frequent one. Frequencies are wordfreq's (Speer 2022).

    >>> preferred_spelling("analyse"), preferred_spelling("Behaviour"), preferred_spelling("glamor")
    ('analyze', 'Behavior', 'glamour')
    >>> preferred_spelling("marvellous"), preferred_spelling("bled")
    ('marvelous', 'bled')
    >>> preferred_spelling("lorry"), preferred_spelling("E-mail"), preferred_spelling("naïve")
    ('truck', 'Email', 'naive')
    """
    spelling = _preferred().get(word) or _preferred().get(word.lower()) or _regional().get(word)
    if spelling is None:
        return word
    if word[:1].isupper() and word[1:].islower():
        return spelling.capitalize()
    return spelling.upper() if word.isupper() else spelling


def other_spelling(word: str) -> str:
    """Return the British or American spelling of a word in lower case; other words as they are.

    >>> other_spelling("colour"), other_spelling("color"), other_spelling("bled")
    ('color', 'colour', 'bled')
    """
    return _preferred().get(word) or _rarer().get(word, word)


@cache
def _rarer() -> dict[str, str]:
    return {spelling: word for word, spelling in _preferred().items()}


@cache
def _preferred() -> dict[str, str]:
    return dict(pairs(FILE.name))


@cache
def _regional() -> dict[str, str]:
    return dict(pairs("regional.tsv"))


def merge_spellings(texts: Iterable[str]) -> list[str]:
    """Return texts with the most frequent spelling of each of their words.

    >>> merge_spellings(["labour market", "The colour of honour."])
    ['labor market', 'The color of honor.']
    """
    return [WORD.sub(_merged, text) for text in texts]


def _merged(match: re.Match[str]) -> str:
    word = match[0]
    spelling = preferred_spelling(word)
    if spelling != word or "-" not in word:
        return spelling
    return _LETTERS.sub(lambda part: preferred_spelling(part[0]), word)


def without_accents(text: str) -> str:
    """Return a text without diacritics.

    >>> without_accents("naïve")
    'naive'
    """
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFD", text)
    return "".join(character for character in parts if not unicodedata.combining(character))
