"""Whole numbers in as few bytes as each of them needs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

#: Bits of a number that each byte holds; the eighth says that another byte follows.
_BITS = 7
#: Bytes of the largest number, 2**63 - 1.
_LONGEST = 9


def encode_varints(values: Integers) -> Bytes:
    """Variable-byte code (Williams & Zobel 1999): seven bits a byte, the lowest first.

    Parameters
    ----------
    values : int array of shape (n,)
        None of them negative.

    Returns
    -------
    uint8 array

    Examples
    --------
    >>> encode_varints(np.array([5, 300])).tolist()
    [5, 172, 2]
    """
    lengths = np.ones(len(values), dtype=np.int64)
    for place in range(1, _LONGEST):
        lengths += values >= 1 << _BITS * place
    starts = np.cumsum(lengths) - lengths
    stream = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for place in range(int(lengths.max(initial=0))):
        reaching = lengths > place
        more = lengths[reaching] > place + 1
        low = values[reaching] >> _BITS * place & 127
        stream[starts[reaching] + place] = low + 128 * more
    return stream


def decode_varints(stream: Bytes) -> Integers:
    """Numbers of :func:`encode_varints`.

    Raises
    ------
    ValueError
        When the stream ends within a number, or a number is longer than any can be.

    Examples
    --------
    >>> decode_varints(np.array([5, 172, 2], dtype=np.uint8)).tolist()
    [5, 300]
    """
    ends = np.flatnonzero(stream < 128)  # noqa: PLR2004 - the eighth bit
    if len(stream) and (not len(ends) or ends[-1] != len(stream) - 1):
        raise ValueError("its numbers are cut short")
    lengths = np.diff(ends, prepend=-1)
    if lengths.max(initial=0) > _LONGEST:
        raise ValueError("it holds a number that is too large")
    values = stream[ends].astype(np.int64)
    for place in range(1, int(lengths.max(initial=0))):
        reaching = np.flatnonzero(lengths > place)
        values[reaching] = values[reaching] << _BITS | stream[ends[reaching] - place] & 127
    return values
