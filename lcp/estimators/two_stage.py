"""Predict single words first, and use the predictions as features of expressions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.errors import InputError
from lcp.estimators.regressor import Regressor
from lcp.features.families.training_ratings import TrainingRatings
from lcp.features.matrix import Column, Matrix

if TYPE_CHECKING:
    from lcp.base.array_types import Bools, Floats

#: Features of an expression that are computed from the predictions for its words.
WORDS = ("first", "last", "min", "max", "mean", "either")
#: Weight of a word's prediction, in ratings; 0.5 and 2 give equally good predictions.
PRIOR = 1
#: Minimum number of training rows of a kind.
FEWEST = 10


@dataclass(eq=False, repr=False)
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

    Notes
    -----
    What is an expression is in the rows of the matrix (:class:`lcp.features.matrix.Rows`). The
    systems of Alejandro Mosquera
    and LRL-NC at SemEval-2021 Task 1 (Shardlow et al. 2021) also use predictions for the words
    of an expression as its features.
    """

    stored: ClassVar[dict[str, Any]] = {
        "words_": (Regressor, None),
        "expressions_": (Regressor, None),
    }
    stages: ClassVar[tuple[str, ...]] = ("words", "expressions")
    uses_weights: ClassVar[bool] = True

    words: Any
    expressions: Any

    def _fit(self, X: Matrix, y: Floats) -> None:
        single = _is_single(X)
        self.words_: Regressor | None = None
        self.expressions_: Regressor | None = None
        if single.sum() >= FEWEST:
            self.words_ = cloned(self.words).fit(X.take(single).word("first"), y[single])
        if (~single).sum() >= FEWEST:
            members = self._with_words(X.take(~single))
            self.expressions_ = cloned(self.expressions).fit(members, y[~single])
        if self.words_ is None and self.expressions_ is None:
            raise InputError(
                f"There are fewer than {FEWEST} rated single words and fewer than {FEWEST} rated "
                "expressions.",
                hint="Give more rated instances, or use the estimator 'lightgbm'.",
            )

    def _predict(self, X: Matrix) -> Floats:
        single = _is_single(X) if self.expressions_ is not None else np.ones(len(X.values), bool)
        predicted = np.empty(len(X.values))
        if self.words_ is None:
            single[:] = False
        else:
            predicted[single] = self.words_.predict(X.take(single).word("first"))
        if self.expressions_ is not None:
            predicted[~single] = self.expressions_.predict(self._with_words(X.take(~single)))
        return predicted

    def is_explainable(self) -> bool:
        """Return whether predictions for single words can be attributed to the features."""
        return bool(self.words.is_explainable())

    def _contributions(self, X: Matrix) -> Floats:
        """Return contributions, divided equally among the aggregations of a feature."""
        if self.words_ is None or not _is_single(X).all():
            raise InputError(
                "This model's predictions for expressions cannot be attributed to its features.",
                hint="Explain single words, or use a model trained with 'lightgbm'.",
            )
        word = X.word("first")
        values = self.words_.contributions(word)
        numbers = [word.columns.index(column._replace(aggregation="")) for column in X.columns]
        counts = np.bincount(numbers, minlength=len(word.columns))[numbers]
        return np.column_stack([values[:, numbers] / counts, values[:, -1]])

    def _with_words(self, X: Matrix) -> Matrix:
        """Return the features of expressions, and the predictions for their words."""
        if self.words_ is None:
            return X
        a, b = self._of_word(X, "first"), self._of_word(X, "last")
        values = (a, b, np.minimum(a, b), np.maximum(a, b), (a + b) / 2, a + b - a * b)
        columns = tuple(Column("words", name) for name in WORDS)
        return replace(X, values=np.column_stack([X.values, *values]), columns=X.columns + columns)

    def _of_word(self, X: Matrix, position: Literal["first", "last"]) -> Floats:
        """Return the predictions for a word, averaged with its ratings in training."""
        predicted = self.words_.predict(X.word(position)).clip(0, 1)  # type: ignore[union-attr]
        names = [*map(TrainingRatings.column, (position, f"count_{position}"))]
        if not set(names) <= set(X.names):
            return np.asarray(predicted)
        mean, count = X.select(names).values.T
        ratings = np.where(np.isnan(mean), 0, count)
        return np.asarray((np.nan_to_num(mean) * ratings + PRIOR * predicted) / (ratings + PRIOR))


def _is_single(X: Matrix) -> Bools:
    """Return whether each row is a single word.

    Raises
    ------
    InputError
        If the rows are unknown, but the features are of several words.
    """
    if X.rows is not None:
        return ~X.rows.is_expression
    if any(column.aggregation for column in X.columns):
        raise InputError(
            "The table does not say which of its rows are expressions.",
            hint="Train and predict with lcp.ComplexityModel, or with a Matrix that has rows.",
        )
    return np.ones(len(X.values), dtype=bool)
