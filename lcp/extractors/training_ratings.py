"""Ratings of an expression's words as single words in the training instances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from lcp.corpora.instances import is_multiword
from lcp.english.text import expression_words, lemma
from lcp.extractors.base import Extractor, Feature

if TYPE_CHECKING:
    from collections.abc import Sequence


class TrainingRatings(Extractor):
    """Ratings of an expression's first and last word in training, by lemma; NaN for single words.

    Single words have no value, because in training it would be the word's own rating. The words of
    an expression were rated in other instances.

    Attributes
    ----------
    means_ : dict of str to float
        Mean complexity, 0-1, of the single words with each lemma.
    counts_ : dict of str to int
        Number of rated instances in each mean.

    Examples
    --------
    >>> rated = pd.DataFrame({"token": ["gene", "Genes"], "complexity": [0.3, 0.5]})
    >>> family = TrainingRatings().fit(rated)
    >>> family.extract(pd.DataFrame({"token": ["gene locus", "gene"]})).to_dict("list")
    {'first': [0.4, nan], 'last': [nan, nan], 'count_first': [2.0, nan], 'count_last': [0.0, nan]}
    """

    name = "training_ratings"
    level = "context"
    learns = True

    def features(self) -> Sequence[Feature]:
        """Describe the mean ratings and the numbers of ratings."""
        rows = [
            ("first", "mean rating of the first word alone, by lemma", "0-1"),
            ("last", "mean rating of the last word alone, by lemma", "0-1"),
            ("count_first", "rated instances of the first word alone, by lemma", "count"),
            ("count_last", "rated instances of the last word alone, by lemma", "count"),
        ]
        return [Feature(*row, "training corpus") for row in rows]

    def fit(self, table: pd.DataFrame) -> Self:
        """Store the mean ratings of single words, ignoring instances without ``complexity``."""
        single = ~is_multiword(table["token"])
        rated = table[single].reindex(columns=["token", "complexity"]).dropna()
        by_lemma = rated.groupby(rated["token"].map(lemma))["complexity"]
        self.means_ = {str(word): float(mean) for word, mean in by_lemma.mean().items()}
        self.counts_ = {str(word): int(count) for word, count in by_lemma.size().items()}
        return self

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Look up the words of each expression; a word that was not rated has a count of 0."""
        check_is_fitted(self)
        rows = []
        for words in frame["token"].map(expression_words):
            ends = (lemma(words[0]), lemma(words[-1])) if len(words) > 1 else ()
            means = [self.means_.get(end, np.nan) for end in ends]
            rows.append([*means, *(self.counts_.get(end, 0) for end in ends)] or [np.nan] * 4)
        return pd.DataFrame(rows, frame.index, self.column_names(), dtype="float64")
