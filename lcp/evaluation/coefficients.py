"""Coefficients of linear models, as papers report them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
import pandas as pd

from lcp.corpora.corpus import as_instances
from lcp.errors import InputError
from lcp.estimators.adapter import ScikitLearn
from lcp.targets import Targets

if TYPE_CHECKING:
    from lcp.corpora.corpus import Addresses
    from lcp.model.fitted_state import FittedState
    from lcp.model.model import ComplexityModel
    from lcp.targets.targets import Instances


#: Standard errors on each side of a 95% interval.
NORMAL = 1.96


def is_linear(estimator: object) -> TypeGuard[ScikitLearn]:
    """Return whether a regressor is linear in its columns."""
    return isinstance(estimator, ScikitLearn) and estimator.is_explainable()


def coefficients(model: ComplexityModel, instances: Instances | Addresses) -> pd.DataFrame:
    r"""Return the coefficients of a linear model, with standard errors.

    With `X` the centred columns of the regressor (imputed, and scaled as its recipe says), `y` the
    ratings, `λ` the penalty (0 for least squares) and :math:`A = X'X + λI`, the variance of the
    coefficients is :math:`c A^{-1} (Σ_g X_g' e_g e_g' X_g) A^{-1}`, summed over clusters `g` of
    instances of the same token, whose residuals `e` are correlated (Liang & Zeger 1986), where
    :math:`c = G / (G - 1) · (n - 1) / (n - 1 - tr(X A^{-1} X'))` for `G` clusters. Coefficients and
    errors are multiplied by `sd(x) / sd(y)`; the interval is 1.96 errors on each side. The variance
    inflation factor of a column is its element on the diagonal of the inverse of the columns'
    correlations (Marquardt 1970). A penalty biases coefficients towards 0, so that beta / se is no
    test of them.

    Parameters
    ----------
    model : ComplexityModel
        Model with the estimator ``ridge`` or ``linear``.
    instances : table, or what :func:`lcp.load_corpus` accepts
        Its training instances.

    Returns
    -------
    DataFrame of shape (n_used, 6)
        Columns ``feature``, ``beta`` (standardised), ``se``, ``low`` and ``high`` (95% interval)
        and ``vif`` (infinite for a column that others determine). Features without values are left
        out.

    Raises
    ------
    InputError
        If the model is not linear, or the instances are not valid.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    >>> coefficients(model, table).round(2).to_dict("records")
    [{'feature': 'frequency__zipf', 'beta': -0.83, 'se': 0.03, 'low': -0.89, 'high': -0.77,
      'vif': 1.0}]
    """
    if not is_linear(model.estimator_):
        raise InputError(
            "Only linear models have coefficients.", hint="Train with the recipe ridge or linear."
        )
    return coefficients_of(model.state_, Targets.rated(as_instances(instances)))


def coefficients_of(state: FittedState, targets: Targets) -> pd.DataFrame:
    """Return the :func:`coefficients` of a linear model's state."""
    estimator: Any = state.estimator
    y = np.asarray(targets["complexity"])
    X = estimator.columns(state.feature_set.measure(targets))
    X = X - X.mean(axis=0)
    b = np.ravel(estimator.estimator_[-1].coef_)
    penalty = getattr(estimator.estimator_[-1], "alpha", 0.0)
    squares = X.T @ X
    inverse = np.linalg.pinv(squares + penalty * np.eye(len(b)), hermitian=True)
    residuals = y - y.mean() - X @ b
    freedom = len(y) - 1 - np.trace(inverse @ squares)
    clusters = pd.factorize(np.array(targets.target, dtype=object))[0]
    summed = np.zeros((clusters.max() + 1, len(b)))
    np.add.at(summed, clusters, X * residuals[:, None])
    number = len(summed)
    # With as many features as instances, nothing is left to estimate the error from.
    enough = freedom > 0.5 and number > 1  # noqa: PLR2004
    correction = number / (number - 1) * (len(y) - 1) / freedom if enough else np.nan
    variance = ((summed @ inverse) ** 2).sum(axis=0) * correction
    deviations = X.std(axis=0)
    scale = deviations / y.std()
    beta, se = b * scale, np.sqrt(variance) * scale
    return pd.DataFrame(
        {
            "feature": estimator.used_,
            "beta": beta,
            "se": se,
            "low": beta - NORMAL * se,
            "high": beta + NORMAL * se,
            "vif": _inflation(X / np.where(deviations > 0, deviations, 1)),
        }
    )


def _inflation(Z: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    """Return the variance inflation factors of standardised columns."""
    values, vectors = np.linalg.eigh(Z.T @ Z / len(Z))
    is_kept = values > len(values) * np.finfo(float).eps * values.max()
    # A column with a part in the null space is a linear combination of others.
    determined = (vectors[:, ~is_kept] ** 2).sum(axis=1) > 1e-6  # noqa: PLR2004
    factors = (vectors[:, is_kept] ** 2 / values[is_kept]).sum(axis=1)
    return np.where(determined, np.inf, factors)
