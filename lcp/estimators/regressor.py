"""What all regressors share: checks of features and ratings, and names of features."""

from __future__ import annotations

import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from lcp.base.estimator_base import RegressorBase, check_fitted, cloned
from lcp.base.reader_groups import ALL
from lcp.errors import InputError
from lcp.features.matrix import Matrix

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Ints, Objects


class Regressor(RegressorBase):
    """Base class of regressors.

    Subclasses implement `_fit` and `_predict`, and `_contributions` if predictions can be
    attributed to the features. They list their fitted attributes in `stored`, and check in
    :meth:`check` what their types do not say.

    Attributes
    ----------
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features.
    n_features_in_ : int
        Number of features.
    """

    #: Types of the fitted attributes, for :func:`lcp.base.schema.conforms`.
    stored: ClassVar[Mapping[str, Any]] = {}
    #: Parameters that are regressors, which a recipe blends from others.
    stages: ClassVar[tuple[str, ...]] = ()
    #: Whether `_fit` uses the weights of the matrix, or passes it to regressors that may.
    uses_weights: ClassVar[bool] = False

    feature_names_in_: Objects
    n_features_in_: int

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn to predict the ratings of rows.

        Parameters
        ----------
        X : Matrix, or DataFrame or array-like of shape (n_rows, n_features)
            Features; NaN if unknown.
        y : array-like of shape (n_rows,)
            Complexity, without NaN.
        sample_weight : array-like of shape (n_rows,), optional
            Weight of each row; rows with the weight 0 are left out. Default: the weights of the
            matrix, or equal weights.

        Raises
        ------
        InputError
            If the lengths differ, there are fewer than two rows, a rating is not a number, a
            feature is infinite, a weight is negative, or the estimator cannot use weights.
        ValueError
            If a parameter is out of range.
        """
        self.check_params()
        matrix, rated = _matrix(X), np.asarray(y, dtype=np.float64).ravel()
        if len(rated) != len(matrix.values) or not np.isfinite(rated).all():
            ratings = f"{np.isfinite(rated).sum()} ratings for {len(matrix.values)} rows"
            raise InputError(
                f"There are {ratings} of features.", hint="Give a rating for each row."
            )
        if sample_weight is not None:
            weights = _checked_weights(sample_weight, len(rated))
            matrix = replace(matrix, weights=weights).take(weights > 0)
            rated = rated[weights > 0]
        if len(rated) < 2:  # noqa: PLR2004
            what = f"The number of training instances is {len(rated)}; it must be 2 or more."
            raise InputError(what, hint="Use more instances, or fewer folds.")
        if matrix.weights is not None and not self.uses_weights:
            raise without_weights(type(self).__name__)
        self.feature_names_in_ = np.array(matrix.names, dtype=object)
        self.n_features_in_ = len(matrix.columns)
        order = _canonical_order(matrix, rated)
        self._fit(matrix.take(order), rated[order])
        return self

    def predict(self, X: Any) -> Floats:
        """Predict the complexity of each row.

        Parameters
        ----------
        X : Matrix, or DataFrame or array-like of shape (n_rows, n_features)
            The features of :meth:`fit`, in the same order.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predictions, not clipped.

        Raises
        ------
        NotFittedError
            If the estimator is not fitted.
        InputError
            If the features differ from the features of :meth:`fit`, a feature is infinite, or a
            prediction is not a finite number.
        """
        matrix = self._with_same_features(X)
        predicted = self._predict(matrix) if len(matrix.values) else np.empty(0)
        if not np.isfinite(predicted).all():
            raise InputError(
                "A prediction of the estimator is not a finite number.", hint="Train it again."
            )
        return predicted

    def contributions(self, X: Any) -> Floats:
        """Attribute each prediction to the features.

        Parameters
        ----------
        X : Matrix, or DataFrame or array-like of shape (n_rows, n_features)
            As for :meth:`predict`.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            Contributions on the scale of the ratings; the last column is the base. Each row sums
            to the prediction.

        Raises
        ------
        InputError
            As :meth:`predict`, or if the predictions cannot be attributed.
        """
        if not self.is_explainable():
            raise InputError(
                "Predictions of this estimator cannot be attributed to the features.",
                hint="Use one of the recipes 'lightgbm', 'random-forest', 'ridge' and 'linear'.",
            )
        return self._contributions(self._with_same_features(X))

    def sentence_counts(self) -> dict[str, tuple[str, ...]]:
        """Return the genres in which the sentence of a target counts, by readers.

        ``*`` stands for all. A regressor names the readers that it predicts differently for.
        """
        return {ALL: (ALL,)}

    def is_explainable(self) -> bool:
        """Return whether predictions can be attributed to the features, fitted or not."""
        return False

    def check(self) -> None:
        """Raise ValueError if fitted attributes, which were loaded, do not fit together."""

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        super().check_params()
        for name in self.stages:
            if not isinstance(getattr(self, name), Regressor):
                raise ValueError(f"The '{name}' parameter is not a regressor of lcp.")  # noqa: TRY004

    def _fit(self, X: Matrix, y: Floats) -> None:
        raise NotImplementedError

    def _predict(self, X: Matrix) -> Floats:
        raise NotImplementedError

    def _contributions(self, X: Matrix) -> Floats:
        raise NotImplementedError

    def _with_same_features(self, X: Any) -> Matrix:
        if not hasattr(self, "feature_names_in_"):
            check_fitted(self, "feature_names_in_")
        matrix = _matrix(X)
        if matrix.names != tuple(self.feature_names_in_):
            raise InputError(
                "The features differ from the features in training.",
                hint=f"Give the {self.n_features_in_} features of the training, in their order.",
            )
        return matrix


def _canonical_order(X: Matrix, y: Floats) -> Ints:
    """Return an order of the rows that does not depend on their order in the table.

    Trees sample rows by their numbers. Values are rounded, so that the order is the same on
    machines whose values differ in their last digits.
    """
    rows = np.ascontiguousarray(X.values, dtype=np.float32)
    weights = [] if X.weights is None else [X.weights]
    return np.lexsort([*weights, np.array([zlib.crc32(row.data) for row in rows]), y])


def _checked_weights(weights: ArrayLike, n_rows: int) -> Floats:
    checked = np.asarray(weights, dtype=np.float64)
    if checked.shape != (n_rows,) or not np.isfinite(checked).all() or (checked < 0).any():
        raise InputError(
            "The weights are not one number from 0 for each row.",
            where="sample_weight",
            hint=f"Give {n_rows:,} numbers.",
        )
    return checked


def without_weights(name: str) -> InputError:
    """Return the error for weights that an estimator cannot use."""
    return InputError(
        f"The estimator {name} cannot use weights of instances.",
        where="sample_weight",
        hint="Leave them out, or use an estimator that can, such as 'lightgbm' or 'ridge'.",
    )


def _matrix(X: Any) -> Matrix:
    if isinstance(X, Matrix):
        return X
    matrix = Matrix.of(X)
    if np.isinf(matrix.values).any():
        raise InputError("A feature is infinite.", hint="Use NaN for unknown values.")
    return matrix


def columns_with_values(X: Matrix) -> list[str]:
    """Return the names of the columns that have a value in any row.

    Raises
    ------
    InputError
        If there is none.
    """
    used = [X.names[column] for column in np.flatnonzero(~np.isnan(X.values).all(axis=0))]
    if not used:
        raise InputError("No feature has a value.", hint="Use other features for these instances.")
    return used


def with_threads(estimator: Any, n_jobs: int | None) -> Any:
    """Return an unfitted copy of an estimator with ``n_jobs`` set in it and inside it."""
    names = [name for name in estimator.get_params() if name.rpartition("__")[2] == "n_jobs"]
    return cloned(estimator).set_params(**dict.fromkeys(names, n_jobs))
