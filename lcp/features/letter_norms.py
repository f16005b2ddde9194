"""Features of a word from its letters and wordfreq."""

from __future__ import annotations

import math
import zlib
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.syllables import syllables
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scipy.sparse import csr_matrix

    from lcp.base.array_types import Floats, Singles

#: Columns for hashed character n-grams.
BUCKETS = 4096


def dense_values(word: str) -> tuple[float, ...]:
    """Return Zipf frequency, whether wordfreq has it, letters, syllables, hyphens (0/1).

    >>> dense_values("mountain")
    (4.73, 1.0, 8.0, 2.0, 0.0)
    """
    frequency = zipf(word)
    has_frequency = not math.isnan(frequency)
    count = float(syllables(word))
    hyphens = float("-" in word)
    letters = float(min(len(word), 30))
    return frequency if has_frequency else 0.0, float(has_frequency), letters, count, hyphens


def grams(word: str) -> list[int]:
    """Return the distinct hashes of a word's character n-grams, edges included, sorted."""
    edged = f"<{word}>"
    hashes = {
        zlib.crc32(edged[begin : begin + length].encode("utf-8")) % BUCKETS
        for length in (2, 3, 4)
        for begin in range(len(edged) - length + 1)
    }
    return sorted(hashes)


def gram_matrix(hashes: Sequence[Sequence[int]]) -> csr_matrix:
    """Return hashes of n-grams as a matrix of shape (n_rows, BUCKETS).

    A row without repeated hashes has the norm 1.
    """
    from scipy.sparse import csr_matrix

    counts = [len(row) for row in hashes]
    values = np.repeat([max(count, 1) ** -0.5 for count in counts], counts)
    columns = np.array([number for row in hashes for number in row], dtype=np.int32)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((values, columns, starts), shape=(len(hashes), BUCKETS))


def predicted_norms(words: Sequence[str], weights: Singles) -> Floats:
    """Return the norms that a linear model predicts from the letters of words.

    A linear model of :func:`dense_values` and :func:`grams`; a word's n-grams have the norm 1, so
    that long words do not weigh more.

    Parameters
    ----------
    words : sequence of str of length n_words
        Words in any case.
    weights : float array of shape (5 + BUCKETS + 1, n_norms)
        Weights of the features, the intercept last.
    """
    lowered = [word.lower() for word in words]
    *first, last = np.split(weights.astype(np.float64), [-1 - BUCKETS, -1])
    values = np.empty((len(words), weights.shape[1]))
    # The sums of a word do not depend on the other words, not even in their last digit.
    for index, word in enumerate(lowered):
        of_grams = first[1][grams(word)]
        values[index] = np.array(dense_values(word)) @ first[0] + last[0]
        values[index] += of_grams.sum(axis=0) / np.sqrt(len(of_grams))
    return values
