"""A cache of word-level features for running text, where most words recur."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from cachetools import LRUCache

from lcp.columns import selected
from lcp.extractors.base import Extractor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.extractors.base import Feature

#: Words that each family caches by default.
MAXSIZE = 16_384


class WordCache(Extractor):
    """A word-level family that caches its features. Threads may share it.

    Parameters
    ----------
    family : Extractor
        Fitted family of the level ``word``.
    maxsize : int, default=16384
        Number of cached words. The least recently used are evicted first.
    """

    level = "word"

    def __init__(self, family: Extractor, *, maxsize: int = MAXSIZE) -> None:
        self.family = family
        self.maxsize = maxsize
        self._rows: LRUCache[str, NDArray[np.float64]] = LRUCache(maxsize)
        self._lock = Lock()

    def resources(self) -> tuple[str, ...]:
        """Return the resources of the family."""
        return self.family.resources()

    def features(self) -> Sequence[Feature]:
        """Describe the columns of the family."""
        return self.family.features()

    def learned(self) -> dict[str, Any]:
        """Return the fitted attributes of the family."""
        return self.family.learned()

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Return cached features, and compute those of new words."""
        words = columns["word"]
        with self._lock:
            rows = {word: self._rows[word] for word in words if word in self._rows}
        new = [word not in rows for word in words]
        if any(new):
            unseen = selected(columns, new)
            values = self.family.measure(unseen)
            # A copy of each row: a view would keep the whole batch in memory.
            computed = {word: row.copy() for word, row in zip(unseen["word"], values, strict=True)}
            with self._lock:
                self._rows.update(computed)
            rows |= computed
        width = len(self.column_names()) if not words else -1
        return np.array([rows[word] for word in words]).reshape(len(words), width)
