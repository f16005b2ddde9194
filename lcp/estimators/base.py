"""What the regressors of this package share: validation, names of columns and `predict`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted, validate_data

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class Regressor(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Base class of regressors. Subclasses implement `fit` and `_predict`."""

    #: How the features are validated, and how many rows :meth:`predict` needs.
    _checks: ClassVar[dict[str, Any]] = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}
    _min_rows: ClassVar[int] = 1

    def predict(self, X: ArrayLike) -> Floats:
        """Predict the complexity of each row.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            The features of :meth:`fit`, in the same order.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predictions, not clipped.

        Raises
        ------
        NotFittedError
            If the estimator is not fitted.
        ValueError
            If the features differ from those of :meth:`fit`, or a value is infinite, or NaN
            where the estimator does not accept it.
        """
        return self._predict(self._rows(X))

    def _predict(self, rows: Floats) -> Floats:
        raise NotImplementedError

    def _training_data(self, X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
        checks = self._checks | {"ensure_min_samples": 2, "y_numeric": True}
        rows, rated = validate_data(self, X, y, **checks)
        return rows, rated

    def _rows(self, X: ArrayLike) -> Floats:
        check_is_fitted(self)
        checks = self._checks | {"ensure_min_samples": self._min_rows}
        return np.asarray(validate_data(self, X, reset=False, **checks))

    def _names(self) -> NDArray[np.object_]:
        """Names of the columns; x0, x1 and so on if `X` had none."""
        return np.asarray(_check_feature_names_in(self))

    def __sklearn_tags__(self) -> Any:
        """Declare whether NaN is allowed."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = "ensure_all_finite" in self._checks
        return tags
