"""A Gaussian process whose kernels each see the columns that a recipe names."""

from __future__ import annotations

from fnmatch import fnmatchcase
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from scipy.linalg import solve
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted, validate_data

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class GaussianProcess(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Mean of a Gaussian process with a sum of squared-exponential kernels.

    Rows that are alike in the columns of a kernel are expected to be rated alike. The kernel of
    a few telling columns and that of all columns are weighed against each other, which one
    kernel over everything cannot do; a kernel with a very short length ties rows that are the
    same in its columns, such as expressions with the same last word. Time grows with the cube
    of the number of training rows, memory with its square.

    Parameters
    ----------
    kernels : sequence of mapping, default=({"columns": ["*"], "weight": 1.0, "length": 2.0},)
        Each with ``columns``, patterns of names as in :mod:`fnmatch`; ``weight``, its share of
        the variance of the ratings; and ``length``, in units of the root of the number of its
        columns. A kernel whose patterns match no column is left out.
    noise : float, default=0.25
        Variance of the ratings that no column explains, as a share of all.
    limit : float, default=3.0
        Columns are cut off at plus and minus this value.

    Attributes
    ----------
    rows_ : float32 array of shape (n_rows, n_features)
        The training rows, cut off.
    weights_ : ndarray of shape (n_rows,)
        What each of them adds to a prediction for each unit of covariance.
    mean_, scale_ : float
        Mean and standard deviation of the ratings.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, when `X` had names.

    Notes
    -----
    Columns should be standardised. Rasmussen & Williams (2006), Gaussian processes for machine
    learning, equation 2.25.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(-2, 2, 9)[:, None]
    >>> process = GaussianProcess(noise=0.001).fit(X, X.ravel() ** 2)
    >>> process.predict([[1.25]]).round(1).tolist()
    [1.6]
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "kernels": [list, tuple],
        "noise": [Interval(Real, 0, None, closed="neither")],
        "limit": [Interval(Real, 0, None, closed="neither")],
    }

    def __init__(
        self,
        *,
        kernels: Sequence[Mapping[str, Any]] = ({"columns": ["*"], "weight": 1.0, "length": 2.0},),
        noise: float = 0.25,
        limit: float = 3.0,
    ) -> None:
        self.kernels = kernels
        self.noise = noise
        self.limit = limit

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Solve for the weights of the training rows.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Standardised features.
        y : array-like of shape (n_rows,)
            Complexity.

        Raises
        ------
        ValueError
            For a kernel or an option that is not of its form, kernels that all match no
            column, or NaN.
        """
        self._validate_params()
        rows, rated = validate_data(self, X, y, y_numeric=True, ensure_min_samples=2)
        # What is kept for saving is what is used, so that predictions are the same afterwards.
        self.rows_ = self._cut_off(rows)
        self.mean_ = float(rated.mean())
        self.scale_ = float(rated.std()) or 1.0
        covariance = self._covariance(self.rows_)
        covariance[np.diag_indices_from(covariance)] += self.noise
        self.weights_ = solve(covariance, (rated - self.mean_) / self.scale_, assume_a="pos")
        return self

    def predict(self, X: ArrayLike) -> Floats:
        """Predict the mean of the process.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Standardised features.

        Returns
        -------
        ndarray of shape (n_rows,)
            Not clipped.

        Raises
        ------
        NotFittedError
            Before :meth:`fit`.
        ValueError
            When the features are not those of :meth:`fit`, or one is NaN.
        """
        check_is_fitted(self)
        rows = self._cut_off(validate_data(self, X, reset=False))
        return np.asarray(self.mean_ + self.scale_ * self._covariance(rows) @ self.weights_)

    def _validate_params(self) -> None:
        super()._validate_params()
        for kernel in self.kernels:
            _parts(kernel)

    def _cut_off(self, rows: Floats) -> NDArray[np.float32]:
        return np.clip(rows, -self.limit, self.limit).astype(np.float32)

    def _covariance(self, rows: NDArray[np.float32]) -> Floats:
        total = np.zeros((len(rows), len(self.rows_)))
        matched = False
        for kernel in self.kernels:
            patterns, weight, length = _parts(kernel)
            columns = self._columns(patterns)
            if len(columns):
                matched = True
                gamma = 1 / (2 * length**2 * len(columns))
                # In double precision, where rounding cannot part rows that are the same.
                here, there = (table[:, columns].astype(float) for table in (rows, self.rows_))
                total += weight * rbf_kernel(here, there, gamma=gamma)
        if not matched:
            raise ValueError("No column matches the patterns of any kernel.")
        return total

    def _columns(self, patterns: Sequence[str]) -> NDArray[np.intp]:
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            names = [f"x{number}" for number in range(self.n_features_in_)]
        chosen = [any(fnmatchcase(name, pattern) for pattern in patterns) for name in names]
        return np.flatnonzero(chosen)


def _parts(kernel: Any) -> tuple[list[str], float, float]:
    """Patterns, weight and length of a kernel, or ValueError."""
    try:
        patterns, weight, length = (kernel[key] for key in ("columns", "weight", "length"))
        right = len(kernel) == 3 and weight > 0 and length > 0 and not isinstance(patterns, str)  # noqa: PLR2004
        patterns = [str(pattern) for pattern in patterns]
    except (TypeError, KeyError) as error:
        raise ValueError(f"A kernel lacks a part or has one of another kind: {kernel}.") from error
    if not right:
        raise ValueError(
            f"A kernel has a list of columns and a weight and a length above 0, not {kernel}."
        )
    return patterns, float(weight), float(length)
