"""A Gaussian process with a kernel per group of columns."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from scipy.linalg import solve
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.pipeline import make_pipeline

from lcp.base.parameters import Limits
from lcp.estimators.adapter import check_use, fitting_rows, normal_scores
from lcp.estimators.regressor import Regressor, columns_with_values

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats, Ints, Singles
    from lcp.features.matrix import Matrix


@dataclass(kw_only=True, eq=False, repr=False)
class GaussianProcess(Regressor):
    """Mean of a Gaussian process with a sum of squared-exponential kernels.

    It compares the normal scores of the features; missing values are imputed. Each kernel compares
    rows by some of the columns, so that a few informative columns can have a larger weight than
    the rest. A kernel with a very short length links rows that are equal in its columns, such as
    expressions with the same last word. Time grows with the cube of the number of training rows,
    memory with the square.

    Parameters
    ----------
    kernels : sequence of mapping, default=({"columns": ["*"], "weight": 1.0, "length": 2.0},)
        Kernels, each with ``columns``, patterns of column names as in :mod:`fnmatch`;
        ``weight``, its share of the variance of the ratings; and ``length``, its length scale
        divided by the square root of the number of its columns. A kernel that matches no column
        is ignored.
    noise : float, default=0.25
        Unexplained share of the variance of the ratings.
    limit : float, default=3.0
        Maximum absolute value of a score; larger values are clipped.

    Attributes
    ----------
    used_ : list of str of length n_used
        Names of the columns that have values in training.
    scaling_ : scikit-learn pipeline
        Replaces their values by normal scores.
    rows_ : float32 array of shape (n_rows, n_used)
        Clipped scores of the training rows.
    weights_ : ndarray of shape (n_rows,)
        Dual coefficients of the training rows.
    mean_, scale_ : float
        Mean and standard deviation of the ratings.

    Notes
    -----
    Rasmussen & Williams (2006), Gaussian processes for machine learning, equation 2.25.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(-2, 2, 41)[:, None]
    >>> process = GaussianProcess(noise=0.001).fit(X, X.ravel())
    >>> process.predict([[1.0]]).round(1).tolist()
    [1.0]
    """

    stored: ClassVar[dict[str, Any]] = {
        "used_": [str],
        "scaling_": object,
        "rows_": "f2",
        "weights_": "f1",
        "mean_": float,
        "scale_": float,
    }

    limits: ClassVar[dict[str, Limits]] = dict.fromkeys(
        ("noise", "limit"), Limits(low=0, above_low=True)
    )

    kernels: Sequence[Mapping[str, Any]] = ({"columns": ["*"], "weight": 1.0, "length": 2.0},)
    noise: float = 0.25
    limit: float = 3.0

    def _fit(self, X: Matrix, y: Floats) -> None:
        self.used_ = columns_with_values(X)
        values = X.select(self.used_).values
        scaling = make_pipeline(*normal_scores()).set_output(transform="default")
        self.scaling_ = fitting_rows(scaling, len(y)).fit(values)
        # Single precision here too, so that predictions are the same after saving.
        self.rows_ = self._clipped(self.scaling_.transform(values))
        self.mean_ = float(y.mean())
        self.scale_ = float(y.std()) or 1.0
        covariance = self._covariance(self.rows_)
        covariance[np.diag_indices_from(covariance)] += self.noise
        self.weights_ = solve(covariance, (y - self.mean_) / self.scale_, assume_a="pos")

    def _predict(self, X: Matrix) -> Floats:
        scores = self._clipped(self.scaling_.transform(X.select(self.used_).values))
        return np.asarray(self.mean_ + self.scale_ * self._covariance(scores) @ self.weights_)

    def check(self) -> None:
        """Raise ValueError unless the shapes agree."""
        check_use(self.scaling_.transform, len(self.used_), names=None, steps=self.scaling_)
        same_shape = self.rows_.shape == (len(self.weights_), len(self.used_))
        if not same_shape or not np.isfinite(self.rows_).all():
            raise ValueError("the scores of the training rows have another shape or are unknown")

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        super().check_params()
        if not isinstance(self.kernels, list | tuple):
            raise ValueError("The 'kernels' parameter must be a list.")  # noqa: TRY004
        for kernel in self.kernels:
            _parts(kernel)

    def _clipped(self, rows: Floats) -> Singles:
        return np.clip(rows, -self.limit, self.limit).astype(np.float32)

    def _covariance(self, rows: Singles) -> Floats:
        total = np.zeros((len(rows), len(self.rows_)))
        matched = False
        for kernel in self.kernels:
            patterns, weight, length = _parts(kernel)
            columns = self._columns(patterns)
            if len(columns):
                matched = True
                gamma = 1 / (2 * length**2 * len(columns))
                # Double precision keeps the distance of equal rows at 0.
                new, old = (table[:, columns].astype(float) for table in (rows, self.rows_))
                total += weight * rbf_kernel(new, old, gamma=gamma)
        if not matched:
            raise ValueError("No column matches the patterns of any kernel.")
        return total

    def _columns(self, patterns: Sequence[str]) -> Ints:
        return np.flatnonzero(
            [any(fnmatchcase(name, pattern) for pattern in patterns) for name in self.used_]
        )


def _parts(kernel: Any) -> tuple[list[str], float, float]:
    """Return patterns, weight and length of a kernel, or raise ValueError."""
    try:
        patterns, weight, length = (kernel[key] for key in ("columns", "weight", "length"))
        valid = len(kernel) == 3 and weight > 0 and length > 0 and not isinstance(patterns, str)  # noqa: PLR2004
        patterns = [str(pattern) for pattern in patterns]
    except (TypeError, KeyError) as error:
        raise ValueError(f"A kernel needs columns, a weight and a length: {kernel}.") from error
    if not valid:
        raise ValueError(
            f"A kernel needs a list of columns, and a weight and a length above 0: {kernel}."
        )
    return patterns, float(weight), float(length)
