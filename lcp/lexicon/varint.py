"""Variable-byte code for non-negative integers (Williams & Zobel 1999)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Integers = NDArray[np.int64]

#: Bits of the number in each byte. The eighth bit is set if another byte follows.
_BITS = 7
_LOW, _MORE = 127, 128
#: Bytes of the largest number, 2**63 - 1.
_LONGEST = 9


def encode_varints(values: Integers) -> Bytes:
    """Encode non-negative integers, each as groups of seven bits, the lowest first.

    >>> encode_varints(np.array([5, 300])).tolist()
    [5, 172, 2]
    """
    lengths = np.ones(len(values), dtype=np.int64)
    for place in range(1, _LONGEST):
        lengths += values >= 1 << _BITS * place
    starts = np.cumsum(lengths) - lengths
    stream = np.zeros(int(lengths.sum()), dtype=np.uint8)
    for place in range(int(lengths.max(initial=0))):
        long = lengths > place
        more = lengths[long] > place + 1
        stream[starts[long] + place] = (values[long] >> _BITS * place & _LOW) + _MORE * more
    return stream


def decode_varints(stream: Bytes) -> Integers:
    """Decode the result of :func:`encode_varints`.

    Raises
    ------
    ValueError
        If the last number is incomplete, or a number is too large for 64 bits.

    Examples
    --------
    >>> decode_varints(np.array([5, 172, 2], dtype=np.uint8)).tolist()
    [5, 300]
    """
    ends = np.flatnonzero(stream < _MORE)
    if len(stream) and (not len(ends) or ends[-1] != len(stream) - 1):
        raise ValueError("the last number is incomplete")
    lengths = np.diff(ends, prepend=-1)
    if lengths.max(initial=0) > _LONGEST:
        raise ValueError("a number is too large")
    values = stream[ends].astype(np.int64)
    for place in range(1, int(lengths.max(initial=0))):
        long = np.flatnonzero(lengths > place)
        values[long] = values[long] << _BITS | stream[ends[long] - place] & _LOW
    return values
