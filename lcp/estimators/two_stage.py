"""Predict single words first, and use the predictions as features of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd

from lcp.base import available_if
from lcp.base import cloned as clone
from lcp.errors import InputError
from lcp.estimators.base import Regressor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Features of an expression that are computed from the predictions for its words.
WORDS = ("first", "last", "min", "max", "mean", "either")
#: Features with the mean rating of a word on its own in training, and the number of ratings.
RATED = "training_ratings__{}", "training_ratings__count_{}"
#: Weight of a word's prediction, in ratings; 0.5 and 2 give equally good predictions.
PRIOR = 1
#: Minimum number of training rows of a kind.
FEWEST = 10


def _words_contribute(estimator: Any) -> bool:
    return hasattr(estimator.words, "contributions")


class TwoStageRegressor(Regressor):
    """One estimator for single words, and one for expressions that uses its predictions.

    Expects a matrix from :class:`lcp.FeatureSet` with the aggregations ``first`` and ``last``:
    the features of the first and the last word of each target. `words` learns from the rows of
    single words. It then predicts a and b for the first and the last word of each expression.
    `expressions` learns from all features and from a, b, their minimum, maximum and mean, and
    a + b - ab, the probability that at least one of two independent words is difficult.

    If a word was rated on its own in training (family ``training_ratings``), a is the mean of
    its ratings and the prediction, which counts as one rating. A matrix without aggregated
    features, as in Task 1, is predicted by `words` alone.

    Parameters
    ----------
    words : regressor
        Regressor for single words; must accept NaN.
    expressions : regressor
        Regressor for expressions of two or more words; must accept NaN.

    Attributes
    ----------
    words_, expressions_ : regressor or None
        Fitted regressors; None if the training data has fewer than ten such rows. The other
        one then predicts them.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.

    Notes
    -----
    A row is a single word if all its aggregations are equal. The systems of Alejandro Mosquera
    and LRL-NC at SemEval-2021 Task 1 (Shardlow et al. 2021) also use predictions for the words
    of an expression as its features.
    """

    __module__ = "lcp.estimators"  # the name in saved models

    _min_rows = 0

    def __init__(self, words: Any, expressions: Any) -> None:
        self.words = words
        self.expressions = expressions

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit the estimator of words, then that of expressions.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features with names such as ``frequency__zipf@first``; NaN if unknown. Without
            names, each row is a single word.
        y : array-like of shape (n_rows,)
            Complexity.

        Raises
        ------
        InputError
            If the aggregations lack ``first`` or ``last``, or there are too few rows of both
            kinds.
        ValueError
            If there is only one row, `y` has NaN, a value is infinite, or the lengths differ.
        """
        rows, rated = self._training_data(X, y)
        X = self._named(rows)
        single = _single(X)
        self.words_ = self.expressions_ = None
        if single.sum() >= FEWEST:
            self.words_ = clone(self.words).fit(_of_word(X[single], "first"), rated[single])
        if (~single).sum() >= FEWEST:
            members = self._with_words(X[~single])
            self.expressions_ = clone(self.expressions).fit(members, rated[~single])
        if self.words_ is None and self.expressions_ is None:
            raise InputError(
                f"There are fewer than {FEWEST} rated single words and fewer than {FEWEST} rated "
                "expressions.",
                hint="Give more rated instances, or use the estimator 'lightgbm'.",
            )
        return self

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        X = self._named(rows)
        by_words = _single(X) if self.expressions_ is not None else np.ones(len(X), dtype=bool)
        by_words &= self.words_ is not None
        predicted = np.empty(len(X))
        if by_words.any():
            predicted[by_words] = self._predict_word(X[by_words], "first")
        if not by_words.all():
            members = self._with_words(X[~by_words])
            predicted[~by_words] = self.expressions_.predict(members)  # type: ignore[union-attr]
        return predicted

    @available_if(_words_contribute)
    def contributions(self, X: ArrayLike) -> Floats:
        """Attribute predictions for single words to the features.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            The features of :meth:`fit`.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            As :meth:`BoostedTrees.contributions`. The contribution of a feature is divided
            equally among its aggregations.

        Raises
        ------
        InputError
            If a row is an expression.
        """
        X = self._named(self._rows(X))
        if self.words_ is None or not _single(X).all():
            raise InputError(
                "This model's predictions for expressions cannot be attributed to its features.",
                hint="Explain single words, or use a model trained with 'lightgbm'.",
            )
        rows = _of_word(X, "first")
        values = self.words_.contributions(rows)
        features = [name.rpartition("@")[0] or name for name in X.columns]
        numbers = rows.columns.get_indexer(pd.Index(features))
        counts = np.bincount(numbers, minlength=rows.shape[1])[numbers]
        return np.column_stack([values[:, numbers] / counts, values[:, -1]])

    def _named(self, rows: Floats) -> pd.DataFrame:
        return pd.DataFrame(rows, columns=self._names())

    def _predict_word(self, X: pd.DataFrame, position: str) -> Floats:
        return np.asarray(self.words_.predict(_of_word(X, position)))  # type: ignore[union-attr]

    def _with_words(self, X: pd.DataFrame) -> pd.DataFrame:
        if self.words_ is None:
            return X
        a, b = (
            _with_ratings(self._predict_word(X, position).clip(0, 1), X, position)
            for position in ("first", "last")
        )
        values = (a, b, np.minimum(a, b), np.maximum(a, b), (a + b) / 2, a + b - a * b)
        names = [f"words__{name}" for name in WORDS]
        added = pd.DataFrame(dict(zip(names, values, strict=True)), index=X.index)
        return pd.concat([X, added], axis=1)


def _by_aggregation(columns: Sequence[str]) -> dict[str, list[str]]:
    """Group columns by aggregation; those without one are under ""."""
    groups: dict[str, list[str]] = {}
    for column in columns:
        name, _, aggregation = column.rpartition("@")
        groups.setdefault(aggregation if name else "", []).append(column)
    return groups


def _of_word(X: pd.DataFrame, position: str) -> pd.DataFrame:
    """Return the features of the first or last word, named as those of a single word."""
    groups = _by_aggregation(list(X.columns))
    if set(groups) == {""}:
        return X
    if not {"first", "last"} <= set(groups):
        raise InputError(
            "The features of the first and the last word of an expression are missing.",
            where="aggregations",
            hint='Use a feature set with aggregations = ["first", "last", …], '
            "or the estimator 'lightgbm'.",
        )
    names = [name.rpartition("@")[0] for name in groups[position]]
    words = X[groups[position]].set_axis(names, axis=1)
    return pd.concat([words, X[groups.get("", [])]], axis=1)


def _with_ratings(predicted: Floats, X: pd.DataFrame, position: str) -> Floats:
    """Average the prediction for a word with its ratings in training."""
    mean, count = (name.format(position) for name in RATED)
    if mean not in X or count not in X:
        return predicted
    ratings = X[count].where(X[mean].notna(), 0).to_numpy()
    total = np.nan_to_num(X[mean].to_numpy()) * ratings + PRIOR * predicted
    return np.asarray(total / (ratings + PRIOR))


def _single(X: pd.DataFrame) -> NDArray[np.bool_]:
    """Return whether each row is a single word: all its aggregations are equal."""
    groups = _by_aggregation(list(X.columns))
    blocks = [X[columns].to_numpy() for aggregation, columns in groups.items() if aggregation]
    same = np.ones(len(X), dtype=bool)
    for block in blocks[1:]:
        equal = (block == blocks[0]) | (np.isnan(block) & np.isnan(blocks[0]))
        same &= equal.all(axis=1)
    return same
