"""A linear model of the choice among the options of a question."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.estimators.base import Regressor
from lcp.estimators.storage import Array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.features.matrix import Matrix

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

    Examples
    --------
    >>> X = np.random.default_rng(0).random((300, 1))
    >>> right = (X.reshape(-1, 3).argmax(axis=1)[:, None] == np.arange(3)).ravel()
    >>> model = ConditionalLogit(options=3, penalty=1.0).fit(X, right)
    >>> model.predict([[0.1], [0.5], [0.9]]).argmax().item()
    2
    """

    stored: ClassVar[dict[str, Any]] = dict.fromkeys(
        ("centre_", "scale_", "weights_"), Array("f", ("features",))
    )

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

    def _fit(self, X: Matrix, y: Floats) -> None:
        from scipy.optimize import minimize

        rows, right = X.values, _right_options(y, self.options)
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

    def _predict(self, X: Matrix) -> Floats:
        return np.asarray(1 / (1 + np.exp(-self._scaled(X.values) @ self.weights_)))

    def _scaled(self, rows: Floats) -> Floats:
        """Return the distance from the centre in standard deviations; 0 if unknown."""
        distance = np.nan_to_num((rows - self.centre_) / self.scale_)
        return np.clip(distance, -_LIMIT, _LIMIT)


def _right_options(rated: Floats, options: int) -> NDArray[np.bool_]:
    """Return which option of each question is the right one, shape (n_questions, options)."""
    right = rated == 1
    if len(right) % options or (right.reshape(-1, options).sum(axis=1) != 1).any():
        raise ValueError(
            f"the rows are not questions of {options} consecutive options, of which one is rated 1"
        )
    return np.asarray(right.reshape(-1, options))
