"""Spelling variants: British and American spellings of the same word.

The file ``spellings.tsv`` contains the pairs; it is written by
``python -m tools.lexicon.spellings`` and checked by the tests.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.english.text import WORD

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE = Path(__file__).with_name("spellings.tsv")


def preferred_spelling(word: str) -> str:
    """Return the most frequent spelling of a word, in the same case; other words as they are.

    Frequencies are wordfreq's (Speer 2022).

    >>> preferred_spelling("analyse"), preferred_spelling("Behaviour"), preferred_spelling("glamor")
    ('analyze', 'Behavior', 'glamour')
    """
    spelling = _preferred().get(word.lower())
    if spelling is None:
        return word
    if word.istitle():
        return spelling.title()
    return spelling.upper() if word.isupper() else spelling


def merge_spellings(texts: Iterable[str]) -> list[str]:
    """Return texts with the most frequent spelling of each of their words.

    >>> merge_spellings(["labour market", "The colour of honour."])
    ['labor market', 'The color of honor.']
    """
    return [WORD.sub(lambda match: preferred_spelling(match[0]), text) for text in texts]


@cache
def _preferred() -> dict[str, str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)
