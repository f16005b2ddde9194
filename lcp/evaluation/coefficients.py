"""Coefficients of linear models, as papers report them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.estimators.scikit_learn import ScikitLearn
from lcp.features.matrix import Matrix
from lcp.targets.ratings import rated_targets

if TYPE_CHECKING:
    from lcp.model.model import ComplexityModel


def is_linear(estimator: object) -> TypeGuard[ScikitLearn]:
    """Return whether a regressor is linear in its columns."""
    return isinstance(estimator, ScikitLearn) and estimator.is_explainable()


def coefficients(model: ComplexityModel, table: pd.DataFrame) -> pd.DataFrame:
    r"""Return the coefficients of a linear model, with standard errors.

    With `X` the centred columns of the regressor (imputed, and scaled as its recipe says), `y` the
    ratings, `λ` the penalty (0 for least squares) and :math:`A = X'X + λI`, the variance of the
    coefficients is :math:`σ² A^{-1} X'X A^{-1}` (Hoerl & Kennard 1970), where `σ²` is the sum of
    squared residuals divided by :math:`n - 1 - tr(X A^{-1} X')`. Coefficients and errors are
    multiplied by `sd(x) / sd(y)`. The variance inflation factor of a column is its element on the
    diagonal of the inverse of the columns' correlations (Marquardt 1970). A penalty biases
    coefficients towards 0, so that beta / se is no test of them.

    Parameters
    ----------
    model : ComplexityModel
        Model with the estimator ``ridge`` or ``linear``.
    table : DataFrame of shape (n_instances, ...)
        Its training instances.

    Returns
    -------
    DataFrame of shape (n_used, 4)
        Columns ``feature``, ``beta`` (standardised), ``se`` and ``vif`` (infinite for a column that
        others determine). Features without values are left out.

    Raises
    ------
    InputError
        If the model is not linear, or the table is not valid.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    >>> coefficients(model, table).round(2).to_dict("records")
    [{'feature': 'frequency__zipf', 'beta': -0.83, 'se': 0.03, 'vif': 1.0}]
    """
    estimator = model.estimator_
    if not is_linear(estimator):
        raise InputError(
            "Only linear models have coefficients.", hint="Train with the recipe ridge or linear."
        )
    targets = rated_targets(table)
    y = np.asarray(targets["complexity"])
    values, _ = model.contributions(targets)
    matrix = Matrix.of(values, model.feature_set_.get_feature_names_out().tolist())
    X = estimator.columns(matrix)
    X = X - X.mean(axis=0)
    b = np.ravel(estimator.estimator_[-1].coef_)
    penalty = getattr(estimator.estimator_[-1], "alpha", 0.0)
    squares = X.T @ X
    inverse = np.linalg.pinv(squares + penalty * np.eye(len(b)), hermitian=True)
    residuals = y - y.mean() - X @ b
    freedom = len(y) - 1 - np.trace(inverse @ squares)
    # With as many features as instances, nothing is left to estimate the error from.
    error = residuals @ residuals / freedom if freedom > 0.5 else np.nan  # noqa: PLR2004
    variance = np.diag(inverse @ squares @ inverse).clip(min=0) * error
    deviations = X.std(axis=0)
    scale = deviations / y.std()
    return pd.DataFrame(
        {
            "feature": estimator.used_,
            "beta": b * scale,
            "se": np.sqrt(variance) * scale,
            "vif": _inflation(X / np.where(deviations > 0, deviations, 1)),
        }
    )


def _inflation(Z: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return the variance inflation factors of standardised columns."""
    values, vectors = np.linalg.eigh(Z.T @ Z / len(Z))
    kept = values > len(values) * np.finfo(float).eps * values.max()
    # A column with a part in the null space is a linear combination of others.
    determined = (vectors[:, ~kept] ** 2).sum(axis=1) > 1e-6  # noqa: PLR2004
    factors = (vectors[:, kept] ** 2 / values[kept]).sum(axis=1)
    return np.where(determined, np.inf, factors)
