"""Find many listed sequences of numbers in a long sequence at once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Ints


#: Multiplier of Fibonacci hashing: 2**64 divided by the golden ratio (Knuth 1998, section 6.4).
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Occurrences(NamedTuple):
    """Where sequences occur: an array of shape (n_occurrences,) for each fact.

    Attributes
    ----------
    rows : int array
        Index of the sequence.
    starts, ends : int arrays
        First place, and the place after the last.
    gap_starts, gap_ends : int arrays
        Places of the gap that divides the occurrence; equal if nothing divides it.
    """

    rows: Ints
    starts: Ints
    ends: Ints
    gap_starts: Ints
    gap_ends: Ints

    def take(self, which: Ints | Bools | slice) -> Occurrences:
        """Return some of the occurrences."""
        return Occurrences(*[column[which] for column in self])

    @classmethod
    def joined(cls, parts: Iterable[Occurrences]) -> Occurrences:
        """Return the occurrences of all parts."""
        return cls(*map(np.concatenate, zip(*parts, strict=True)))


class Sequences:
    """A tree of sequences, whose branches are sorted keys: a node and the number that follows.

    Parameters
    ----------
    listed : sequence of sequences of int
        Sequences of numbers from 1. Of equal ones, the first counts.
    gaps : int array of shape (n_sequences,)
        Largest number of places that may divide each sequence.

    Examples
    --------
    >>> sequences = Sequences([[1, 2], [1, 2, 3]], np.array([1, 0]))
    >>> found = sequences.find(np.array([[1], [2], [3], [1], [0], [2]]), np.full(6, 6))
    >>> [*zip(*(column.tolist() for column in found))]
    [(0, 0, 2, 0, 0), (0, 3, 6, 4, 5), (1, 0, 3, 0, 0)]
    """

    def __init__(self, listed: Sequence[Sequence[int]], gaps: NDArray[Any]) -> None:
        lengths = np.array([*map(len, listed)])
        flat = np.fromiter(chain.from_iterable(listed), np.intp, lengths.sum())
        firsts = np.cumsum(lengths) - lengths
        self._width = int(flat.max()) + 1
        self._gaps = gaps.astype(np.intp)
        nodes, count = np.zeros(len(listed), dtype=np.intp), 1
        levels, skips = [], [np.zeros(1, dtype=np.intp)]
        for depth in range(lengths.max()):
            rows = np.flatnonzero(lengths > depth)
            keys = nodes[rows] * self._width + flat[firsts[rows] + depth]
            distinct, numbers = np.unique(keys, return_inverse=True)
            nodes[rows] = count + numbers
            count += len(distinct)
            levels.append(distinct)
            skips.append(np.zeros(len(distinct), dtype=np.intp))
            continued = lengths[rows] > depth + 1
            np.maximum.at(skips[-1], numbers[continued], self._gaps[rows[continued]])
        #: Key of the branch to each node, from node 1; and the largest gap after each node.
        self._keys, self._skips = np.concatenate(levels), np.concatenate(skips)
        self._rows = np.full(count, -1, dtype=np.intp)
        self._rows[nodes[::-1]] = np.arange(len(listed))[::-1]
        #: Node of each number that begins a sequence.
        self._firsts = np.zeros(self._width, dtype=np.intp)
        self._firsts[levels[0]] = 1 + np.arange(len(levels[0]))
        # At least 16 places for each branch, so that few other keys have the hash of one.
        bits = count.bit_length() + 4
        self._shift = np.uint64(64 - bits)
        self._hashes = np.zeros(1 << bits, dtype=bool)
        self._hashes[self._hash(self._keys)] = True

    def find(self, options: Ints, stops: Ints) -> Occurrences:
        """Return where sequences occur, with at most one gap, in no particular order.

        Parameters
        ----------
        options : int array of shape (n_places, n_options)
            Numbers of the listed sequences that each place may have; 0 for none.
        stops : int array of shape (n_places,)
            Where the sequences that begin at each place must end.
        """
        starts = np.tile(np.arange(len(options)), options.shape[1])
        none = np.zeros_like(starts)
        # Their rows are nodes until the end.
        states = Occurrences(self._firsts[options.T.ravel()], starts, starts + 1, none, none)
        states = states.take(states.rows > 0)
        complete = [states.take(slice(0))]
        while len(states.rows):
            rows = self._rows[states.rows]
            sizes = states.gap_ends - states.gap_starts
            complete.append(states.take((rows >= 0) & (sizes <= self._gaps[rows])))
            steps = []
            for before in (states, self._after_gaps(states.take(sizes == 0))):
                possible = before.take(before.ends < stops[before.starts])
                numbers = options[possible.ends].T.ravel()
                given = np.flatnonzero(numbers)
                owners = given % max(1, len(possible.rows))
                nodes = self._children(possible.rows[owners], numbers[given])
                step = possible.take(owners[nodes > 0])
                steps.append(step._replace(rows=nodes[nodes > 0], ends=step.ends + 1))
            states = Occurrences.joined(steps)
        occurrences = Occurrences.joined(complete)
        return occurrences._replace(rows=self._rows[occurrences.rows])

    def _after_gaps(self, states: Occurrences) -> Occurrences:
        """Return states after a gap of each possible size."""
        counts = self._skips[states.rows]
        sizes = 1 + np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        states = states.take(np.repeat(np.arange(len(counts)), counts))
        ends = states.ends + sizes
        return states._replace(ends=ends, gap_starts=states.ends, gap_ends=ends)

    def _children(self, nodes: Ints, numbers: Ints) -> Ints:
        """Return the node that follows each node with a number; 0 if there is none."""
        keys = nodes * self._width + numbers
        possible = np.flatnonzero(self._hashes[self._hash(keys)])
        keys = keys[possible]
        places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        children = np.zeros(len(numbers), dtype=np.intp)
        children[possible] = np.where(self._keys[places] == keys, places + 1, 0)
        return children

    def _hash(self, keys: Ints) -> NDArray[np.uint64]:
        return (keys.astype(np.uint64) * _GOLDEN) >> self._shift
