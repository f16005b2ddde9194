"""A linear model of the choice among the options of a question."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.estimators.base import Regressor
from lcp.estimators.ranking_trees import one_right_option

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Scaled features are clipped here: a linear model follows outliers too far.
_LIMIT = 4.0
_ITERATIONS = 300


class ConditionalLogit(Regressor):
    """Predict which option of a question is the right one by a weighted sum of its features.

    The probability of an option is the softmax of the sums of its question (McFadden 1974), with
    an L2 penalty on the weights. A prediction is a logistic function of the sum, from 0 to 1. It
    is not a probability: only the order of the options of one question is meaningful.

    Parameters
    ----------
    options : int, default=5
        Number of options of each question. In training, the options of a question are consecutive
        rows; the right one is rated 1, the others 0.
    penalty : float, default=300.0
        Strength of the penalty, at least 0: `penalty` / 2 times the sum of the squared weights is
        added to the negative log-likelihood of the training questions.

    Attributes
    ----------
    centre_, scale_ : ndarray of shape (n_features,)
        Training mean of each feature, which replaces NaN, and its standard deviation within
        questions; 1 if it does not vary.
    weights_ : ndarray of shape (n_features,)
        Weights of the scaled features.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.

    Examples
    --------
    >>> X = np.random.default_rng(0).random((300, 1))
    >>> right = (X.reshape(-1, 3).argmax(axis=1)[:, None] == np.arange(3)).ravel()
    >>> model = ConditionalLogit(options=3, penalty=1.0).fit(X, right)
    >>> model.predict([[0.1], [0.5], [0.9]]).argmax().item()
    2
    """

    __module__ = "lcp.estimators"  # the name in saved models

    centre_: Floats
    scale_: Floats
    weights_: Floats

    def __init__(self, *, options: int = 5, penalty: float = 300.0) -> None:
        self.options = options
        self.penalty = penalty

    def _constraints(self) -> dict[str, list[Any]]:
        from sklearn.utils._param_validation import Interval

        return {
            "options": [Interval(Integral, 2, None, closed="left")],
            "penalty": [Interval(Real, 0, None, closed="left")],
        }

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Estimate the weights.

        Parameters
        ----------
        X : array-like of shape (n_questions * options, n_features)
            Features; NaN if unknown. The options of a question are consecutive.
        y : array-like of shape (n_questions * options,)
            1 for the right option of each question, 0 for the others.

        Raises
        ------
        ValueError
            If a parameter is invalid, the rows are not questions with one right option each, a
            value is infinite, or the lengths differ.
        """
        from scipy.optimize import minimize

        self._validate_params()
        rows, rated = self._training_data(X, y)
        right = one_right_option(rated, self.options).reshape(-1, self.options)
        present = ~np.isnan(rows)
        counts = np.maximum(present.sum(axis=0), 1)
        self.centre_ = np.where(present, rows, 0.0).sum(axis=0) / counts
        filled = np.where(present, rows, self.centre_).reshape(*right.shape, -1)
        within = (filled - filled.mean(axis=1, keepdims=True)).std(axis=(0, 1))
        self.scale_ = np.where(within > np.finfo(np.float32).eps, within, 1.0)
        scaled = self._scaled(rows).reshape(*right.shape, -1)

        def loss(weights: Floats) -> tuple[float, Floats]:
            sums = scaled @ weights
            shares = np.exp(sums - sums.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            likelihood = np.log(shares[right]).sum()
            gradient = np.einsum("qo,qof->f", right - shares, scaled)
            penalty = self.penalty * weights
            return float(weights @ penalty / 2 - likelihood), penalty - gradient

        start = np.zeros(scaled.shape[2])
        limits = {"maxiter": _ITERATIONS}
        self.weights_ = minimize(loss, start, jac=True, method="L-BFGS-B", options=limits).x  # type: ignore[call-overload]
        return self

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        return np.asarray(1 / (1 + np.exp(-self._scaled(rows) @ self.weights_)))

    def _scaled(self, rows: Floats) -> Floats:
        """Return the distance from the centre in standard deviations; 0 if unknown."""
        distance = np.nan_to_num((rows - self.centre_) / self.scale_)
        return np.clip(distance, -_LIMIT, _LIMIT)
