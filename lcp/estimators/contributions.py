"""Exact contributions of the features to a prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler

from lcp.errors import InputError
from lcp.estimators.loading import load_estimator
from lcp.estimators.native import is_explained_natively, native_contributions
from lcp.recipes import recipe_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Steps that transform each column independently of the others.
COLUMN_WISE = (SimpleImputer, QuantileTransformer, StandardScaler)
LINEAR = (LinearRegression, Ridge)


def is_explainable(estimator: Any) -> bool:
    """Return whether :func:`contributions` accepts this estimator, fitted or not.

    >>> [is_explainable(load_estimator(name)) for name in ("lightgbm", "ridge", "svr")]
    [True, True, False]
    """
    own = hasattr(estimator, "contributions") or is_explained_natively(estimator)
    return own or _is_linear(estimator)


def contributions(estimator: Any, X: pd.DataFrame) -> NDArray[np.float64]:
    """Attribute each prediction to the features.

    Uses the estimator's method ``contributions`` if it has one, and the SHAP values of XGBoost
    and CatBoost (TreeSHAP, Lundberg et al. 2020). In a linear model, a feature
    contributes its coefficient times its centred value. If the columns are standardised, the
    centre is the training mean, and the base is the mean rating. Otherwise the centre is the
    imputed value, and the base is the prediction for a row without values.

    Parameters
    ----------
    estimator : scikit-learn regressor
        A fitted estimator.
    X : DataFrame of shape (n_rows, n_features)
        Features; NaN if unknown.

    Returns
    -------
    ndarray of shape (n_rows, n_features + 1)
        Contributions on the scale of the ratings; the last column is the base. Each row sums
        to the prediction before clipping.

    Raises
    ------
    InputError
        If the estimator cannot be explained; the message names the recipes that can.
    """
    if not is_explainable(estimator):
        names = [name for name in recipe_names("models") if is_explainable(load_estimator(name))]
        last = estimator[-1] if isinstance(estimator, Pipeline) else estimator
        raise InputError(
            f"Predictions of {type(last).__name__} cannot be attributed to the features.",
            hint=f"Use one of these recipes: {', '.join(names)}.",
        )
    if not len(X):
        return np.empty((0, X.shape[1] + 1))
    if hasattr(estimator, "contributions"):
        return np.asarray(estimator.contributions(X), dtype=np.float64)
    if is_explained_natively(estimator):
        return native_contributions(estimator, X)
    transformer, regressor = estimator[:-1], estimator[-1]
    values = np.asarray(transformer.transform(X), dtype=np.float64)
    centre = np.zeros(X.shape[1])
    if not isinstance(transformer[-1], StandardScaler):
        empty = pd.DataFrame(np.nan, index=[0], columns=X.columns)
        centre = np.asarray(transformer.transform(empty), dtype=np.float64)[0]
    coefficients = np.ravel(regressor.coef_)
    base = np.full((len(X), 1), regressor.intercept_ + centre @ coefficients)
    return np.hstack([(values - centre) * coefficients, base])


def _is_linear(estimator: Any) -> bool:
    """Return whether this is a linear model of columns with a fixed centre."""
    if not isinstance(estimator, Pipeline) or not isinstance(estimator[-1], LINEAR):
        return False
    steps = [step for _, step in estimator.steps[:-1]]
    # By default, the imputer drops columns without values.
    kept = all(getattr(step, "keep_empty_features", True) for step in steps)
    centred = steps and (
        steps[-1].with_mean if isinstance(steps[-1], StandardScaler) else len(steps) == 1
    )
    start = steps and isinstance(steps[0], (SimpleImputer, StandardScaler))
    return bool(kept and centred and start and all(isinstance(s, COLUMN_WISE) for s in steps))
