"""Features of words that were met before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from lcp.extractors.base import Extractor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.extractors.base import Feature

#: Words that are remembered; with 200 features each they take some 50 MB.
LIMIT = 30_000


class WordCache(Extractor):
    """A word-level family that computes each word once, and forgets all when it is full.

    Parameters
    ----------
    family : Extractor
        A fitted family of the level ``word``.
    """

    level = "word"

    def __init__(self, family: Extractor) -> None:
        self.family = family
        self._known = pd.DataFrame()

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
        """
        if len(self._known) > LIMIT:
            self._known = pd.DataFrame()
        new = frame[~frame["word"].isin(self._known.index)]
        if len(new):
            values = self.family.extract(new).set_axis(pd.Index(new["word"]), axis=0)
            self._known = pd.concat([self._known, values]) if len(self._known) else values
        return self._known.loc[frame["word"]].set_axis(frame.index, axis=0)
