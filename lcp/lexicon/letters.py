"""Features of a word from its letters and wordfreq."""

from __future__ import annotations

import math
import zlib
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.text import hyphenated_pieces
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: Columns for hashed character n-grams.
BUCKETS = 4096
#: Columns of :func:`dense_values`, which precede these.
DENSE = 5
_LENGTHS = (2, 3, 4)


def dense_values(word: str) -> tuple[float, ...]:
    """Return Zipf frequency, whether wordfreq has it, letters, hyphenation pieces, hyphens (0/1).

    >>> dense_values("mountain")
    (4.73, 1.0, 8.0, 2.0, 0.0)
    """
    frequency = zipf(word)
    has_frequency = not math.isnan(frequency)
    pieces = float(hyphenated_pieces(word))
    hyphens = float("-" in word)
    letters = float(min(len(word), 30))
    return frequency if has_frequency else 0.0, float(has_frequency), letters, pieces, hyphens


def grams(word: str) -> list[int]:
    """Return the distinct hashes of a word's character n-grams, edges included, sorted."""
    edged = f"<{word}>"
    hashes = {
        zlib.crc32(edged[begin : begin + length].encode("utf-8")) % BUCKETS
        for length in _LENGTHS
        for begin in range(len(edged) - length + 1)
    }
    return sorted(hashes)


def letter_rows(words: Sequence[str]) -> Any:
    """Return the features of words.

    Returns
    -------
    scipy.sparse.csr_matrix of shape (n_words, DENSE + BUCKETS)
        The n-grams of each word have norm 1, so that long words do not weigh more.
    """
    from scipy.sparse import csr_matrix, hstack

    lowered = [word.lower() for word in words]
    dense = np.array([dense_values(word) for word in lowered], dtype=np.float64)
    lists = [grams(word) for word in lowered]
    starts = np.concatenate([[0], np.cumsum([len(hashes) for hashes in lists])])
    columns = np.concatenate([np.array(hashes, dtype=np.int64) for hashes in lists])
    weights: NDArray[np.float64] = np.repeat(
        [1 / np.sqrt(max(len(hashes), 1)) for hashes in lists], np.diff(starts)
    )
    hashed = csr_matrix((weights, columns, starts), shape=(len(lowered), BUCKETS))
    return hstack([csr_matrix(dense.reshape(len(lowered), DENSE)), hashed]).tocsr()


def predicted_norms(words: Sequence[str], weights: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the norms that a linear model predicts from the letters of words.

    Equals ``letter_rows(words) @ weights[:-1] + weights[-1]``, without importing SciPy.

    Parameters
    ----------
    words : sequence of str of length n_words
        Words in any case.
    weights : float array of shape (DENSE + BUCKETS + 1, n_norms)
        Weights of the features, the intercept last.
    """
    lowered = [word.lower() for word in words]
    dense = np.array([dense_values(word) for word in lowered]).reshape(-1, DENSE)
    lists = [grams(word) for word in lowered]
    counts = np.fromiter(map(len, lists), dtype=np.intp, count=len(lists))
    owners = np.repeat(np.arange(len(lists)), counts)
    rows = DENSE + np.fromiter(chain.from_iterable(lists), dtype=np.intp)
    of_grams = weights[rows].astype(np.float64)
    # One sum and one product for each word: its values do not depend on the other words, not even
    # in their last digit.
    sums = [np.bincount(owners, of_norm, len(lists)) for of_norm in of_grams.T]
    letters = np.column_stack(sums) / np.sqrt(np.maximum(counts, 1))[:, None]
    values = (dense[:, None] @ weights[:DENSE].astype(np.float64))[:, 0]
    return np.asarray(values + (letters + weights[-1]))
