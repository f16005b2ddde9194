"""Pairs of adjacent words: how often each occurs, looked up at once and kept in few bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lcp.lexicon.varint import Bytes, Integers, decode_varints, encode_varints

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]


def frequency_ranks(counts: NDArray[np.integer]) -> Integers:
    """Rank of each word from 0, the most frequent first; equals in their order.

    >>> frequency_ranks(np.array([5, 9, 5])).tolist()
    [1, 0, 2]
    """
    ranks = np.empty(len(counts), dtype=np.int64)
    ranks[np.argsort(-counts.astype(np.int64), kind="stable")] = np.arange(len(counts))
    return ranks


@dataclass(frozen=True)
class PairCounts:
    """Counts of the pairs that occur, and of their words' distinct neighbours.

    Attributes
    ----------
    keys : int array of shape (n_pairs,)
        Ascending: number of the first word times n_words, plus rank of the second.
    counts : int array of shape (n_pairs,)
    register_keys : int array of shape (n_entries,)
        Ascending, for the pairs that occur in a register other than the first: place in
        `keys` times the number of these registers, plus number of the register.
    register_counts : int array of shape (n_entries,)
    registers : int
        Number of registers; what the others do not hold is the first one's.
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
        """Whether the pairs of words, by number, were counted; shape (n,)."""
        return (words >= 0) & ~np.isin(words, self.left_out)

    def count(self, firsts: Rows, seconds: Rows) -> Floats:
        """How often words follow each other.

        Parameters
        ----------
        firsts, seconds : int array of shape (n,)
            Numbers of words, -1 for what is not in the lexicon.

        Returns
        -------
        float array of shape (n,)
            0 where the words were not seen together as often as the pairs that are kept; NaN
            where pairs of a word were not counted.
        """
        found = _found(self.keys, self.counts, self._wanted(firsts, seconds)).astype(np.float64)
        found[~(self.counted(firsts) & self.counted(seconds))] = np.nan
        return found

    def count_by_register(self, firsts: Rows, seconds: Rows) -> Floats:
        """The same in each register, shape (n, n_registers)."""
        total = self.count(firsts, seconds)[:, None]
        others = self.registers - 1
        place = np.searchsorted(self.keys, self._wanted(firsts, seconds))
        wanted = place[:, None] * others + np.arange(others)
        # A pair that does not occur has the place of another.
        found = np.where(total > 0, _found(self.register_keys, self.register_counts, wanted), 0)
        split = np.hstack([total - found.sum(axis=1, keepdims=True), found])
        return np.where(np.isnan(total), np.nan, split)

    def followers(self, words: Rows) -> Floats:
        """Distinct words after each word, shape (n,); NaN where they were not counted."""
        return self._neighbours(self._sides[0], words)

    def preceders(self, words: Rows) -> Floats:
        """Distinct words before each word, shape (n,); NaN where they were not counted."""
        return self._neighbours(self._sides[1], words)

    @cached_property
    def _sides(self) -> tuple[Integers, Integers]:
        """Pairs that each word is the first of, and those that it is the second of."""
        size = len(self.ranks)
        firsts, ranks = np.divmod(self.keys, max(size, 1))
        after, by_rank = (np.bincount(side, minlength=size) for side in (firsts, ranks))
        return after, by_rank[self.ranks]

    def _neighbours(self, numbers: Integers, words: Rows) -> Floats:
        return np.where(self.counted(words), numbers[words], np.nan)

    def _wanted(self, firsts: Rows, seconds: Rows) -> Integers:
        return np.asarray(firsts, dtype=np.int64) * len(self.ranks) + self.ranks[seconds]


def _found(keys: Integers, counts: Integers, wanted: Integers) -> Integers:
    """Counts of the wanted keys, 0 for those that are not there."""
    if not len(keys):
        return np.zeros(wanted.shape, dtype=np.int64)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[place] == wanted, counts[place], 0)


def pack_pairs(
    pairs: Integers, counts: Integers, ranks: Integers, room: int
) -> tuple[dict[str, Bytes], int]:
    """Pairs in few bytes.

    Ascending keys are kept as their differences, which are small since the second words are
    numbered by frequency; twice the difference less one, plus one where the count is more
    than one. Only such counts are kept, less two. All are variable-byte numbers.

    Parameters
    ----------
    pairs : int array of shape (n_pairs, 2)
        Numbers of the first and the second word; each pair once.
    counts : int array of shape (n_pairs, n_registers)
        Occurrences in each register, best the largest register first: what the others have
        beside it takes room.
    ranks : int array of shape (n_words,)
        See :func:`frequency_ranks`.
    room : int
        Bytes that the pairs may take.

    Returns
    -------
    arrays : dict of str to uint8 array
        ``pair_steps``, ``pair_repeats``, ``register_steps``, ``register_repeats``.
    minimum : int
        The least count that was kept, one unless the pairs do not fit.
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
    """Pairs of :func:`pack_pairs`.

    Raises
    ------
    ValueError
        When the arrays contradict each other.
    """
    keys, counts = _unpack(packed["pair_steps"], packed["pair_repeats"])
    own_keys, own_counts = _unpack(packed["register_steps"], packed["register_repeats"])
    limits = (keys, len(ranks) ** 2), (own_keys, len(keys) * (registers - 1))
    if any(len(numbers) and numbers[-1] >= limit for numbers, limit in limits):
        raise ValueError("its pairs are of words that it does not hold")
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
        raise ValueError("its pairs and their counts do not fit each other")
    counts = np.ones(len(numbers), dtype=np.int64)
    counts[repeated] = beyond + 2
    keys = np.cumsum((numbers >> 1) + 1) - 1
    if len(keys) and (np.diff(keys) <= 0).any():
        raise ValueError("its pairs are out of order")
    return keys, counts
