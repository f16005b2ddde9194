"""Readability of a sentence: textstat's formulas, length, and frequency of its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.readability_formulas import FORMULAS, counts_of
from lcp.features.family import FREQUENT, WORDFREQ, ZIPF, Family, Feature
from lcp.features.values import least_of, total_of
from lcp.targets.target_sentences import Sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted
    from lcp.targets.target_sentences import SentenceWords

_SYLLABLES = "share of words of two or more syllables that are not on Dale and Chall's list"

_DIFFICULT = Feature("difficult_words", _SYLLABLES, "0-1", "textstat")

_RARE = "share of the sentence's words that are rarer than Zipf 4"

_WORDS = (
    Feature("words", "words in the sentence", "count", "lcp"),
    Feature("characters_per_word", "mean length of the sentence's words", "characters", "lcp"),
    Feature("zipf_mean", "mean frequency of the sentence's words", ZIPF, WORDFREQ),
    Feature("zipf_min", "frequency of the sentence's rarest word", ZIPF, WORDFREQ),
    Feature("zipf_below_4", _RARE, "0-1", WORDFREQ),
)


@dataclass(frozen=True)
class Readability(Family):
    """Readability formulas of a sentence, its length and its words' frequency.

    The formulas were designed for passages; for a single sentence they are rough estimates.

    Examples
    --------
    >>> from lcp.features.family import Fitted, names_of
    >>> family = Readability()
    >>> values = family.measure(["The cat sat on the mat.", "…"], Fitted())
    >>> values[:, names_of(family).index("words")].tolist()
    [6.0, 0.0]
    """

    name = "readability"
    scope = "sentence"
    columns = (
        *(Feature(row.name, row.description, row.unit, row.source) for row in FORMULAS),
        _DIFFICULT,
        *_WORDS,
    )

    def measure(self, inputs: Sequence[str], fitted: Fitted) -> Floats:
        """Score the sentences.

        NaN for a sentence without words, except that ``words`` is 0. Words outside wordfreq are
        ignored in the mean and minimum frequency and count as rarer than Zipf 4.
        """
        words = Sentences.of(inputs).words
        counts = counts_of(words.by_sentence)
        with np.errstate(invalid="ignore", divide="ignore"):
            formulas = [row.value(counts) for row in FORMULAS]
            scores = np.column_stack([*formulas, counts.difficult_two / counts.words])
        scores[counts.words == 0] = np.nan
        return np.column_stack([scores, _word_values(words)])


def _word_values(words: SentenceWords) -> Floats:
    """Return the values of `_WORDS` for each sentence; NaN if it has no words."""
    edges = words.edges[:-1], words.edges[1:]
    listed, counts = ~np.isnan(words.zipf), np.diff(words.edges)
    least = least_of(np.where(listed, words.zipf, np.inf), *edges)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.column_stack(
            [
                counts,
                total_of(words.ends - words.starts, *edges) / counts,
                total_of(np.where(listed, words.zipf, 0), *edges) / total_of(listed, *edges),
                np.where(np.isinf(least), np.nan, least),
                total_of(~(words.zipf >= FREQUENT), *edges) / counts,
            ]
        )
