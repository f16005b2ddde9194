"""Word-level features of the words met so far: one row each, computed once."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.text import lemma
from lcp.features.word_file import WordFile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.extractors.base import Extractor
    from lcp.resources.store import Store

    Floats = NDArray[np.float64]

#: Words whose features are kept in memory.
MAXSIZE = 32_768
#: New words at once from which the features in the user cache are read.
_MANY = 500


def word_tables(
    extractors: Mapping[str, Extractor], kept: Mapping[str, NDArray[np.intp]], store: Store
) -> dict[str, WordTable]:
    """Return the table of each word-level family.

    Families of this package that do not learn share one, whose features are kept in the user cache.
    Those that learn, and those of other packages, share another.
    """
    own: dict[str, Extractor] = {}
    others: dict[str, Extractor] = {}
    for name, family in extractors.items():
        if family.level == "word":
            of_package = type(family).__module__.startswith("lcp.extractors.")
            (own if of_package and not family.learns else others)[name] = family
    tables: dict[str, WordTable] = {}
    for families, file in ((own, WordFile(own, kept, store)), (others, None)):
        table = WordTable(families, kept, file)
        tables |= dict.fromkeys(families, table)
    return tables


class WordTable:
    """Features of words from several families, by an index of the words and one matrix.

    Threads may share a table.

    Parameters
    ----------
    families : mapping of str to Extractor
        Fitted families of the level ``word``.
    kept : mapping of str to int array
        Columns of each family that are needed.
    file : WordFile, optional
        Where features are kept for other processes. Default: nowhere.
    """

    _numbers: dict[str, int]
    _values: Floats

    def __init__(
        self,
        families: Mapping[str, Extractor],
        kept: Mapping[str, NDArray[np.intp]],
        file: WordFile | None = None,
    ) -> None:
        self._families = families
        self._kept = kept
        self._file = file
        self._width = sum(len(kept[name]) for name in families)
        self._clear()

    def measure(self, words: Sequence[str]) -> dict[str, Floats]:
        """Return the features of distinct words by family, shape (n_words, n_features) each.

        New words are added to the table. When it is full, it starts again with the new words.
        """
        with self._lock:
            rows = np.array([self._numbers.get(word, -1) for word in words], dtype=np.intp)
            listed = rows >= 0
            values = np.empty((len(words), self._width))
            values[listed] = self._values[rows[listed]]
        new = np.flatnonzero(~listed)
        if len(new):
            unseen = [words[place] for place in new.tolist()]
            computed = self._read_or_compute(unseen)
            values[new] = computed
            self._add(unseen, computed)
        ends = np.cumsum([len(self._kept[name]) for name in self._families])
        return dict(zip(self._families, np.split(values, ends[:-1], axis=1), strict=True))

    def _read_or_compute(self, words: list[str]) -> Floats:
        if self._file is None or (len(words) < _MANY and not self._file.is_open):
            return self._compute(words)
        listed, stored = self._file.look_up(words)
        values = np.empty((len(words), self._width))
        values[listed] = stored
        if not listed.all():
            unseen = [words[place] for place in np.flatnonzero(~listed).tolist()]
            values[~listed] = computed = self._compute(unseen)
            self._file.add(unseen, computed)
        return values

    def _compute(self, words: list[str]) -> Floats:
        columns = {"word": words, "lemma": [lemma(word) for word in words]}
        blocks = [np.empty((len(words), 0))]
        blocks += [
            family.measure(columns)[:, self._kept[name]] for name, family in self._families.items()
        ]
        return np.hstack(blocks)

    def _add(self, words: list[str], values: Floats) -> None:
        with self._lock:
            if len(self._numbers) + len(words) > MAXSIZE:
                self._numbers.clear()
            for word, row in zip(words[:MAXSIZE], values, strict=False):
                number = self._numbers.setdefault(word, len(self._numbers))
                if number >= len(self._values):
                    # Views of the old matrix stay valid for other threads.
                    grown = np.empty((min(2 * number + 64, MAXSIZE), self._width))
                    grown[: len(self._values)] = self._values
                    self._values = grown
                self._values[number] = row

    def _clear(self) -> None:
        self._lock = Lock()
        self._numbers = {}
        self._values = np.empty((0, self._width))

    def __getstate__(self) -> dict[str, object]:
        """Return the parameters: another process computes or reads the features again."""
        return {**vars(self), "_lock": None, "_numbers": None, "_values": None}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._clear()
