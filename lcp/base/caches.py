"""Results that are kept in memory, for threads, and for processes that are forked meanwhile."""

from __future__ import annotations

import os
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence
    from functools import cached_property as cached_property  # noqa: PLC0414 - for importers

    from lcp.base.array_types import Floats
else:

    class cached_property:  # noqa: N801 - as in functools, which holds a lock in Python 3.11
        """An attribute that a method computes at the first access."""

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            self._compute, self.__doc__ = compute, compute.__doc__

        def __get__(self, instance: Any, owner: type | None = None) -> Any:
            if instance is None:
                return self
            value = instance.__dict__[self._compute.__name__] = self._compute(instance)
            return value


#: With more, a text of 200,000 words is hardly read faster, and the server needs more memory.
CACHED_WORDS = 10_240
#: Distinct tokens of running text, about 50 MB.
CACHED_TOKENS = 32_768
#: Size of a cache of what takes long to compute, above the number of words of a corpus.
CACHED_LONG = 65_536


def module_lock() -> Lock:
    """Return a lock that is free in a forked process, whatever the other threads were doing."""
    lock = Lock()
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(
            before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
        )
    return lock


class RowCache:
    """Rows of numbers, such as the features of words, that were used lately.

    Threads may share a cache; a copy of it is empty. The rows are in two parts. When the first is
    full, it replaces the second: what was not used since is forgotten.

    Parameters
    ----------
    width : int
        Length of the rows.
    maxsize : int
        Maximum number of rows.
    """

    def __init__(self, width: int, maxsize: int) -> None:
        self._arguments = width, maxsize
        self._parts: tuple[dict[Hashable, Any], dict[Hashable, Any]] = {}, {}

    def rows(
        self, keys: Sequence[Hashable], compute: Callable[[list[Any]], Iterable[Any]]
    ) -> Floats:
        """Return the rows of keys as an array of shape (n_keys, width); see :meth:`values`."""
        # Not at import: commands without numbers import the other caches.
        import numpy as np

        rows = np.array(self.values(keys, compute), dtype=np.float64)
        return rows.reshape(len(keys), self._arguments[0])

    def values(
        self, keys: Sequence[Hashable], compute: Callable[[list[Any]], Iterable[Any]]
    ) -> list[Any]:
        """Return the value of each key.

        `compute` gets the distinct keys that are not in the cache, and returns their values.
        """
        recent, older = self._parts
        missing = dict.fromkeys([key for key in keys if key not in recent])
        added = {key: older[key] for key in missing if key in older}
        if new := [key for key in missing if key not in added]:
            added |= zip(new, compute(new), strict=True)
        values = [added[key] if key in added else recent[key] for key in keys]
        if added:
            size = self._arguments[1] // 2
            if len(recent) + len(added) > size:
                # One assignment: other threads use the parts that they have.
                recent, older = {}, recent
                self._parts = recent, older
            recent.update(islice(added.items(), size))
        return values

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self._arguments
