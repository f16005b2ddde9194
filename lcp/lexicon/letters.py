"""Features of a word from its letters and wordfreq."""

from __future__ import annotations

import math
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.text import hyphenated_pieces
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

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


def grams_of_words(words: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Return :func:`grams` of many words at once, which takes a sixth of the time.

    Returns
    -------
    numbers, hashes : int arrays of shape (n_hashes,)
        Number of the word of each hash, ascending, and the hash.
    """
    ascii_only = np.array([word.isascii() for word in words], dtype=bool)
    edged = [f"<{word}>" for word in words if word.isascii()]
    sizes = np.array([len(word) for word in edged], dtype=np.int64)
    letters = np.frombuffer("".join(edged).encode("ascii"), dtype=np.uint8)
    owners = np.repeat(np.flatnonzero(ascii_only), sizes)
    remaining = np.repeat(np.cumsum(sizes), sizes) - np.arange(len(letters))
    crc = np.full(len(letters), _CRC_START, dtype=np.uint32)
    keys = [
        np.array([number * BUCKETS + h for h in grams(words[number])], dtype=np.int64)
        for number in np.flatnonzero(~ascii_only).tolist()
    ]
    for length in range(1, max(_LENGTHS) + 1):
        last = len(letters) - length + 1
        crc = _CRC_TABLE[(crc[:last] ^ letters[length - 1 :]) & 0xFF] ^ (crc[:last] >> 8)
        if length in _LENGTHS:
            inside = remaining[:last] >= length
            keys.append(owners[:last][inside] * BUCKETS + (~crc[inside] % BUCKETS).astype(np.int64))
    # Sorting takes a hundredth of the time of np.unique.
    ordered = np.sort(np.concatenate(keys))
    distinct = ordered[np.diff(ordered, prepend=-1) > 0]
    return distinct // BUCKETS, distinct % BUCKETS


def _crc_table() -> NDArray[np.uint32]:
    """Return the table of CRC-32 (ISO 3309), with which :mod:`zlib` computes it byte by byte."""
    table = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        table = np.where(table & 1, (table >> 1) ^ np.uint32(_CRC_POLYNOMIAL), table >> 1)
    return table


_CRC_START, _CRC_POLYNOMIAL = 0xFFFFFFFF, 0xEDB88320
_CRC_TABLE = _crc_table()


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
    owners, columns = grams_of_words(lowered)
    counts = np.bincount(owners, minlength=len(lowered))
    starts = np.concatenate([[0], np.cumsum(counts)])
    weights: NDArray[np.float64] = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts)
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
    owners, hashes = grams_of_words(lowered)
    counts = np.bincount(owners, minlength=len(lowered))
    of_grams = weights[DENSE + hashes].astype(np.float64)
    # One sum and one product for each word: its values do not depend on the other words, not even
    # in their last digit.
    sums = [np.bincount(owners, of_norm, len(lowered)) for of_norm in of_grams.T]
    letters = np.column_stack(sums) / np.sqrt(np.maximum(counts, 1))[:, None]
    values = (dense[:, None] @ weights[:DENSE].astype(np.float64))[:, 0]
    return np.asarray(values + (letters + weights[-1]))
