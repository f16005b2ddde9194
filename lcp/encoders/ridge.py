"""Ridge regression on vectors, with held-out predictions for the training instances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.intp]

#: Penalties, relative to the number of instances, among which held-out errors decide.
PENALTIES = (0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)


def ridge_with_held_out(
    X: Floats, y: Floats, folds: Integers, penalties: tuple[float, ...] = PENALTIES
) -> tuple[Floats, Floats]:
    """Fit a ridge regression (Hoerl & Kennard 1970) whose penalty has the least held-out error.

    Parameters
    ----------
    X : array of shape (n_instances, n_dimensions)
        Vectors. They are standardised.
    y : array of shape (n_instances,)
        Ratings.
    folds : int array of shape (n_instances,)
        Fold of each instance; each fold is predicted by a regression on the others.
    penalties : tuple of float
        Penalties, relative to the number of instances.

    Returns
    -------
    coefficients : array of shape (n_dimensions + 1,)
        Weights of the vectors as given, and the intercept, from all instances.
    held_out : array of shape (n_instances,)
        Prediction of each instance by the regression without its fold.
    """
    predictions = np.empty((len(penalties), len(y)))
    for fold in np.unique(folds):
        inside, outside = folds != fold, folds == fold
        for number, coefficients in enumerate(_ridges(X[inside], y[inside], penalties)):
            predictions[number, outside] = X[outside] @ coefficients[:-1] + coefficients[-1]
    best = int(np.argmin(((predictions - y) ** 2).mean(axis=1)))
    return _ridges(X, y, (penalties[best],))[0], predictions[best]


def _ridges(X: Floats, y: Floats, penalties: tuple[float, ...]) -> list[Floats]:
    """Return the coefficients for each penalty."""
    mean, scale = X.mean(axis=0), X.std(axis=0)
    scale[scale == 0] = 1
    Z = (X - mean) / scale
    values, vectors = np.linalg.eigh(Z.T @ Z)
    projected = vectors.T @ (Z.T @ (y - y.mean()))
    fitted = []
    for penalty in penalties:
        weights = vectors @ (projected / (np.maximum(values, 0) + penalty * len(y))) / scale
        fitted.append(np.append(weights, y.mean() - mean @ weights))
    return fitted
