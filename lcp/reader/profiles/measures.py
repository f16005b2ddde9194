"""Measures of texts: shares of levels, coverage by frequent words and readability."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.base.levels import LEVELS
from lcp.english.lemmas import lemmas_alone
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.network import load_model_of_english
from lcp.english.readability_formulas import FORMULAS, WordCounts, counts_of
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.reader.annotation.tally import Tally


class LevelShare(NamedTuple):
    """Words of a level in a text.

    Attributes
    ----------
    level : str
        A1 to C2.
    n_words : int
        Running words of this level.
    share, up_to, above : float
        Shares of the running words: of this level, of this and lower levels, of higher levels.
    """

    level: str
    n_words: int
    share: float
    up_to: float
    above: float


def level_shares(words: Mapping[str, int], tally: Tally) -> list[LevelShare]:
    """Return the share of each level.

    Parameters
    ----------
    words : mapping of str to int
        Running words of each level. Words without a level are at and above none.
    tally : Tally
        Numbers of the text.
    """
    counts = [words.get(level, 0) for level in LEVELS]
    return [
        LevelShare(
            level,
            count,
            *map(tally.share, (count, sum(counts[: place + 1]), sum(counts[place + 1 :]))),
        )
        for place, (level, count) in enumerate(zip(LEVELS, counts, strict=True))
    ]


def level_below(level: str) -> str:
    """Return the level below a level; A1 for A1.

    >>> level_below("B2"), level_below("A1")
    ('B1', 'A1')
    """
    return LEVELS[max(0, LEVELS.index(level) - 1)]


class Coverage(NamedTuple):
    """Vocabulary that covers a share of a text.

    Attributes
    ----------
    share : float
        Share of the running words, 0-1.
    n_lemmas : int or None
        Number of the most frequent English words, with their inflected forms, that cover this
        share; None if words outside the frequency list are more than the rest.
    """

    share: float
    n_lemmas: int | None

    @property
    def in_words(self) -> str:
        """The number as text."""
        return "more than listed" if self.n_lemmas is None else f"{self.n_lemmas:,}"


def coverages(
    lemmas: Mapping[str, int], easy: int = 0, shares: Sequence[float] = (0.9, 0.95, 0.98)
) -> list[Coverage]:
    """Return how many of the most frequent words cover shares of a text.

    As in Nation (2006), who gives sizes of vocabularies for 95% and 98%, names and numbers are
    assumed to be understood. Nation counts word families; here a word is a lemma with its inflected
    forms, and the list is longer.

    Parameters
    ----------
    lemmas : mapping of str to int
        Lemmas in the text that the reader may not know, and how often each occurs.
    easy : int, default=0
        Number of further running words that the reader knows.
    shares : sequence of float
        The shares, ascending.
    """
    ranks = np.array([0, *(frequency_rank(lemma) or math.inf for lemma in lemmas)])
    order = np.argsort(ranks)
    covered = np.cumsum(np.array([easy, *lemmas.values()])[order])
    # Rounded, so that 19 of 20 words are 95%.
    places = np.searchsorted(covered, [round(share * covered[-1], 9) for share in shares])
    pairs = zip(shares, ranks[order][places].tolist(), strict=True)
    return [Coverage(share, None if math.isinf(rank) else int(rank)) for share, rank in pairs]


def frequency_rank(lemma: str) -> int | None:
    """Return the rank of a lemma by frequency, from 1, or None if it is not listed.

    The frequency of a lemma is the sum over its forms in the bundled lexicon (wordfreq; Speer
    2022), without words that are nearly always capitalised, because these are names ("London", not
    "lord"). Parts of a compound that is not listed are looked up instead, and the rarest counts.

    Examples
    --------
    >>> frequency_rank("the"), frequency_rank("xqzzt")
    (1, None)
    >>> frequency_rank("mouse") < frequency_rank("vole")
    True
    """
    rank_of = _ranks()
    if lemma in rank_of or "-" not in lemma:
        return rank_of.get(lemma)
    parts = [rank_of.get(part) for part in lemmas_alone(filter(None, lemma.split("-")))]
    ranks = [rank for rank in parts if rank is not None]
    return max(ranks) if ranks and len(ranks) == len(parts) else None


@cache
def _ranks() -> dict[str, int]:
    lexicon, always = load_lexicon(), load_model_of_english().settings["always_name"]
    capitals = lexicon.capital_share(lexicon.rows(lexicon.words))
    # The capital share is NaN without occurrences. Frequencies of compounds are estimates.
    words = [
        word
        for word, capital in zip(lexicon.words, capitals.tolist(), strict=True)
        if word.isalpha() and not capital >= always and (len(word) > 1 or word in "ai")
    ]
    frequencies: dict[str, float] = {}
    for word, base in zip(words, lemmas_alone(words), strict=True):
        frequency = zipf(word)
        if not math.isnan(frequency):
            frequencies[base] = frequencies.get(base, 0.0) + 10**frequency
    ordered = sorted(frequencies, key=lambda base: (-frequencies[base], base))
    return {base: rank for rank, base in enumerate(ordered, start=1)}


class Measure(NamedTuple):
    """Value of a measure of a text: of a readability formula, or of lexical diversity.

    Attributes
    ----------
    name, description : str
        Name, for a formula as in the feature family ``readability``, and what it measures.
    value : float
        The value, in the measure's unit.
    unit, source : str
        Unit or scale, author and year.
    """

    name: str
    description: str
    value: float
    unit: str
    source: str


class ThresholdShare(NamedTuple):
    """Words that reach a threshold of complexity.

    Attributes
    ----------
    name : str
        ``many``, ``some``, ``few`` or ``custom``; see :class:`lcp.Annotator`.
    threshold : float
        Complexity, 0-1.
    n_words : int
        Running words that reach it, or are in an expression that does, and that the reader does
        not know.
    share : float
        Their share of the running words, 0-1.
    """

    name: str
    threshold: float
    n_words: int
    share: float


class ReadabilityCounts:
    """Counts of a text for readability formulas, added sentence by sentence."""

    def __init__(self) -> None:
        self._sums = WordCounts(*np.zeros(len(WordCounts._fields)))

    def add(self, words: Sequence[str], sentences: float = 1) -> None:
        """Add the words of a sentence, or of several without end marks."""
        if words:
            counts = counts_of([words])._replace(sentences=np.full(1, sentences))
            self._sums = WordCounts(*np.add(self._sums, np.ravel(counts)))

    def formulas(self) -> list[Measure]:
        """Return the values of the formulas; none without words."""
        return [
            Measure(row.name, row.description, float(row.value(self._sums)), row.unit, row.source)
            for row in (FORMULAS if self._sums.words else ())
        ]
