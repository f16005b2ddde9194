"""Features of words that were met before."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.extractors.base import Extractor
from lcp.text import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.extractors.base import Feature


class WordCache(Extractor):
    """A word-level family that computes a word again only when many others came between.

    Parameters
    ----------
    family : Extractor
        A fitted family of the level ``word``.
    limit : int, default=16384
        Words that are remembered; those that were not met for longest are forgotten first.
    """

    level = "word"

    def __init__(self, family: Extractor, *, limit: int = REMEMBERED) -> None:
        self.family = family
        self.limit = limit
        # Rows of `_values` by word, the word that was met last at the end.
        self._rows: OrderedDict[str, int] = OrderedDict()
        self._values = np.empty((0, 0))

    def features(self) -> Sequence[Feature]:
        """Describe the family's columns."""
        return self.family.features()

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look up what is known, and compute the rest.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` (distinct) and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            Floats.
        """
        words = frame["word"].tolist()
        if len(words) > self.limit:
            return self.family.extract(frame)
        new = [place for place, word in enumerate(words) if word not in self._rows]
        extracted = self.family.extract(frame.iloc[new])
        values = extracted.to_numpy(dtype=np.float64)
        if not len(self._values):
            self._values = np.empty((self.limit, values.shape[1]))
        for word in words:
            if word in self._rows:
                self._rows.move_to_end(word)
        for place, row_values in zip(new, values, strict=True):
            full = len(self._rows) == self.limit
            row = self._rows.popitem(last=False)[1] if full else len(self._rows)
            self._values[row] = row_values
            self._rows[words[place]] = row
        found = self._values[[self._rows[word] for word in words]]
        return pd.DataFrame(found, columns=extracted.columns, index=frame.index)
