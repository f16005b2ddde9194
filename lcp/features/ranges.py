"""Values of ranges of an array, such as the words of each sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.arrays import Floats, Ints


def least_of(values: Floats, starts: Ints, ends: Ints) -> Floats:
    """Return the least value in each range ``[start, end)``; infinity for an empty one.

    >>> least_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [1.0, inf, 2.0]
    """
    least = np.full(len(starts), np.inf)
    filled = np.flatnonzero(ends > starts)
    if len(filled):
        # reduceat also reduces the gaps between ranges.
        edges = np.column_stack([starts[filled], ends[filled]]).ravel()
        least[filled] = np.minimum.reduceat(np.append(values, np.inf), edges)[::2]
    return least


def total_of(values: NDArray[Any], starts: Ints, ends: Ints) -> Floats:
    """Return the sum of each range ``[start, end)``; 0 for an empty one.

    >>> total_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [4.0, 0.0, 2.0]
    """
    lengths = ends - starts
    owners = np.repeat(np.arange(len(starts)), lengths)
    places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths - starts, lengths)
    sums = np.bincount(owners, weights=values[places], minlength=len(starts))
    return np.asarray(sums, dtype=np.float64)
