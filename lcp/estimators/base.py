"""What the regressors of this package share: validation, names of columns and `predict`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base import Predictor, check_fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class Regressor(Predictor):
    """Base class of regressors. Subclasses implement `fit` and `predict_rows`."""

    #: How the features are validated, and how many rows :meth:`predict` needs.
    _checks: ClassVar[dict[str, Any]] = {"dtype": np.float64, "ensure_all_finite": "allow-nan"}
    _min_rows: ClassVar[int] = 1

    feature_names_in_: NDArray[np.object_]
    n_features_in_: int

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
        return self.predict_rows(self._rows(X))

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict the complexity of rows that need no validation, such as those of a feature set.

        Parameters
        ----------
        rows : ndarray of shape (n_rows, n_features)
            The features of :meth:`fit`, in the same order.
        """
        raise NotImplementedError

    def _training_data(self, X: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
        from sklearn.utils.validation import validate_data

        checks = self._checks | {"ensure_min_samples": 2, "y_numeric": True}
        rows, rated = validate_data(self, X, y, **checks)
        return rows, rated

    def _rows(self, X: ArrayLike) -> Floats:
        check_fitted(self)
        from sklearn.utils.validation import validate_data

        checks = self._checks | {"ensure_min_samples": self._min_rows}
        return np.asarray(validate_data(self, X, reset=False, **checks))

    def _names(self) -> tuple[str, ...]:
        """Names of the columns; x0, x1 and so on if `X` had none."""
        names = getattr(self, "feature_names_in_", None)
        return tuple(f"x{i}" for i in range(self.n_features_in_)) if names is None else tuple(names)

    def __sklearn_tags__(self) -> Any:
        """Declare whether NaN is allowed."""
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = "ensure_all_finite" in self._checks
        return tags


def predicted_by(
    estimator: Any, rows: Floats, names: Sequence[str] | NDArray[np.object_]
) -> Floats:
    """Return the predictions of any regressor for rows of named features.

    Regressors of this package get the array, without validation; others a table with the names.
    """
    if isinstance(estimator, Regressor):
        return estimator.predict_rows(rows)
    import pandas as pd

    return np.asarray(estimator.predict(pd.DataFrame(rows, columns=list(names))))
