"""Weighted sums of regressors, some of which use the features of one word of a target."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lcp.base.array_types import Floats
    from lcp.estimators.regressor import Regressor
    from lcp.features.matrix import Column, Matrix

    #: Weights, one or one for each row, regressors, and the word whose features they use: an
    #: aggregation, or "" for the whole target.
    Parts = list[tuple[float | Floats, Regressor, str]]


def weighted_sum(parts: Parts, X: Matrix) -> Floats:
    """Return the weighted sum of the predictions of regressors, shape (n_rows,)."""
    total = np.zeros(len(X.values))
    for weight, regressor, word in parts:
        total += weight * regressor.predict(_inputs(X, regressor, word))
    return total


def weighted_contributions(parts: Parts, X: Matrix) -> Floats:
    """Return the contributions to :func:`weighted_sum`, shape (n_rows, n_features + 1)."""
    total = np.zeros((len(X.values), len(X.columns) + 1))
    for weight, regressor, word in parts:
        inputs = _inputs(X, regressor, word)
        contributions = np.reshape(weight, (-1, 1)) * regressor.contributions(inputs)
        total[:, -1] += contributions[:, -1]
        total[:, [_place(X, column, word) for column in inputs.columns]] += contributions[:, :-1]
    return total


def _inputs(X: Matrix, regressor: Regressor, word: str) -> Matrix:
    """Return the features that a regressor uses, of a word or, with "", of the whole target."""
    features = X.word(word) if word else X  # type: ignore[arg-type]
    return features.select(regressor.feature_names_in_.tolist())


def _place(X: Matrix, column: Column, word: str) -> int:
    """Return the number of the column from which :meth:`Matrix.word` has a column."""
    aggregated = column._replace(aggregation=word)
    return X.columns.index(aggregated if aggregated in X.columns else column)
