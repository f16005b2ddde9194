"""Log-linear models of which option is right, for lemmas and for senses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.optimize import minimize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def fit_choices(
    options: Any,
    sizes: Sequence[int],
    right: Sequence[int],
    penalty: float,
    shares: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Return the weights of features; the probability of an option is that of a softmax.

    Parameters
    ----------
    options : array or sparse array of shape (n_options, n_features)
        Features of the options of all instances, one instance after the other.
    sizes, right : sequences of int
        Number of options of each instance, and which of them is right.
    penalty : float
        Sum of squared weights in units of the loss.
    shares : float array of shape (n_instances,), optional
        Weight of each instance. Default: 1.

    Examples
    --------
    >>> weights = fit_choices(np.array([[1.0], [0.0], [0.0], [1.0]]), [2, 2], [0, 1], 0.1)
    >>> bool(weights[0] > 1)
    True
    """
    starts = np.cumsum([0, *sizes[:-1]])
    owner = np.repeat(np.arange(len(sizes)), sizes)
    places = starts + np.asarray(right)
    counted = np.ones(len(sizes)) if shares is None else shares

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        scores = options @ weights
        highest = np.maximum.reduceat(scores, starts)
        powers = np.exp(scores - highest[owner])
        sums = np.add.reduceat(powers, starts)
        slope = (counted / sums)[owner] * powers
        slope[places] -= counted
        total = counted @ (np.log(sums) + highest - scores[places])
        total += penalty * weights @ weights / 2
        return total, options.T @ slope + penalty * weights

    start = np.zeros(options.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)
