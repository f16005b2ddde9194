"""Results that are kept in memory: of words, and rows of numbers."""

from __future__ import annotations

from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from lcp.base.array_types import Floats
Key = TypeVar("Key")
Value = TypeVar("Value")

#: With more, a text of 200,000 words is hardly read faster, and the server needs more memory.
CACHED_WORDS = 10_240
#: Size of a cache of what takes long to compute, above the number of words of a corpus.
CACHED_LONG = 65_536


class RowCache:
    """The most recently used rows of numbers, such as the features of words.

    Threads may share a cache; a copy of it is empty.

    Parameters
    ----------
    width : int
        Length of the rows.
    maxsize : int
        Maximum number of rows.
    """

    def __init__(self, width: int, maxsize: int) -> None:
        self._arguments = width, maxsize
        # The rows that were used last are at the end.
        self._rows: dict[Hashable, Any] = {}
        self._lock = Lock()

    def rows(
        self, keys: Sequence[Hashable], compute: Callable[[list[int]], Iterable[Any]]
    ) -> Floats:
        """Return the rows of keys as an array of shape (n_keys, width); see :meth:`values`."""
        # Not at import: commands without numbers import the other caches.
        import numpy as np

        rows = np.array(self.values(keys, compute), dtype=np.float64)
        return rows.reshape(len(keys), self._arguments[0])

    def values(
        self, keys: Sequence[Hashable], compute: Callable[[list[int]], Iterable[Any]]
    ) -> list[Any]:
        """Return the value of each key.

        `compute` gets the place of each distinct key that is not in the cache, and returns the
        values of these keys.
        """
        places: dict[Hashable, int] = {}
        for index, key in enumerate(keys):
            places.setdefault(key, index)
        with self._lock:
            rows = {key: self._rows.pop(key) for key in places if key in self._rows}
            self._rows |= rows
        if new := [key for key in places if key not in rows]:
            computed = dict(zip(new, compute([places[key] for key in new]), strict=True))
            rows |= computed
            with self._lock:
                self._rows |= computed
                excess = max(0, len(self._rows) - self._arguments[1])
                for key in list(islice(self._rows, excess)):
                    del self._rows[key]
        return [*map(rows.__getitem__, keys)]

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._arguments


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
