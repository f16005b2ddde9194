"""Predictions for the targets of running text, each distinct word once where that is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from cachetools import LRUCache

from lcp.corpora.readers.cefr import LEVELS
from lcp.model.levels import predict_levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

    Floats = NDArray[np.float64]
    #: Sentence, target, start, end, and part of speech or "".
    Row = tuple[str, str, int, int, str]

#: Words whose predictions are cached, if they do not depend on the sentence.
CACHED_WORDS = 50_000
#: Columns of the predictions.
COLUMNS = ("complexity", "low", "high", "harder_than", "level", "level_probability")


class TargetRater:
    """Rate targets with a model, for one genre and one kind of readers.

    If the model's predictions do not depend on the sentence, each distinct target is predicted once
    and cached.

    Parameters
    ----------
    model : ComplexityModel
        A fitted model.
    genre : str
        Genre of the texts; "" if unknown.
    readers : {"general", "native", "learner"}
        Who reads the texts.
    """

    def __init__(self, model: ComplexityModel, genre: str, readers: Readers) -> None:
        self.model = model
        self.genre = genre
        self.readers = readers
        self._cache: LRUCache[tuple[str, str], Floats] | None = None
        if not model.depends_on_sentence(genre, readers):
            self._cache = LRUCache(CACHED_WORDS)

    def rate(self, rows: Sequence[Row]) -> Floats:
        """Return the numbers of `COLUMNS` for each row, shape (n_rows, 6).

        Levels are numbers from 0 (A1) to 5 (C2). NaN if the model has no intervals or levels.
        """
        if not rows:
            return np.empty((0, len(COLUMNS)))
        if self._cache is None:
            return self._predict(rows)
        keys = [(row[1], row[4]) for row in rows]
        values = {key: self._cache[key] for key in set(keys) if key in self._cache}
        new = [key for key in dict.fromkeys(keys) if key not in values]
        if new:
            predicted = self._predict([(word, word, 0, len(word), part) for word, part in new])
            values |= zip(new, predicted, strict=True)
            # Copies, because a view would keep the whole batch in memory.
            self._cache.update((key, values[key].copy()) for key in new)
        return np.array([values[key] for key in keys])

    def _predict(self, rows: Sequence[Row]) -> Floats:
        table = pd.DataFrame(rows, columns=["sentence", "token", "start", "end", "pos"])
        table = table.assign(genre=self.genre, readers=self.readers)
        matrix = self.model.feature_set_.transform(table)
        predicted = self.model.predict_matrix(matrix)
        values = self.model.with_interval(table, predicted)
        values["harder_than"] = self.model.running_text_.share_below(predicted, self.readers)
        if self.model.levels_ is None:
            values[["level", "level_probability"]] = np.nan
        else:
            levels = predict_levels(self.model, table, matrix)
            values["level"] = levels["level"].map(LEVELS.index)
            values["level_probability"] = levels["probability"]
        return np.asarray(values[list(COLUMNS)], dtype=np.float64)
