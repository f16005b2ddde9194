"""Percentile bootstrap intervals of metrics and of their differences (Efron & Tibshirani, 1993).

Resamples draw instances, or whole groups of instances, with replacement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.evaluation.labels import METRICS
from lcp.evaluation.metrics import finite_arrays, weighted_scores
from lcp.evaluation.significance import bootstrap_p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# Largest number of counts at once: matrices of 4 MB, which fit in the processor's cache.
_CHUNK = 500_000


def bootstrap(
    rated: ArrayLike,
    predicted: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    random_state: int = 0,
) -> pd.DataFrame:
    """Return every metric with its bootstrap interval.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Complexity from 0 to 1, in the same order.
    groups : array-like of shape (n_instances,), optional
        Groups with correlated errors, such as the instances of a token; resamples draw whole
        groups. Default: resamples draw single instances.
    n_resamples : int, default=1000
        Number of resamples.
    level : float, default=0.95
        Confidence level of the interval.
    random_state : int, default=0
        Seed of the resamples.

    Returns
    -------
    DataFrame of shape (5, 3)
        Indexed by metric; columns ``value`` (on all instances), ``low`` and ``high``. Resamples
        in which a metric is undefined are ignored.

    Raises
    ------
    InputError
        As in :func:`~lcp.evaluation.metrics.scores`, or if `groups` has another length or fewer
        than two distinct values, `n_resamples` is below 1, or `level` is not between 0 and 1.
    """
    value, resampled = resampled_scores(
        rated, predicted, groups=groups, n_resamples=n_resamples, random_state=random_state
    )
    return intervals(value, resampled, level)


def paired_difference(
    rated: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    random_state: int = 0,
) -> pd.DataFrame:
    """Return every metric of `a` minus that of `b`, with its paired bootstrap interval.

    Two models may differ significantly although their separate intervals overlap.

    Parameters
    ----------
    rated, a, b : array-like of shape (n_instances,)
        Ratings and the predictions of two models, in the same order.
    groups, n_resamples, level, random_state
        As in :func:`bootstrap`.

    Returns
    -------
    DataFrame of shape (5, 4)
        As in :func:`bootstrap`, and the two-sided ``p`` of
        :func:`lcp.evaluation.significance.bootstrap_p`.

    Raises
    ------
    InputError
        As in :func:`bootstrap`.
    """
    x, first, second = finite_arrays(rated=rated, a=a, b=b)
    (value_a, resampled_a), (value_b, resampled_b) = (
        resampled_scores(x, y, groups=groups, n_resamples=n_resamples, random_state=random_state)
        for y in (first, second)
    )
    value, resampled = value_a - value_b, resampled_a - resampled_b
    return intervals(value, resampled, level).assign(p=bootstrap_p(value, resampled))


def resampled_scores(
    rated: ArrayLike,
    predicted: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> tuple[Floats, Floats]:
    """Return every metric on all instances and on each resample.

    The resamples depend only on `groups`, `n_resamples` and `random_state`, so the differences
    of two models can be taken resample by resample.

    Parameters and errors are those of :func:`bootstrap`.

    Returns
    -------
    value : ndarray of shape (5,)
        In the order of ``METRICS``.
    resampled : ndarray of shape (n_resamples, 5)
        NaN where a metric is undefined.
    """
    x, y = finite_arrays(rated=rated, predicted=predicted)
    value, resampled = resampled_scores_of_models(
        x, y[:, None], groups=groups, n_resamples=n_resamples, random_state=random_state
    )
    return value[0], resampled[0]


def resampled_scores_of_models(
    rated: Floats,
    predictions: Floats,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> tuple[Floats, Floats]:
    """Return the same as :func:`resampled_scores` for several models, in less time.

    Parameters
    ----------
    rated : ndarray of shape (n_instances,)
        Complexity from 0 to 1.
    predictions : ndarray of shape (n_instances, n_models)
        Predictions of each model.
    groups, n_resamples, random_state
        As in :func:`bootstrap`.

    Returns
    -------
    value : ndarray of shape (n_models, 5)
        In the order of ``METRICS``.
    resampled : ndarray of shape (n_models, n_resamples, 5)
        NaN where a metric is undefined.
    """
    count = len(rated)
    value = weighted_scores(np.ones((count, 1)), rated, predictions)
    resampled = [
        weighted_scores(counts, rated, predictions)
        for counts in _resamples(count, _codes(groups, count), n_resamples, random_state)
    ]
    return value[:, 0], np.concatenate(resampled, axis=1)


def intervals(value: Floats, resampled: Floats, level: float = 0.95) -> pd.DataFrame:
    """Return percentile intervals of metrics or of their differences, as :func:`bootstrap`.

    `value` and `resampled` are arrays as returned by :func:`resampled_scores`.
    """
    if not 0 < level < 1:
        raise InputError(
            f"The level {level} is not between 0 and 1.",
            where="level",
            hint="Use 0.95, for example.",
        )
    table = pd.DataFrame(index=pd.Index(list(METRICS), name="metric"))
    table["value"] = value
    table[["low", "high"]] = [
        percentiles(metric, column, level)
        for metric, column in zip(value, resampled.T, strict=True)
    ]
    return table


def percentiles(value: float, resampled: Floats, level: float = 0.95) -> tuple[float, float]:
    """Return the limits of one metric's interval; NaN if it is undefined on all instances."""
    defined = resampled[~np.isnan(resampled)]
    if not len(defined) or np.isnan(value):
        return float("nan"), float("nan")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _codes(groups: ArrayLike | None, n_instances: int) -> NDArray[np.intp] | None:
    if groups is None:
        return None
    codes, names = pd.factorize(np.asarray(groups), use_na_sentinel=True)
    if codes.shape != (n_instances,) or (codes < 0).any() or len(names) < 2:  # noqa: PLR2004
        raise InputError(
            "Every instance needs a group, and there must be at least two groups.",
            where="groups",
            hint=f"Give {n_instances} groups without missing values, or None.",
        )
    return codes


def _resamples(
    n_instances: int, codes: NDArray[np.intp] | None, n_resamples: int, random_state: int
) -> Iterator[Floats]:
    """Yield how often each resample drew each instance, shape (n_instances, n_in_chunk)."""
    if n_resamples < 1:
        raise InputError(
            f"The number of resamples is {n_resamples}.",
            where="n_resamples",
            hint="Use 1 or more, for example 1000.",
        )
    generator = np.random.default_rng(random_state)
    n_units = n_instances if codes is None else int(codes.max()) + 1
    size = max(1, _CHUNK // n_instances)
    for begin in range(0, n_resamples, size):
        rows = min(size, n_resamples - begin)
        drawn = generator.integers(n_units, size=(rows, n_units))
        drawn += np.arange(rows)[:, None] * n_units
        counts = np.bincount(drawn.ravel(), minlength=rows * n_units).reshape(rows, n_units)
        by_unit = np.ascontiguousarray(counts.T, dtype=np.float64)
        yield by_unit if codes is None else by_unit[codes]
