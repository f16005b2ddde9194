"""Compressed counts of adjacent words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lcp.lexicon.varint import Bytes, Integers, decode_varints, encode_varints

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


def frequency_ranks(counts: NDArray[np.integer]) -> Integers:
    """Return the rank of each word, 0 for the most frequent; ties keep their order.

    >>> frequency_ranks(np.array([5, 9, 5])).tolist()
    [1, 0, 2]
    """
    ranks = np.empty(len(counts), dtype=np.int64)
    ranks[np.argsort(-counts.astype(np.int64), kind="stable")] = np.arange(len(counts))
    return ranks


@dataclass(frozen=True)
class PairCounts:
    """Counts of word pairs, and of the distinct neighbours of words.

    Words are given by their numbers in the lexicon, -1 for words outside it.

    Attributes
    ----------
    keys : int array of shape (n_pairs,)
        Number of the first word times n_words, plus rank of the second; sorted.
    counts : int array of shape (n_pairs,)
        Occurrences of each pair.
    register_keys : int array of shape (n_entries,)
        For pairs that occur in another register than the first: index in `keys` times the number
        of other registers, plus number of the register; sorted.
    register_counts : int array of shape (n_entries,)
        Occurrences in these registers. The remainder of `counts` is in the first register.
    registers : int
        Number of registers.
    ranks : int array of shape (n_words,)
        See :func:`frequency_ranks`.
    left_out : int array
        Numbers of the words whose pairs were not counted.
    """

    keys: Integers
    counts: Integers
    register_keys: Integers
    register_counts: Integers
    registers: int
    ranks: Integers
    left_out: NDArray[np.int32]

    def counted(self, words: Rows) -> NDArray[np.bool_]:
        """Return whether pairs with these words were counted, shape (n,)."""
        return (words >= 0) & ~np.isin(words, self.left_out)

    def count(self, firsts: Rows, seconds: Rows) -> Floats:
        """Return the occurrences of word pairs, shape (n,).

        0 for pairs that are not stored; NaN if pairs with one of the words were not counted.
        """
        total = _look_up(self.keys, self.counts, self._keys(firsts, seconds)).astype(np.float64)
        total[~(self.counted(firsts) & self.counted(seconds))] = np.nan
        return total

    def count_by_register(self, firsts: Rows, seconds: Rows) -> Floats:
        """Return the occurrences of word pairs in each register, shape (n, n_registers)."""
        total = self.count(firsts, seconds)[:, None]
        others = self.registers - 1
        place = np.searchsorted(self.keys, self._keys(firsts, seconds))
        keys = place[:, None] * others + np.arange(others)
        # For a pair that is not stored, `place` is the index of another pair.
        own = np.where(total > 0, _look_up(self.register_keys, self.register_counts, keys), 0)
        split = np.hstack([total - own.sum(axis=1, keepdims=True), own])
        return np.where(np.isnan(total), np.nan, split)

    def followers(self, words: Rows) -> Floats:
        """Return the number of distinct words after each word, shape (n,); NaN if not counted."""
        return self._neighbours(self._sides[0], words)

    def preceders(self, words: Rows) -> Floats:
        """Return the number of distinct words before each word, shape (n,); NaN if not counted."""
        return self._neighbours(self._sides[1], words)

    @cached_property
    def _sides(self) -> tuple[Integers, Integers]:
        """Number of pairs in which each word is the first, and in which it is the second."""
        size = len(self.ranks)
        firsts, ranks = np.divmod(self.keys, max(size, 1))
        after, by_rank = (np.bincount(side, minlength=size) for side in (firsts, ranks))
        return after, by_rank[self.ranks]

    def _neighbours(self, numbers: Integers, words: Rows) -> Floats:
        return np.where(self.counted(words), numbers[words], np.nan)

    def _keys(self, firsts: Rows, seconds: Rows) -> Integers:
        return np.asarray(firsts, dtype=np.int64) * len(self.ranks) + self.ranks[seconds]


def _look_up(stored: Integers, counts: Integers, keys: Integers) -> Integers:
    """Return the counts of keys, 0 for those that are not stored."""
    if not len(stored):
        return np.zeros(keys.shape, dtype=np.int64)
    place = np.minimum(np.searchsorted(stored, keys), len(stored) - 1)
    return np.where(stored[place] == keys, counts[place], 0)


def pack_pairs(
    pairs: Integers, counts: Integers, ranks: Integers, room: int
) -> tuple[dict[str, Bytes], int]:
    """Compress the counts of word pairs.

    The sorted keys of :class:`PairCounts` are stored as differences, which are small because the
    second words are numbered by frequency: twice the difference minus one, plus one if the count
    is above 1. Only counts above 1 are stored, minus two. All are variable-byte numbers.

    Parameters
    ----------
    pairs : int array of shape (n_pairs, 2)
        Numbers of the first and the second word; each pair once.
    counts : int array of shape (n_pairs, n_registers)
        Occurrences in each register. The result is smallest if the largest register is first.
    ranks : int array of shape (n_words,)
        See :func:`frequency_ranks`.
    room : int
        Maximum size of the result in bytes.

    Returns
    -------
    arrays : dict of str to uint8 array
        ``pair_steps``, ``pair_repeats``, ``register_steps``, ``register_repeats``.
    minimum : int
        Minimum count of the stored pairs: 1 if all of them fit.
    """
    keys = pairs[:, 0] * len(ranks) + ranks[pairs[:, 1]]
    order = np.argsort(keys)
    keys, counts = keys[order], counts[order]
    totals = counts.sum(axis=1)
    minimum = 1
    while True:
        kept = totals >= minimum
        others = counts[kept, 1:]
        place, register = np.nonzero(others)
        steps, repeats = _pack(keys[kept], totals[kept])
        register_steps, register_repeats = _pack(
            place * others.shape[1] + register, others[place, register]
        )
        packed = {
            "pair_steps": steps,
            "pair_repeats": repeats,
            "register_steps": register_steps,
            "register_repeats": register_repeats,
        }
        if sum(len(stream) for stream in packed.values()) <= room:
            return packed, minimum
        minimum += 1


def unpack_pairs(
    packed: dict[str, Bytes], ranks: Integers, registers: int, left_out: NDArray[np.int32]
) -> PairCounts:
    """Return the pairs compressed by :func:`pack_pairs`.

    Raises
    ------
    ValueError
        If the arrays are inconsistent.
    """
    keys, counts = _unpack(packed["pair_steps"], packed["pair_repeats"])
    own_keys, own_counts = _unpack(packed["register_steps"], packed["register_repeats"])
    limits = (keys, len(ranks) ** 2), (own_keys, len(keys) * (registers - 1))
    if any(len(numbers) and numbers[-1] >= limit for numbers, limit in limits):
        raise ValueError("a word or register of a pair is out of range")
    return PairCounts(keys, counts, own_keys, own_counts, registers, ranks, left_out)


def _pack(keys: Integers, counts: Integers) -> tuple[Bytes, Bytes]:
    repeated = counts > 1
    steps = 2 * (np.diff(keys, prepend=-1) - 1) + repeated
    return encode_varints(steps), encode_varints(counts[repeated] - 2)


def _unpack(steps: Bytes, repeats: Bytes) -> tuple[Integers, Integers]:
    numbers = decode_varints(steps)
    repeated = (numbers & 1).astype(np.bool_)
    beyond = decode_varints(repeats)
    if len(beyond) != np.count_nonzero(repeated):
        raise ValueError("the numbers of pairs and counts differ")
    counts = np.ones(len(numbers), dtype=np.int64)
    counts[repeated] = beyond + 2
    keys = np.cumsum((numbers >> 1) + 1) - 1
    if len(keys) and (np.diff(keys) <= 0).any():
        raise ValueError("the pairs are not sorted")
    return keys, counts
