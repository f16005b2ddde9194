"""A prediction shared out over the features, exactly."""

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
from lcp.recipes import recipe_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Steps of a pipeline that turn each column into one column, whatever the others hold.
COLUMN_WISE = (SimpleImputer, QuantileTransformer, StandardScaler)
LINEAR = (LinearRegression, Ridge)


def is_explainable(estimator: Any) -> bool:
    """Whether :func:`contributions` takes this estimator, fitted or not.

    >>> [is_explainable(load_estimator(name)) for name in ("lightgbm", "ridge", "svr")]
    [True, True, False]
    """
    return hasattr(estimator, "contributions") or _is_linear(estimator)


def contributions(estimator: Any, X: pd.DataFrame) -> NDArray[np.float64]:
    """Share out each prediction over the features.

    An estimator's own method ``contributions`` is asked where there is one. For a line they are
    coefficient × centred value: from the training mean, which gives the mean rating as base,
    where a last step standardises the columns; from the value that the imputer fills in, which
    gives the prediction of a row without known values as base, where none does.

    Parameters
    ----------
    estimator : scikit-learn regressor
        Fitted.
    X : DataFrame of shape (n_rows, n_features)
        Features; NaN where unknown.

    Returns
    -------
    ndarray of shape (n_rows, n_features + 1)
        On the scale of the ratings; the last column is the base. Each row adds up to the
        prediction before it is clipped.

    Raises
    ------
    InputError
        When the estimator's predictions cannot be shared out; names the recipes that can.
    """
    if not is_explainable(estimator):
        known = [name for name in recipe_names("models") if is_explainable(load_estimator(name))]
        last = estimator[-1] if isinstance(estimator, Pipeline) else estimator
        raise InputError(
            f"A prediction of {type(last).__name__} cannot be shared out over its features.",
            hint=f"Recipes whose predictions can be explained: {', '.join(known)}.",
        )
    if not len(X):
        return np.empty((0, X.shape[1] + 1))
    if hasattr(estimator, "contributions"):
        return np.asarray(estimator.contributions(X), dtype=np.float64)
    transformer, regressor = estimator[:-1], estimator[-1]
    values = np.asarray(transformer.transform(X), dtype=np.float64)
    centre = np.zeros(X.shape[1])
    if not isinstance(transformer[-1], StandardScaler):
        unknown = pd.DataFrame(np.nan, index=[0], columns=X.columns)
        centre = np.asarray(transformer.transform(unknown), dtype=np.float64)[0]
    coefficients = np.ravel(regressor.coef_)
    base = np.full((len(X), 1), regressor.intercept_ + centre @ coefficients)
    return np.hstack([(values - centre) * coefficients, base])


def _is_linear(estimator: Any) -> bool:
    """Whether this is a line through columns whose centre is known."""
    if not isinstance(estimator, Pipeline) or not isinstance(estimator[-1], LINEAR):
        return False
    steps = [step for _, step in estimator.steps[:-1]]
    # The imputer drops columns without values unless told otherwise.
    kept = all(getattr(step, "keep_empty_features", True) for step in steps)
    centred = steps and (
        steps[-1].with_mean if isinstance(steps[-1], StandardScaler) else len(steps) == 1
    )
    known = steps and isinstance(steps[0], (SimpleImputer, StandardScaler))
    return bool(kept and centred and known and all(isinstance(s, COLUMN_WISE) for s in steps))
