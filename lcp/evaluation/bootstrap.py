"""Percentile bootstrap intervals of metrics and of their differences (Efron & Tibshirani, 1993).

Resamples draw instances, or whole groups of instances, with replacement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

import numpy as np
import pandas as pd
from scipy.stats import norm

from lcp.errors import InputError
from lcp.evaluation.metrics import RATINGS, finite_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats, Ints
    from lcp.base.task import Metrics


class Resampling(TypedDict, total=False):
    """Options of :func:`resampled_scores`."""

    groups: ArrayLike | None
    n_resamples: int
    random_state: int


def bootstrap(
    rated: ArrayLike,
    predicted: ArrayLike,
    *,
    metrics: Metrics = RATINGS,
    **options: Unpack[Resampling],
) -> pd.DataFrame:
    """Return every metric with its bootstrap interval of 95%.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Complexity from 0 to 1, in the same order.
    metrics : Metrics
        The metrics. Default: regression metrics.
    **options
        Resamples; see :func:`resampled_scores`.

    Returns
    -------
    DataFrame of shape (n_metrics, 3)
        Indexed by metric; columns ``value`` (on all instances), ``low`` and ``high``. Resamples
        in which a metric is undefined are ignored.

    Raises
    ------
    InputError
        As in :func:`~lcp.evaluation.metrics.scores`, or if `groups` has another length or fewer
        than two distinct values.
    """
    x, y = finite_arrays(rated=rated, predicted=predicted)
    value, resampled = resampled_scores(x, y[:, None], metrics=metrics, **options)
    return intervals(value[0], resampled[0], metrics.names)


def paired_difference(
    rated: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    metrics: Metrics = RATINGS,
    **options: Unpack[Resampling],
) -> pd.DataFrame:
    """Return the difference in every metric between `a` and `b`, with its paired interval.

    Two models may differ significantly although their separate intervals overlap.

    Parameters
    ----------
    rated, a, b : array-like of shape (n_instances,)
        Ratings and the predictions of two models, in the same order.
    metrics, **options
        As in :func:`bootstrap`.

    Returns
    -------
    DataFrame of shape (n_metrics, 6)
        As in :func:`bootstrap`, the two-sided ``p`` of :func:`bootstrap_p`, and the metrics of
        ``a`` and ``b``.

    Raises
    ------
    InputError
        As in :func:`bootstrap`.
    """
    x, *predictions = finite_arrays(rated=rated, a=a, b=b)
    value, resampled = resampled_scores(x, np.column_stack(predictions), metrics=metrics, **options)
    table = significance(value[0] - value[1], resampled[0] - resampled[1], metrics.names)
    return table.assign(a=value[0], b=value[1])


def resampled_scores(
    rated: Floats,
    predictions: Floats,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    random_state: int = 0,
    metrics: Metrics = RATINGS,
) -> tuple[Floats, Floats]:
    """Return every metric of several models, on all instances and on each resample.

    The resamples depend only on `groups`, `n_resamples` and `random_state`, so the differences
    of two models can be taken resample by resample.

    Parameters
    ----------
    rated : ndarray of shape (n_instances,)
        Complexity from 0 to 1.
    predictions : ndarray of shape (n_instances, n_models)
        Predictions of each model.
    groups : array-like of shape (n_instances,), optional
        Groups with correlated errors, such as the instances of a token; resamples draw whole
        groups. Default: resamples draw single instances.
    n_resamples : int, default=1000
        Number of resamples.
    random_state : int, default=0
        Seed of the resamples.
    metrics : Metrics
        The metrics. Default: regression metrics.

    Returns
    -------
    value : ndarray of shape (n_models, n_metrics)
        In the order of the metrics.
    resampled : ndarray of shape (n_models, n_resamples, n_metrics)
        NaN where a metric is undefined.
    """
    count = len(rated)
    units = np.arange(count) if groups is None else _codes(groups, count)
    value = metrics.weighted(np.ones((count, 1)), rated, predictions, units)
    resampled = [
        metrics.weighted(counts, rated, predictions, units)
        for counts in _resamples(units, n_resamples, random_state)
    ]
    return value[:, 0], np.concatenate(resampled, axis=1)


def intervals(
    value: Floats, resampled: Floats, names: Sequence[str] = RATINGS.names
) -> pd.DataFrame:
    """Return percentile intervals of metrics or of their differences, as :func:`bootstrap`.

    `value` has the shape (n_metrics,), `resampled` the shape (n_resamples, n_metrics).
    """
    drawn = pd.DataFrame(resampled, columns=pd.Index(names, name="metric"))
    table = drawn.quantile([0.025, 0.975]).T.set_axis(["low", "high"], axis="columns")
    table.insert(0, "value", value)
    # A metric that is undefined on all instances has no interval.
    return table.where(table["value"].notna())


def significance(
    value: Floats, resampled: Floats, names: Sequence[str] = RATINGS.names
) -> pd.DataFrame:
    """Return :func:`intervals` of differences, and the two-sided ``p`` of :func:`bootstrap_p`."""
    return intervals(value, resampled, names).assign(p=bootstrap_p(value, resampled))


def bootstrap_p(value: ArrayLike, resampled: ArrayLike) -> Floats:
    """Test whether differences are 0: a normal test with the bootstrap's standard error.

    Counting the resamples on the other side of 0 instead cannot give a p-value below
    2 / (n_resamples + 1), which is not significant after correction for hundreds of comparisons.
    The standard error of the resamples (Efron & Tibshirani, 1993, chapter 6) has no such limit.
    If the resamples are far from normal, p and the percentile interval may disagree near the
    threshold; trust the interval then.

    Parameters
    ----------
    value : array-like of shape (n_metrics,)
        Differences on all instances.
    resampled : array-like of shape (n_resamples, n_metrics)
        Differences on each resample.

    Returns
    -------
    ndarray of shape (n_metrics,)
        Two-sided p-values (0-1); 1 for a difference of 0, NaN for an undefined difference.

    Examples
    --------
    >>> bootstrap_p([0.196, 0.0], [[0.1, 0], [0.2, 0], [0.3, 0]]).round(2).tolist()
    [0.05, 1.0]
    """
    differences = np.asarray(value, dtype=np.float64)
    drawn = np.asarray(resampled, dtype=np.float64)
    defined = np.isfinite(differences) & (np.isfinite(drawn).sum(axis=0) > 1)
    p = np.full(differences.shape, np.nan)
    error = np.nanstd(drawn[:, defined], axis=0, ddof=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        tails = 2 * norm.sf(np.abs(differences[defined]) / error)
    p[defined] = np.where(differences[defined] == 0, 1.0, tails)
    return p


def holm(p: ArrayLike) -> Floats:
    """Correct p-values for the number of comparisons (Holm, 1979, step-down).

    Holm's method bounds the probability of any false positive under every kind of dependence. The
    rows of an ablation are dependent because they share a reference. Benjamini & Hochberg's
    procedure bounds only the share of false positives, and only for some kinds of dependence.

    Parameters
    ----------
    p : array-like of shape (n_comparisons,)
        P-values. NaN does not count as a comparison.

    Returns
    -------
    ndarray of shape (n_comparisons,)
        Corrected p-values, at most 1.

    Examples
    --------
    >>> holm([0.04, 0.01, 0.03]).round(3).tolist()
    [0.06, 0.03, 0.06]
    """
    values = np.asarray(p, dtype=np.float64)
    defined = np.flatnonzero(~np.isnan(values))
    order = defined[np.argsort(values[defined])]
    factors = np.arange(len(order), 0, -1)
    corrected = np.full(values.shape, np.nan)
    corrected[order] = np.minimum(1, np.maximum.accumulate(values[order] * factors))
    return corrected


def _codes(groups: ArrayLike, n_instances: int) -> Ints:
    codes, names = pd.factorize(np.asarray(groups), use_na_sentinel=True)
    if codes.shape != (n_instances,) or (codes < 0).any() or len(names) < 2:  # noqa: PLR2004
        raise InputError(
            "Every instance needs a group, and there must be at least two groups.",
            where="groups",
            hint=f"Give {n_instances} groups without missing values, or None.",
        )
    return codes


def _resamples(units: Ints, n_resamples: int, random_state: int) -> Iterator[Floats]:
    """Yield how often each resample drew the unit of each instance, (n_instances, n_in_chunk)."""
    generator = np.random.default_rng(random_state)
    n_units = int(units.max()) + 1
    # Matrices of 4 MB fit in the processor's cache.
    size = max(1, 500_000 // len(units))
    for begin in range(0, n_resamples, size):
        rows = min(size, n_resamples - begin)
        drawn = generator.integers(n_units, size=(rows, n_units))
        drawn += np.arange(rows)[:, None] * n_units
        counts = np.bincount(drawn.ravel(), minlength=rows * n_units).reshape(rows, n_units)
        by_unit = np.ascontiguousarray(counts.T, dtype=np.float64)
        yield by_unit[units]
