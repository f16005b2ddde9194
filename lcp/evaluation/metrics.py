"""Metrics of SemEval-2021 Task 1 (Shardlow et al., 2021).

Each metric is a weighted mean over instances, with the number of times that a resample drew an
instance as its weight. All resamples of a bootstrap are thus scored at once, without sorting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.base.task import Metrics
from lcp.errors import InputError
from lcp.evaluation.labels import METRICS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Ints


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
    values = weighted_scores(np.ones((len(x), 1)), x, y[:, None])[0, 0]
    return dict(zip(METRICS, values.tolist(), strict=True))


def finite_arrays(**series: ArrayLike) -> list[Floats]:
    """Convert series to arrays of floats; raise the errors of :func:`scores`."""
    from sklearn.utils import check_array, check_consistent_length, column_or_1d

    try:
        arrays = [
            column_or_1d(
                check_array(
                    values,
                    dtype=np.float64,
                    ensure_2d=False,
                    ensure_min_samples=2,
                    input_name=name,
                )
            )
            for name, values in series.items()
        ]
        check_consistent_length(*arrays)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"The values cannot be scored: {error}",
            where=", ".join(series),
            hint="Give a rating and a prediction, both finite, for each of two or more instances.",
        ) from error
    return arrays


def weighted_scores(
    counts: Floats,
    x: Floats,
    predictions: Floats,
    _units: Ints | None = None,
) -> Floats:
    """Return the metrics of each model and resample; NaN if undefined.

    Parameters
    ----------
    counts : ndarray of shape (n_instances, n_resamples)
        How often a resample drew an instance.
    x : ndarray of shape (n_instances,)
        Ratings.
    predictions : ndarray of shape (n_instances, n_models)
        Predictions of several models.

    Returns
    -------
    ndarray of shape (n_models, n_resamples, 5)
        In the order of ``METRICS``.
    """
    rated = _Ranked(counts, x)
    weighted_ranks = counts * rated.ranks[rated.codes]
    return np.stack([_scores(counts, x, y, rated, weighted_ranks) for y in predictions.T])


def _scores(counts: Floats, x: Floats, y: Floats, rated: _Ranked, weighted_ranks: Floats) -> Floats:
    """Return the metrics of one model, shape (n_resamples, 5)."""
    error = y - x
    # Without centring, large means would cost digits.
    x, y = x - x.mean(), y - y.mean()
    values = np.stack([x, y, x**2, y**2, x * y, np.abs(error), error**2])
    mean_x, mean_y, square_x, square_y, product, mae, mse = values @ counts / rated.total
    variance_x, variance_y = square_x - mean_x**2, square_y - mean_y**2
    predicted = _Ranked(counts, y)
    constant = rated.constant | predicted.constant
    rank_product = np.einsum("ir,ir->r", predicted.summed(weighted_ranks), predicted.ranks)
    with np.errstate(divide="ignore", invalid="ignore"):
        pearson = (product - mean_x * mean_y) / np.sqrt(variance_x * variance_y)
        spearman = rank_product / np.sqrt(rated.variance * predicted.variance)
        r2 = np.where(rated.constant, np.nan, 1 - mse / variance_x)
    pearson, spearman = (np.where(constant, np.nan, np.clip(r, -1, 1)) for r in (pearson, spearman))
    return np.column_stack([pearson, spearman, mae, mse, r2])


class _Ranked:
    """Mean ranks of the distinct values in each resample.

    Attributes
    ----------
    total : ndarray of shape (n_resamples,)
        Number of drawn instances.
    codes : int array of shape (n_instances,)
        Number of each instance's value among the distinct values in ascending order.
    ranks : ndarray of shape (n_distinct, n_resamples)
        Mean rank of each distinct value, minus the mean of all ranks.
    variance : ndarray of shape (n_resamples,)
        Sum of the squared ranks of all drawn instances.
    constant : bool array of shape (n_resamples,)
        Whether the drawn instances have the same value.
    """

    def __init__(self, counts: Floats, values: Floats) -> None:
        self.total = counts.sum(axis=0)
        self.codes = np.unique(values, return_inverse=True)[1]
        self._order = np.argsort(self.codes, kind="stable")
        self._starts = np.flatnonzero(np.diff(self.codes[self._order], prepend=-1))
        tied = self.summed(counts)
        self.ranks = np.cumsum(tied, axis=0)
        self.ranks -= tied / 2
        self.ranks -= self.total / 2
        self.variance = np.einsum("ir,ir,ir->r", tied, self.ranks, self.ranks)
        self.constant = np.count_nonzero(tied, axis=0) == 1

    def summed(self, weights: Floats) -> Floats:
        """Sum weights of shape (n_instances, n_resamples) over instances with the same value."""
        ordered = weights[self._order]
        if len(self._starts) == len(ordered):
            return ordered
        return np.asarray(np.add.reduceat(ordered, self._starts, axis=0))


#: Metrics of ratings.
RATINGS = Metrics(tuple(METRICS), weighted_scores)
