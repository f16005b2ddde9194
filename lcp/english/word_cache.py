"""Results per word that are kept in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Key = TypeVar("Key")
Value = TypeVar("Value")

#: With more, a text of 200,000 words is hardly read faster, and the server needs more memory.
CACHED_WORDS = 10_240
#: Size of a cache of what takes long to compute, above the number of words of a corpus.
CACHED_LONG = 65_536


class Computed(dict[Key, Value]):
    """Values that a function computes at the first access to their key.

    >>> lengths = Computed(len)
    >>> lengths["river"], dict(lengths)
    (5, {'river': 5})
    """

    def __init__(self, compute: Callable[[Key], Value]) -> None:
        self._compute = compute

    def __missing__(self, key: Key) -> Value:
        value = self[key] = self._compute(key)
        return value
