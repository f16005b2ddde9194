"""Readability formulas that count characters, words and sentences, as in textstat.

The counts are those of textstat, which imports NLTK and takes a second to import.
"""

from __future__ import annotations

import re
from typing import NamedTuple

#: An apostrophe that is not part of a contraction.
_QUOTE = re.compile(r"'(?![tsd]|ve|ll|re)")
_PUNCTUATION = re.compile(r"[^\w\s]")
_PUNCTUATION_WITHOUT_APOSTROPHES = re.compile(r"[^\w\s']")
_SENTENCE = re.compile(r"\b[^.!?]+[.!?]*")
#: Maximum number of words of a fragment that does not count as a sentence.
_FRAGMENT = 2
#: Length from which a word is long, and up to which it is short.
_LONG, _SHORT = 7, 3


class Counts(NamedTuple):
    """Counts of a text with at least one word.

    Attributes
    ----------
    characters : int
        Characters that are not white space.
    letters : int
        Characters that are neither white space nor punctuation.
    tokens : int
        Strings between white space.
    words : int
        Tokens that do not consist of punctuation.
    sentences : int
        Sentences of more than two words, at least one.
    long, short : int
        Words of seven or more, and of at most three characters.
    """

    characters: int
    letters: int
    tokens: int
    words: int
    sentences: int
    long: int
    short: int


def count_text(text: str) -> Counts:
    """Count characters, words and sentences of a text.

    >>> count_text("The cat sat on the mat.")
    Counts(characters=18, letters=17, tokens=6, words=6, sentences=1, long=0, short=6)
    """
    tokens = text.split()
    lengths = [len(word) for word in _PUNCTUATION.sub("", text).split()]
    fragments = _SENTENCE.findall(text)
    sentences = sum(_count_words(fragment) > _FRAGMENT for fragment in fragments)
    return Counts(
        characters=sum(map(len, tokens)),
        letters=sum(lengths),
        tokens=len(tokens),
        words=_count_words(text),
        sentences=max(1, sentences),
        long=sum(length >= _LONG for length in lengths),
        short=sum(length <= _SHORT for length in lengths),
    )


def _count_words(text: str) -> int:
    return len(_PUNCTUATION_WITHOUT_APOSTROPHES.sub("", _QUOTE.sub("", text)).split())


def coleman_liau_index(counts: Counts) -> float:
    """Return the US school grade 5.8 letters/words - 29.6 sentences/words - 15.8 (1975)."""
    letters = counts.letters / counts.words * 100
    return 0.058 * letters - 0.296 * (counts.sentences / counts.words * 100) - 15.8


def automated_readability_index(counts: Counts) -> float:
    """Return the grade 4.71 characters/words + 0.5 words/sentences - 21.43 (1967)."""
    length = counts.words / counts.sentences
    return 4.71 * (counts.characters / counts.tokens) + 0.5 * length - 21.43


def lix(counts: Counts) -> float:
    """Return words per sentence plus the percentage of long words (Björnsson 1968)."""
    return counts.words / counts.sentences + 100 * counts.long / counts.words


def rix(counts: Counts) -> float:
    """Return long words per sentence (Anderson 1983)."""
    return counts.long / counts.sentences


def mcalpine_eflaw(counts: Counts) -> float:
    """Return words and short words per sentence (McAlpine 2006)."""
    return (counts.words + counts.short) / counts.sentences


def flesch_reading_ease(counts: Counts, syllables: float) -> float:
    """Return 206.835 - 1.015 words/sentences - 84.6 `syllables` per word (Flesch 1948)."""
    return 206.835 - 1.015 * counts.words / counts.sentences - 84.6 * syllables


def flesch_kincaid_grade(counts: Counts, syllables: float) -> float:
    """Return the grade 0.39 words/sentences + 11.8 `syllables` per word - 15.59 (Kincaid 1975)."""
    return 0.39 * counts.words / counts.sentences + 11.8 * syllables - 15.59
