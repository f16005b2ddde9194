"""Regressors of scikit-learn, such as the recipes `ridge`, `linear` and `svr`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import pandas as pd
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import QuantileTransformer, StandardScaler
from sklearn.utils.validation import has_fit_parameter

from lcp.base.estimator_base import cloned
from lcp.estimators.regressor import Regressor, columns_with_values, without_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from lcp.base.array_types import Floats
    from lcp.features.matrix import Matrix

#: Steps that transform each column independently of the others.
_COLUMN_WISE = (SimpleImputer, QuantileTransformer, StandardScaler)


def imputed() -> list[Any]:
    """Return the step that replaces missing values by the median."""
    return [SimpleImputer(strategy="median")]


def normal_scores(random_state: int = 0) -> list[Any]:
    """Return the steps that impute missing values and replace features by their normal scores.

    Counts and frequencies are so skewed that linear models fit their ranks better. Values outside
    the training range get the rank of its end. More quantiles are not better.
    """
    ranks = QuantileTransformer(
        n_quantiles=20, output_distribution="normal", random_state=random_state
    )
    return [*imputed(), ranks, StandardScaler()]


def fitting_rows(steps: Any, n_rows: int) -> Any:
    """Return steps with at most as many quantiles as rows, so that scikit-learn does not warn."""
    parameters = steps.get_params().items()
    many = [name for name, value in parameters if name.endswith("n_quantiles") and value > n_rows]
    return steps.set_params(**dict.fromkeys(many, n_rows))


@dataclass(eq=False, repr=False)
class ScikitLearn(Regressor):
    """A regressor of scikit-learn, which gets the features that have values in training.

    Parameters
    ----------
    estimator : scikit-learn regressor
        Unfitted. Its parameters are also parameters of this class.

    Attributes
    ----------
    used_ : list of str of length n_used
        Names of the features that have values in training.
    estimator_ : scikit-learn regressor
        Fitted to these features.
    """

    stored: ClassVar[dict[str, Any]] = {"used_": [str], "estimator_": object}
    uses_weights: ClassVar[bool] = True

    estimator: Any

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the estimator, and its parameters."""
        inner = self.estimator.get_params() if deep else {}
        return {**inner, "estimator": self.estimator}

    def set_params(self, **params: Any) -> Self:
        """Set the estimator, or its parameters."""
        self.estimator = params.pop("estimator", self.estimator)
        self.estimator.set_params(**params)
        return self

    def check_params(self) -> None:
        """Raise ValueError unless the estimator has parameters."""
        if not hasattr(self.estimator, "get_params"):
            raise ValueError("The estimator is not a regressor of scikit-learn.")

    def _fit(self, X: Matrix, y: Floats) -> None:
        self.used_ = columns_with_values(X)
        estimator = fitting_rows(cloned(self.estimator), len(y))
        self.estimator_ = estimator.fit(self._table(X), y, **_weights(estimator, X))

    def _predict(self, X: Matrix) -> Floats:
        return np.asarray(self.estimator_.predict(self._table(X)), dtype=np.float64).ravel()

    def check(self) -> None:
        """Raise an error unless the regressor predicts from the used features, by known steps."""
        # It reads the steps, and fails if they are malformed.
        self.is_explainable()
        check_use(self.estimator_.predict, len(self.used_), self.used_, self.estimator_)

    def is_explainable(self) -> bool:
        """Return whether this is a linear model of columns with a fixed centre."""
        steps = self.estimator
        if not isinstance(steps, Pipeline) or not isinstance(steps[-1], LinearRegression | Ridge):
            return False
        before = [step for _, step in steps.steps[:-1]]
        scaled = before and isinstance(before[-1], StandardScaler)
        centred = before[-1].with_mean if scaled else len(before) == 1
        starts = before and isinstance(before[0], SimpleImputer | StandardScaler)
        return bool(centred and starts and all(isinstance(s, _COLUMN_WISE) for s in before))

    def _contributions(self, X: Matrix) -> Floats:
        """Return the coefficient of each feature times its centred value.

        If the columns are standardised, the centre is the training mean, and the base is the mean
        rating. Otherwise the centre is the imputed value, and the base is the prediction for a
        row without values.
        """
        result = np.zeros((len(X.values), len(X.columns) + 1))
        if not len(X.values):
            return result
        before, regressor = self.estimator_[:-1], self.estimator_[-1]
        values = self.columns(X)
        centre = np.zeros(values.shape[1])
        if not isinstance(before[-1], StandardScaler):
            empty = pd.DataFrame(np.nan, index=[0], columns=self.used_)
            centre = np.asarray(before.transform(empty), dtype=np.float64)[0]
        coefficients = np.ravel(regressor.coef_)
        result[:, [X.names.index(name) for name in self.used_]] = (values - centre) * coefficients
        result[:, -1] = regressor.intercept_ + centre @ coefficients
        return result

    def columns(self, X: Matrix) -> Floats:
        """Return the columns of a linear regressor, after the steps before it."""
        return np.asarray(self.estimator_[:-1].transform(self._table(X)), dtype=np.float64)

    def _table(self, X: Matrix) -> pd.DataFrame:
        return pd.DataFrame(X.select(self.used_).values, columns=self.used_)


def _weights(estimator: Any, X: Matrix) -> dict[str, Floats]:
    """Return the weights of rows, if any, as a parameter of an estimator's `fit`."""
    if X.weights is None:
        return {}
    last = estimator[-1] if isinstance(estimator, Pipeline) else estimator
    if not has_fit_parameter(last, "sample_weight"):
        raise without_weights(type(last).__name__)
    step = f"{estimator.steps[-1][0]}__" if isinstance(estimator, Pipeline) else ""
    return {f"{step}sample_weight": X.weights}


def check_use(
    use: Callable[[Any], Any], n_features: int, names: list[str] | None, steps: object
) -> None:
    """Raise an error unless a method of scikit-learn gives finite numbers for rows of features.

    If the first of the steps imputes values, one of the rows has none.
    """
    imputes = isinstance(steps, Pipeline) and isinstance(steps[0], SimpleImputer)
    rows = pd.DataFrame(
        [[0.0] * n_features, [np.nan if imputes else 0] * n_features], columns=names
    )
    numbers = np.asarray(use(rows if names else rows.to_numpy()), dtype=np.float64)
    if numbers.shape[0] != len(rows) or not np.isfinite(numbers).all():
        raise ValueError("it does not return one finite prediction for each row")


def adapted(estimator: Any) -> Regressor:
    """Return a regressor of this package, or the adapter of another one."""
    return estimator if isinstance(estimator, Regressor) else ScikitLearn(estimator)
