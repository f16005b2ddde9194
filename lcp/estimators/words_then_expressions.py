"""Predictions for each word of an expression help to predict the expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: The columns of the words' predictions that the estimator of expressions gets.
WORDS = ("first", "last", "min", "max", "mean", "either")
#: Features with the mean rating of an expression's word alone, and the number of its ratings.
RATED = "lemma_memory__{}", "lemma_memory__count_{}"
#: How many ratings the prediction for a word weighs; 0.5 and 2 serve expressions as well.
PRIOR = 1
#: Fewer training rows of a kind than this teach nothing about it.
FEWEST = 10

_VALUES = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}


def _words_share_out(estimator: Any) -> bool:
    return hasattr(estimator.words, "contributions")


class WordsThenExpressions(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """One estimator for single words, and one for expressions that knows what it says of words.

    A row of a matrix from :class:`lcp.FeatureSet` with the ways to combine ``first`` and
    ``last`` holds the features of its first and of its last word. `words` learns from the rows
    of single words. Its predictions a and b for the first and the last word of each expression
    join the features from which `expressions` learns: both, their minimum, maximum and mean,
    and a + b - ab, the probability that at least one of two independent words is difficult.
    Where the features tell how such a word was rated on its own in training (the family
    ``lemma_memory``), a is the mean of its ratings and the prediction, which counts as one.
    A matrix without combined features, as of Task 1, needs nothing but `words`.

    Parameters
    ----------
    words : regressor
        For single words; has to take NaN.
    expressions : regressor
        For expressions of two words or more; has to take NaN.

    Attributes
    ----------
    words_, expressions_ : regressor or None
        Fitted; None where the training rows hold fewer than ten of the kind. A row of a kind
        without an estimator of its own is predicted by the other.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, when `X` had names.

    Notes
    -----
    A row counts as a single word when each feature is the same however words were combined.
    Predictions for an expression's words as its features follow the systems Alejandro Mosquera
    and LRL-NC of SemEval-2021 Task 1 (Shardlow et al. 2021).
    """

    def __init__(self, words: Any, expressions: Any) -> None:
        self.words = words
        self.expressions = expressions

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Learn words first, then expressions.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features with names, such as ``frequency__zipf@first``; NaN where unknown. Without
            names no feature is combined, and each row is a single word.
        y : array-like of shape (n_rows,)
            Complexity.

        Raises
        ------
        InputError
            When expressions were combined without ``first`` and ``last``, or there are too few
            rows of either kind.
        ValueError
            For a single row, NaN in `y`, infinite values or unequal lengths.
        """
        values, rated = validate_data(self, X, y, ensure_min_samples=2, y_numeric=True, **_VALUES)
        X = self._named(values)
        single = _single(X)
        self.words_ = self.expressions_ = None
        if single.sum() >= FEWEST:
            self.words_ = clone(self.words).fit(_of_word(X[single], "first"), rated[single])
        if (~single).sum() >= FEWEST:
            rows = self._with_words(X[~single])
            self.expressions_ = clone(self.expressions).fit(rows, rated[~single])
        if self.words_ is None and self.expressions_ is None:
            raise InputError(
                f"There are fewer than {FEWEST} single words and fewer than {FEWEST} expressions "
                "to learn from.",
                hint="Give more rated instances, or use the model 'lightgbm'.",
            )
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """Predict words by the one estimator and expressions by the other.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            The features of :meth:`fit`, in the same order.

        Returns
        -------
        ndarray of shape (n_rows,)
            Not clipped.

        Raises
        ------
        ValueError
            When the features are not those of :meth:`fit`.
        """
        check_is_fitted(self)
        X = self._checked(X)
        by_words = _single(X) if self.expressions_ is not None else np.ones(len(X), dtype=bool)
        by_words &= self.words_ is not None
        predicted = np.empty(len(X))
        if by_words.any():
            predicted[by_words] = self._words_predict(X[by_words])
        if not by_words.all():
            rows = self._with_words(X[~by_words])
            predicted[~by_words] = self.expressions_.predict(rows)  # type: ignore[union-attr]
        return predicted

    @available_if(_words_share_out)  # type: ignore[untyped-decorator]
    def contributions(self, X: ArrayLike) -> Floats:
        """Share out predictions for single words over the features; there where `words` can.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            The features of :meth:`fit`.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            As :meth:`BoostedTrees.contributions`; combined features share their word's.

        Raises
        ------
        InputError
            When a row is an expression, whose prediction draws on those for its words.
        """
        check_is_fitted(self)
        X = self._checked(X)
        if self.words_ is None or not _single(X).all():
            raise InputError(
                "This model's predictions for expressions cannot be shared out over its features.",
                hint="Explain single words, or expressions by the model 'lightgbm'.",
            )
        rows = _of_word(X, "first")
        shares = self.words_.contributions(rows)
        plain = [name.rpartition("@")[0] or name for name in X.columns]
        numbers = rows.columns.get_indexer(pd.Index(plain))
        ways = np.bincount(numbers, minlength=rows.shape[1])[numbers]
        return np.column_stack([shares[:, numbers] / ways, shares[:, -1]])

    def _checked(self, X: ArrayLike) -> pd.DataFrame:
        return self._named(validate_data(self, X, reset=False, ensure_min_samples=0, **_VALUES))

    def _named(self, values: Floats) -> pd.DataFrame:
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            names = [f"x{number}" for number in range(self.n_features_in_)]
        return pd.DataFrame(values, columns=names)

    def _words_predict(self, X: pd.DataFrame, way: str = "first") -> Floats:
        return np.asarray(self.words_.predict(_of_word(X, way)))  # type: ignore[union-attr]

    def _with_words(self, X: pd.DataFrame) -> pd.DataFrame:
        if self.words_ is None:
            return X
        a, b = (
            _with_ratings(self._words_predict(X, way).clip(0, 1), X, way)
            for way in ("first", "last")
        )
        values = (a, b, np.minimum(a, b), np.maximum(a, b), (a + b) / 2, a + b - a * b)
        names = [f"words__{name}" for name in WORDS]
        added = pd.DataFrame(dict(zip(names, values, strict=True)), index=X.index)
        return pd.concat([X, added], axis=1)

    def __sklearn_tags__(self) -> Any:
        """Tell scikit-learn that NaN is welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _ways(columns: Sequence[str]) -> dict[str, list[str]]:
    """Columns by the way in which they were combined; under "" those that were not."""
    ways: dict[str, list[str]] = {}
    for column in columns:
        name, _, way = column.rpartition("@")
        ways.setdefault(way if name else "", []).append(column)
    return ways


def _of_word(X: pd.DataFrame, way: str) -> pd.DataFrame:
    """The rows as if the first or the last word of each were its only one."""
    ways = _ways(list(X.columns))
    if set(ways) == {""}:
        return X
    if not {"first", "last"} <= set(ways):
        raise InputError(
            "The features of an expression's words cannot be told apart.",
            where="combine",
            hint='Use a feature set with combine = ["first", "last", …], or the model "lightgbm".',
        )
    words = X[ways[way]].set_axis([name.rpartition("@")[0] for name in ways[way]], axis=1)
    return pd.concat([words, X[ways.get("", [])]], axis=1)


def _with_ratings(predicted: Floats, X: pd.DataFrame, way: str) -> Floats:
    """Predictions for words, drawn to the ratings of those that were rated in training."""
    mean, count = (name.format(way) for name in RATED)
    if mean not in X or count not in X:
        return predicted
    ratings = X[count].where(X[mean].notna(), 0).to_numpy()
    total = np.nan_to_num(X[mean].to_numpy()) * ratings + PRIOR * predicted
    return np.asarray(total / (ratings + PRIOR))


def _single(X: pd.DataFrame) -> NDArray[np.bool_]:
    """Which rows are single words: those whose features are the same in all ways."""
    ways = _ways(list(X.columns))
    blocks = [X[columns].to_numpy() for way, columns in ways.items() if way]
    same = np.ones(len(X), dtype=bool)
    for block in blocks[1:]:
        equal = (block == blocks[0]) | (np.isnan(block) & np.isnan(blocks[0]))
        same &= equal.all(axis=1)
    return same
