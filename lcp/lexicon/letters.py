"""What the letters of a word and wordfreq say of it, as numbers."""

from __future__ import annotations

import math
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.text import hyphenated_pieces
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: Places for the hashed character n-grams.
BUCKETS = 4096
#: Columns before these: Zipf frequency, known to wordfreq, letters, syllables, hyphen.
DENSE = 5
_LENGTHS = (2, 3, 4)


def dense_values(word: str) -> tuple[float, ...]:
    """Zipf frequency, whether wordfreq knows it, letters, syllables, hyphens.

    >>> dense_values("mountain")
    (4.73, 1.0, 8.0, 2.0, 0.0)
    """
    frequency = zipf(word)
    known = not math.isnan(frequency)
    pieces = float(hyphenated_pieces(word))
    hyphens = float("-" in word)
    letters = float(min(len(word), 30))
    return frequency if known else 0.0, float(known), letters, pieces, hyphens


def grams(word: str) -> list[int]:
    """Hashed character n-grams of a word with its edges, each once, in ascending order."""
    edged = f"<{word}>"
    found = {
        zlib.crc32(edged[begin : begin + length].encode("utf-8")) % BUCKETS
        for length in _LENGTHS
        for begin in range(len(edged) - length + 1)
    }
    return sorted(found)


def letter_rows(words: Sequence[str]) -> Any:
    """Features of words from letters and wordfreq.

    Returns
    -------
    scipy.sparse.csr_matrix of shape (n_words, DENSE + BUCKETS)
        A word's n-grams share one unit of length, so that long words do not weigh more.
    """
    from scipy.sparse import csr_matrix, hstack

    lowered = [word.lower() for word in words]
    dense = np.array([dense_values(word) for word in lowered], dtype=np.float64)
    lists = [grams(word) for word in lowered]
    starts = np.concatenate([[0], np.cumsum([len(found) for found in lists])])
    columns = np.concatenate([np.array(found, dtype=np.int64) for found in lists])
    weights: NDArray[np.float64] = np.repeat(
        [1 / np.sqrt(max(len(found), 1)) for found in lists], np.diff(starts)
    )
    hashed = csr_matrix((weights, columns, starts), shape=(len(lowered), BUCKETS))
    return hstack([csr_matrix(dense.reshape(len(lowered), DENSE)), hashed]).tocsr()
