"""Metrics of SemEval-2021 Task 1 (Shardlow et al., 2021).

Each metric is a weighted mean over instances, with the number of times that a resample drew an
instance as its weight. All resamples of a bootstrap are thus scored at once, without sorting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError
from lcp.evaluation.labels import METRICS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def scores(rated: ArrayLike, predicted: ArrayLike) -> dict[str, float]:
    """Score predictions against ratings.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Complexity from 0 to 1, in the same order.

    Returns
    -------
    dict of str to float
        ``pearson`` and ``spearman`` (-1 to 1; NaN if either array is constant), ``mae`` and
        ``mse`` (on the 0-1 scale, and its square), ``r2`` (at most 1; NaN if the ratings are
        constant).

    Raises
    ------
    InputError
        If there are fewer than two instances, lengths differ, or a value is not finite.

    Examples
    --------
    >>> figures = scores([0.0, 0.25, 0.5], [0.0, 0.5, 0.25])
    >>> {name: round(value, 3) for name, value in figures.items()}
    {'pearson': 0.5, 'spearman': 0.5, 'mae': 0.167, 'mse': 0.042, 'r2': 0.0}
    """
    x, y = finite_arrays(rated=rated, predicted=predicted)
    values = weighted_scores(np.ones((1, len(x))), x, y)[0]
    return dict(zip(METRICS, values.tolist(), strict=True))


def finite_arrays(**series: ArrayLike) -> list[Floats]:
    """Convert series to arrays of floats; raise the errors of :func:`scores`."""
    arrays = []
    for name, values in series.items():
        try:
            array = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(
                "A value is not a number.", where=name, hint="Give numbers only."
            ) from error
        if array.ndim != 1:
            raise InputError(
                f"One value per instance is needed, not an array of shape {array.shape}.",
                where=name,
                hint="Give a list, a one-dimensional array or a column.",
            )
        wrong = np.flatnonzero(~np.isfinite(array))
        if len(wrong):
            raise InputError(
                f"Value {wrong[0] + 1} of {len(array)} is missing or infinite.",
                where=name,
                hint="Leave out instances without a rating; every instance needs a prediction.",
            )
        arrays.append(array)
    lengths = {name: len(array) for name, array in zip(series, arrays, strict=True)}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise InputError(
            f"The numbers of values differ: {listed}.", hint="Give one prediction per rating."
        )
    if len(arrays[0]) < 2:  # noqa: PLR2004
        raise InputError(
            "A score needs at least two instances.", hint="Give more than one rated instance."
        )
    return arrays


def weighted_scores(counts: Floats, x: Floats, y: Floats) -> Floats:
    """Return the metrics of each resample, shape (n_resamples, 5), NaN if undefined.

    `counts`, of shape (n_resamples, n_instances), is how often a resample drew an instance.
    """
    total = counts.sum(axis=1)
    error = y - x
    mse = counts @ error**2 / total
    ranks_x, constant_x = _ranks(counts, x)
    ranks_y, constant_y = _ranks(counts, y)
    constant = constant_x | constant_y
    # Without centring, large means would cost digits.
    x, y = x - x.mean(), y - y.mean()
    mean_x, mean_y = counts @ x / total, counts @ y / total
    variance_x = counts @ x**2 / total - mean_x**2
    variance_y = counts @ y**2 / total - mean_y**2
    covariance = counts @ (x * y) / total - mean_x * mean_y
    centre = (total + 1)[:, None] / 2
    ranks_x -= centre
    ranks_y -= centre
    rank_moments = [
        np.einsum("ri,ri,ri->r", counts, a, b)
        for a, b in ((ranks_x, ranks_y), (ranks_x, ranks_x), (ranks_y, ranks_y))
    ]
    with np.errstate(divide="ignore", invalid="ignore"):
        pearson = covariance / np.sqrt(variance_x * variance_y)
        spearman = rank_moments[0] / np.sqrt(rank_moments[1] * rank_moments[2])
        r2 = np.where(constant_x, np.nan, 1 - mse / variance_x)
    pearson, spearman = (np.where(constant, np.nan, np.clip(r, -1, 1)) for r in (pearson, spearman))
    return np.column_stack([pearson, spearman, counts @ np.abs(error) / total, mse, r2])


def _ranks(counts: Floats, values: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Mean rank of each instance in each resample, and which resamples are constant."""
    _, place = np.unique(values, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    tied = np.add.reduceat(counts[:, order], starts, axis=1)
    ranks = np.cumsum(tied, axis=1) - (tied - 1) / 2
    return ranks[:, place], (tied > 0).sum(axis=1) == 1
