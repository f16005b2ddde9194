"""In-memory table of the features of words, computed once for each distinct word."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.lemmas import lemma
from lcp.features.family import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lcp.features.family import Floats

#: Words whose features are kept in memory.
MAXSIZE = 32_768


class WordTable:
    """Features of words, by an index of the words and one matrix. Threads may share a table.

    Parameters
    ----------
    measure : callable
        Function of :class:`Words` that returns their features, shape (n_words, width).
    width : int
        Number of features.
    """

    def __init__(self, measure: Callable[[Words], Floats], width: int) -> None:
        self._measure = measure
        self._width = width
        self._lock = Lock()
        self._rows: dict[str, int] = {}
        self._values = np.empty((0, width))

    def measure(self, words: Sequence[str]) -> Floats:
        """Return the features of distinct words, shape (n_words, width).

        New words are added to the table. When it is full, it starts again with the new words.
        """
        with self._lock:
            rows = np.array([self._rows.get(word, -1) for word in words], dtype=np.intp)
            listed = rows >= 0
            values = np.empty((len(words), self._width))
            values[listed] = self._values[rows[listed]]
        new = np.flatnonzero(~listed)
        if len(new):
            unseen = [words[place] for place in new.tolist()]
            computed = self._measure(Words(unseen, [lemma(word) for word in unseen]))
            values[new] = computed
            self._add(unseen, computed)
        return values

    def _add(self, words: list[str], values: Floats) -> None:
        with self._lock:
            if len(self._rows) + len(words) > MAXSIZE:
                self._rows.clear()
            for word, row in zip(words[:MAXSIZE], values, strict=False):
                number = self._rows.setdefault(word, len(self._rows))
                if number >= len(self._values):
                    # Views of the old matrix stay valid for other threads.
                    grown = np.empty((min(2 * number + 64, MAXSIZE), self._width))
                    grown[: len(self._values)] = self._values
                    self._values = grown
                self._values[number] = row
