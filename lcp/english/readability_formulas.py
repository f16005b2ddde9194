"""Readability formulas, as functions of counts.

The constants are textstat's, except that the first of Coleman and Liau is not rounded. Sentences
and words are counted as given; every word counts, also a name or a number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.syllables import syllables
from lcp.english.tables import easy_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    #: A number, or an array with the number of each text.
    Number = Any

#: Letters of long words (Björnsson 1968) and of short words (McAlpine 2006).
_LONG, _SHORT = 7, 3
#: Syllables of polysyllables (McLaughlin 1969).
_MANY = 3


class WordCounts(NamedTuple):
    """Counts of a text, or arrays with the counts of several; those of a text's sentences add up.

    Attributes
    ----------
    sentences, words, syllables : int
        Sentences, words, and syllables of the words (:func:`lcp.english.syllables`).
    characters, letters : int
        Characters of the words, and those that are letters or digits.
    polysyllables : int
        Words of three or more syllables.
    long, short : int
        Words of seven or more, and of at most three letters and digits.
    difficult : int
        Words that are not on the list of Dale and Chall (1948).
    difficult_two, difficult_many : int
        Difficult words of two or more, and of three or more syllables.
    """

    sentences: Number
    words: Number
    syllables: Number
    characters: Number
    letters: Number
    polysyllables: Number
    long: Number
    short: Number
    difficult: Number
    difficult_two: Number
    difficult_many: Number


def counts_of(sentences: Iterable[Sequence[str]]) -> WordCounts:
    """Count the words of sentences; arrays of shape (n_sentences,).

    Parameters
    ----------
    sentences : iterable of sequences of str
        Words of each sentence, without punctuation.

    Examples
    --------
    >>> counts = counts_of([["The", "cat", "slept"], ["Nobody", "heard", "the", "piano"]])
    >>> counts.words.tolist(), counts.syllables.tolist(), counts.letters.tolist()
    ([3.0, 4.0], [3.0, 8.0], [11.0, 19.0])
    """
    rows = [
        (1, len(words), *map(sum, zip(_count(""), *map(_count, words), strict=True)))
        for words in sentences
    ]
    return WordCounts(*np.array(rows, dtype=np.float64).reshape(-1, len(WordCounts._fields)).T)


@lru_cache(maxsize=CACHED_WORDS)
def _count(word: str) -> tuple[int, ...]:
    """Return the counts of a word, from syllables on."""
    number, letters = syllables(word), sum(map(str.isalnum, word))
    difficult = letters > 0 and word.lower() not in easy_words()
    return (
        number,
        len(word),
        letters,
        number >= _MANY,
        letters >= _LONG,
        0 < letters <= _SHORT,
        difficult,
        difficult and number > 1,
        difficult and number >= _MANY,
    )


def flesch_reading_ease(n: WordCounts) -> Number:
    """Return 206.835 - 1.015 words/sentences - 84.6 syllables/words."""
    return 206.835 - 1.015 * n.words / n.sentences - 84.6 * n.syllables / n.words


def flesch_kincaid_grade(n: WordCounts) -> Number:
    """Return 0.39 words/sentences + 11.8 syllables/words - 15.59."""
    return 0.39 * n.words / n.sentences + 11.8 * n.syllables / n.words - 15.59


def smog_index(n: WordCounts) -> Number:
    """Return 1.043 (30 polysyllables/sentences)^0.5 + 3.1291."""
    return 1.043 * (30 * n.polysyllables / n.sentences) ** 0.5 + 3.1291


def dale_chall_readability_score(n: WordCounts) -> Number:
    """Return 0.1579 p + 0.0496 words/sentences, + 3.6365 if p > 5; p: % of difficult words."""
    share = 100 * n.difficult / n.words
    many = share > 5  # noqa: PLR2004 - part of the formula
    return 0.1579 * share + 0.0496 * n.words / n.sentences + 3.6365 * many


def linsear_write_formula(n: WordCounts) -> Number:
    """Return (words + 2 polysyllables)/sentences, less 2 up to 20, divided by 2."""
    points = (n.words + 2 * n.polysyllables) / n.sentences
    return (points - 2 * (points <= 20)) / 2  # noqa: PLR2004 - part of the formula


def gunning_fog(n: WordCounts) -> Number:
    """Return 0.4 (words/sentences + % of difficult words of three or more syllables)."""
    return 0.4 * (n.words / n.sentences + 100 * n.difficult_many / n.words)


def spache_readability(n: WordCounts) -> Number:
    """Return 0.141 words/sentences + 0.086 p + 0.839; p: % of difficult words of two syllables."""
    return 0.141 * n.words / n.sentences + 0.086 * 100 * n.difficult_two / n.words + 0.839


def coleman_liau_index(n: WordCounts) -> Number:
    """Return 5.88 letters/words - 29.6 sentences/words - 15.8."""
    return 5.88 * n.letters / n.words - 29.6 * n.sentences / n.words - 15.8


def automated_readability_index(n: WordCounts) -> Number:
    """Return 4.71 characters/words + 0.5 words/sentences - 21.43."""
    return 4.71 * n.characters / n.words + 0.5 * n.words / n.sentences - 21.43


def lix(n: WordCounts) -> Number:
    """Return words/sentences + % of long words."""
    return n.words / n.sentences + 100 * n.long / n.words


def rix(n: WordCounts) -> Number:
    """Return long words/sentences."""
    return n.long / n.sentences


def mcalpine_eflaw(n: WordCounts) -> Number:
    """Return (words + short words)/sentences."""
    return (n.words + n.short) / n.sentences


class Formula(NamedTuple):
    """A readability formula; its name is the name of the function, as in textstat.

    Attributes
    ----------
    value : callable
        Function of :class:`WordCounts` with at least one word.
    description, unit, source : str
        What it measures, its unit or scale, author and year.
    """

    value: Callable[[WordCounts], Number]
    description: str
    unit: str
    source: str

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.value.__name__


_GRADE = "US school grade"
_DALE_CHALL = "typically 5 (grade 4) - 10 (college)"
_LIX = "typically 20 (easy) - 60 (hard)"
_SHORT_WORDS = "EFLAW: words and short words per sentence, for foreign readers"

FORMULAS = (
    Formula(flesch_reading_ease, "Flesch Reading Ease", "100 (easy) - 0 (hard)", "Flesch (1948)"),
    Formula(flesch_kincaid_grade, "Flesch-Kincaid grade", _GRADE, "Kincaid et al. (1975)"),
    Formula(smog_index, "SMOG index", _GRADE, "McLaughlin (1969)"),
    Formula(dale_chall_readability_score, "Dale-Chall score", _DALE_CHALL, "Dale & Chall (1948)"),
    Formula(linsear_write_formula, "Linsear Write grade", _GRADE, "O'Hayre (1966)"),
    Formula(gunning_fog, "Gunning fog index", _GRADE, "Gunning (1952)"),
    Formula(spache_readability, "Spache score", _GRADE, "Spache (1953)"),
    Formula(coleman_liau_index, "Coleman-Liau index", _GRADE, "Coleman & Liau (1975)"),
    Formula(
        automated_readability_index, "automated readability index", _GRADE, "Smith & Senter (1967)"
    ),
    Formula(lix, "LIX: sentence length and share of long words", _LIX, "Björnsson (1968)"),
    Formula(rix, "RIX: long words per sentence", "ratio", "Anderson (1983)"),
    Formula(mcalpine_eflaw, _SHORT_WORDS, "words", "McAlpine (2006)"),
)
