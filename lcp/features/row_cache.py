"""Rows of numbers in memory, such as the features of words, computed once for each key."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from cachetools import LRUCache

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from numpy.typing import NDArray


class RowCache:
    """The most recently used rows. Threads may share a cache; a copy of it is empty.

    Parameters
    ----------
    width : int
        Length of the rows.
    maxsize : int
        Maximum number of rows.
    """

    def __init__(self, width: int, maxsize: int) -> None:
        self._arguments = width, maxsize
        self._rows: LRUCache[Hashable, Any] = LRUCache(maxsize)
        self._lock = Lock()

    def rows(
        self, keys: Sequence[Hashable], compute: Callable[[list[int]], Iterable[Any]]
    ) -> NDArray[np.float64]:
        """Return the rows of keys, shape (n_keys, width).

        `compute` gets the place of each distinct key that is not in the cache, and returns the
        rows of these keys.
        """
        with self._lock:
            rows = {key: self._rows[key] for key in set(keys) if key in self._rows}
        new: dict[Hashable, int] = {}
        for place, key in enumerate(keys):
            if key not in rows:
                new.setdefault(key, place)
        if new:
            computed = dict(zip(new, compute(list(new.values())), strict=True))
            rows |= computed
            with self._lock:
                self._rows.update(computed)
        values = np.array([rows[key] for key in keys], dtype=np.float64)
        return values.reshape(len(keys), self._arguments[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._arguments
