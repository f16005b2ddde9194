"""How hard an expression's words were rated on their own in the training instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from lcp.extractors.base import Extractor, Feature
from lcp.text import expression_words, lemma

if TYPE_CHECKING:
    from collections.abc import Sequence


class LemmaMemory(Extractor):
    """Ratings of an expression's first and last word in training, by lemma; NaN for a word.

    A single word gets none: in training it would be told its own rating, which a new word has
    not. An expression's words were rated in other instances.

    Attributes
    ----------
    means_ : dict of str to float
        Mean complexity, 0-1, of the single words of each lemma.
    counts_ : dict of str to int
        How many rated instances it is the mean of.

    Examples
    --------
    >>> rated = pd.DataFrame({"token": ["gene", "Genes"], "complexity": [0.3, 0.5]})
    >>> told = LemmaMemory().fit(rated).extract(pd.DataFrame({"token": ["gene locus", "gene"]}))
    >>> told.to_dict("list")
    {'first': [0.4, nan], 'last': [nan, nan], 'count_first': [2.0, nan], 'count_last': [0.0, nan]}
    """

    name = "lemma_memory"
    level = "context"
    learns = True

    def features(self) -> Sequence[Feature]:
        """Describe the mean ratings and how many ratings there are."""
        source = "training corpus"
        places = ("first", "last")
        return [
            *(
                Feature(place, f"mean rating of the {place} word's lemma alone", "0-1", source)
                for place in places
            ),
            *(
                Feature(
                    f"count_{place}",
                    f"rated instances of the {place} word's lemma alone",
                    "count",
                    source,
                )
                for place in places
            ),
        ]

    def fit(self, table: pd.DataFrame) -> Self:
        """Remember the ratings of the single words.

        Parameters
        ----------
        table : DataFrame of shape (n_instances, ...)
            Column ``token``; instances without a ``complexity`` teach nothing.
        """
        single = table["token"].map(expression_words).map(len) == 1
        rated = table[single].reindex(columns=["token", "complexity"]).dropna()
        by_lemma = rated.groupby(rated["token"].map(lemma))["complexity"]
        self.means_ = {str(word): float(mean) for word, mean in by_lemma.mean().items()}
        self.counts_ = {str(word): int(count) for word, count in by_lemma.size().items()}
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look up the words of each expression.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Column ``token``.

        Returns
        -------
        DataFrame of shape (n_instances, 4)
            A word that was not rated has a count of 0 and NaN for its rating.

        Raises
        ------
        sklearn.exceptions.NotFittedError
            When :meth:`fit` was not called.
        """
        check_is_fitted(self)
        rows = []
        for words in frame["token"].map(expression_words):
            ends = (lemma(words[0]), lemma(words[-1])) if len(words) > 1 else ()
            means = [self.means_.get(each, np.nan) for each in ends]
            rows.append([*means, *(self.counts_.get(each, 0) for each in ends)] or [np.nan] * 4)
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(rows, index=frame.index, columns=columns, dtype="float64")
