"""Counts of adjacent words, and measures of their association."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lcp.base.caches import cached_property

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats, Ints

#: Name, description and unit of each measure, in the order of :func:`measures`.
MEASURES = (
    ("log_count", "occurrences of the word pair", "log10(count + 1)"),
    (
        "smoothed_pmi",
        "pointwise mutual information, 0.5 added to observed and expected count",
        "bits",
    ),
    ("pmi", "pointwise mutual information", "bits"),
    ("t_score", "t-score: (observed - expected) / sqrt(observed)", "standard errors"),
    ("z_score", "z-score: (observed - expected) / sqrt(expected)", "standard errors"),
    ("dice", "Dice coefficient", "0-1"),
    ("second_given_first", "share of the first word's occurrences that the second follows", "0-1"),
    ("first_given_second", "share of the second word's occurrences that the first precedes", "0-1"),
    ("log_likelihood", "simple log-likelihood, negative below expectation", "G2"),
)

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]


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

    def counted(self, words: Ints) -> Bools:
        """Return whether pairs with these words were counted, shape (n,)."""
        return (words >= 0) & ~np.isin(words, self.left_out)

    def count(self, firsts: Ints, seconds: Ints) -> Floats:
        """Return the occurrences of word pairs, shape (n,).

        0 for pairs that are not stored; NaN if pairs with one of the words were not counted.
        """
        total = _look_up(self.keys, self.counts, self._keys(firsts, seconds)).astype(np.float64)
        total[~(self.counted(firsts) & self.counted(seconds))] = np.nan
        return total

    def count_by_register(self, firsts: Ints, seconds: Ints) -> Floats:
        """Return the occurrences of word pairs in each register, shape (n, n_registers)."""
        total = self.count(firsts, seconds)[:, None]
        width = self.registers - 1
        place = np.searchsorted(self.keys, self._keys(firsts, seconds))
        keys = place[:, None] * width + np.arange(width)
        # For a pair that is not stored, `place` is the index of another pair.
        others = np.where(total > 0, _look_up(self.register_keys, self.register_counts, keys), 0)
        split = np.hstack([total - others.sum(axis=1, keepdims=True), others])
        return np.where(np.isnan(total), np.nan, split)

    def neighbours(self, words: Ints) -> Floats:
        """Return the numbers of distinct words after and before each word; NaN if not counted.

        The shape is (n, 2).
        """
        return np.where(self.counted(words)[:, None], self._sides[words], np.nan)

    @cached_property
    def _sides(self) -> Integers:
        """Number of pairs in which each word is the first, and in which it is the second."""
        size = len(self.ranks)
        firsts, ranks = np.divmod(self.keys, max(size, 1))
        after, by_rank = (np.bincount(side, minlength=size) for side in (firsts, ranks))
        return np.column_stack([after, by_rank[self.ranks]])

    def _keys(self, firsts: Ints, seconds: Ints) -> Integers:
        return np.asarray(firsts, dtype=np.int64) * len(self.ranks) + self.ranks[seconds]


def _look_up(stored: Integers, counts: Integers, keys: Integers) -> Integers:
    """Return the counts of keys, 0 for those that are not stored."""
    if not len(stored):
        return np.zeros(keys.shape, dtype=np.int64)
    place = np.minimum(np.searchsorted(stored, keys), len(stored) - 1)
    return np.where(stored[place] == keys, counts[place].astype(np.int64), 0)


def inflated(stream: Bytes) -> Integers:
    """Decompress integers below 2³²; calculate with more than 32 bits."""
    return np.frombuffer(zlib.decompress(stream.tobytes()), dtype="<u4")


def unpack_pairs(
    packed: dict[str, Bytes], ranks: Integers, registers: int, left_out: NDArray[np.int32]
) -> PairCounts:
    """Return the pairs that a lexicon stores: differences of keys, and counts, compressed."""
    arrays = {name: inflated(stream) for name, stream in packed.items()}
    keys, register_keys = (
        np.cumsum(arrays[name], dtype=np.int64) for name in ("pair_steps", "register_steps")
    )
    counts, register_counts = (
        counts.astype(np.min_scalar_type(counts.max(initial=0)))
        for counts in (arrays["pair_counts"], arrays["register_counts"])
    )
    return PairCounts(keys, counts, register_keys, register_counts, registers, ranks, left_out)


def measures(pair: ArrayLike, first: ArrayLike, second: ArrayLike, tokens: int) -> Floats:
    """Return the association of pairs of words.

    O is the count of the pair, f1 and f2 are the counts of its words, N is the number of all words,
    and E = f1·f2 / N is the count expected of independent words. PMI = log2(O/E) (Church & Hanks
    1990), smoothed log2((O + ½)/(E + ½)) as in Evert's (2005) discounted odds ratio;
    t = (O - E)/√O, z = (O - E)/√E, Dice = 2·O/(f1 + f2), simple log-likelihood =
    2·(O·ln(O/E) - (O - E)) with the sign of O - E (Evert 2005).

    Parameters
    ----------
    pair, first, second : array-like of shape (n,)
        Counts. A pair has the count 0 if it does not occur, or is too rare to be stored.
    tokens : int
        Number of all words.

    Returns
    -------
    float array of shape (n, 9)
        Columns as in `MEASURES`; all but the first two are NaN where the pair's count is 0.

    Examples
    --------
    >>> measures([20], [100], [200], 10_000)[0, [2, 5]].round(3).tolist()
    [3.322, 0.133]
    """
    o, f1, f2 = np.asarray([pair, first, second], dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        e = f1 * f2 / tokens
        g2 = 2 * (o * np.log(o / e) - (o - e)) * np.sign(o - e)
        values = np.column_stack(
            [
                np.log10(o + 1),
                np.log2((o + 0.5) / (e + 0.5)),
                np.log2(o / e),
                (o - e) / np.sqrt(o),
                (o - e) / np.sqrt(e),
                2 * o / (f1 + f2),
                o / f1,
                o / f2,
                g2,
            ]
        )
    values[~(o > 0), 2:] = np.nan
    return values
