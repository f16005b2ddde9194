"""Scores of predicted complexity, and how far a finite test set lets one trust them.

The metrics are those of SemEval-2021 Task 1 (Shardlow et al. 2021). Intervals are
percentile bootstrap intervals (Efron & Tibshirani 1993): instances, or whole groups of
them, are drawn with replacement. A resample is held as how often it drew each instance,
so that every metric is a weighted mean and resampling needs no sorting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.evaluation.significance import bootstrap_p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Names of the metrics, in the order of the official tables.
METRICS = ("pearson", "spearman", "mae", "mse", "r2")

# About 32 MB for each matrix of counts.
_CHUNK = 4_000_000


def scores(rated: ArrayLike, predicted: ArrayLike) -> dict[str, float]:
    """Score predictions against ratings.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Complexity from 0 to 1, matched by position.

    Returns
    -------
    dict of str to float
        ``pearson`` and ``spearman`` (-1 to 1; NaN where either side is constant),
        ``mae`` and ``mse`` (of the 0-1 scale, and its square), ``r2`` (at most 1; NaN
        where the ratings are constant).

    Raises
    ------
    InputError
        For fewer than two instances, unequal lengths, or values that are not finite.

    Examples
    --------
    >>> found = scores([0.0, 0.25, 0.5], [0.0, 0.5, 0.25])
    >>> {name: round(value, 3) for name, value in found.items()}
    {'pearson': 0.5, 'spearman': 0.5, 'mae': 0.167, 'mse': 0.042, 'r2': 0.0}
    """
    x, y = _series(rated=rated, predicted=predicted)
    found = _weighted_scores(np.ones((1, len(x))), x, y)[0]
    return dict(zip(METRICS, found.tolist(), strict=True))


def bootstrap(
    rated: ArrayLike,
    predicted: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Bootstrap interval of every metric.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Complexity from 0 to 1, matched by position.
    groups : array-like of shape (n_instances,), optional
        Draw whole groups, such as all instances of a token, whose errors go together.
    n_resamples : int, default=1000
        Number of resamples.
    level : float, default=0.95
        Share of the resamples between `low` and `high`.
    seed : int, default=0
        Seed of the resamples.

    Returns
    -------
    DataFrame of shape (5, 3)
        Indexed by metric; columns ``value`` (of the instances themselves), ``low`` and
        ``high``. Resamples in which a metric is not defined are left out of its interval.

    Raises
    ------
    InputError
        As :func:`scores`, and for `groups` of another length or fewer than two of them,
        no resamples, or a level that is not between 0 and 1.
    """
    value, resampled = resampled_scores(
        rated, predicted, groups=groups, n_resamples=n_resamples, seed=seed
    )
    return intervals(value, resampled, level)


def resampled_scores(
    rated: ArrayLike,
    predicted: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    seed: int = 0,
) -> tuple[Floats, Floats]:
    """Every metric on the instances and on each resample of them.

    The resamples depend on `groups`, their number and the seed alone: those of two models are
    paired, and their difference may be taken resample by resample.

    Parameters
    ----------
    rated, predicted, groups, n_resamples, seed
        As for :func:`bootstrap`.

    Returns
    -------
    value : ndarray of shape (5,)
        In the order of `METRICS`.
    resampled : ndarray of shape (n_resamples, 5)
        NaN where a metric is not defined.

    Raises
    ------
    InputError
        As for :func:`bootstrap`.
    """
    x, y = _series(rated=rated, predicted=predicted)
    value = _weighted_scores(np.ones((1, len(x))), x, y)
    resampled = [
        _weighted_scores(counts, x, y)
        for counts in _resamples(len(x), _codes(groups, len(x)), n_resamples, seed)
    ]
    return value[0], np.concatenate(resampled)


def paired_difference(
    rated: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    seed: int = 0,
) -> pd.DataFrame:
    """Bootstrap interval of every metric of `a` minus that of `b`, on the same resamples.

    An interval of ``pearson`` without 0 says that one of the two predicts better than
    the other on instances such as these; overlapping intervals of the two alone do not
    say the contrary.

    Parameters
    ----------
    rated, a, b : array-like of shape (n_instances,)
        Ratings and the predictions of two models, matched by position.
    groups, n_resamples, level, seed
        As for :func:`bootstrap`.

    Returns
    -------
    DataFrame of shape (5, 4)
        As for :func:`bootstrap`, and the two-sided ``p`` of
        :func:`lcp.evaluation.significance.bootstrap_p`.

    Raises
    ------
    InputError
        As for :func:`bootstrap`.
    """
    x, first, second = _series(rated=rated, a=a, b=b)
    (value_a, resampled_a), (value_b, resampled_b) = (
        resampled_scores(x, y, groups=groups, n_resamples=n_resamples, seed=seed)
        for y in (first, second)
    )
    value, resampled = value_a - value_b, resampled_a - resampled_b
    return intervals(value, resampled, level).assign(p=bootstrap_p(value, resampled))


def _series(**given: ArrayLike) -> list[Floats]:
    arrays = []
    for name, values in given.items():
        try:
            array = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(
                "There is a value that is not a number.", where=name, hint="Give numbers only."
            ) from error
        if array.ndim != 1:
            raise InputError(
                f"One value per instance is needed, not an array of shape {array.shape}.",
                where=name,
                hint="Give a list, an array of one dimension or a column.",
            )
        wrong = np.flatnonzero(~np.isfinite(array))
        if len(wrong):
            raise InputError(
                f"Value {wrong[0] + 1} of {len(array)} is missing or infinite.",
                where=name,
                hint="Leave out instances without a rating; every instance needs a prediction.",
            )
        arrays.append(array)
    lengths = {name: len(array) for name, array in zip(given, arrays, strict=True)}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise InputError(
            f"The numbers of values differ: {told}.", hint="Give one prediction per rating."
        )
    if len(arrays[0]) < 2:  # noqa: PLR2004
        raise InputError(
            "A score needs at least two instances.", hint="Give more than one rated instance."
        )
    return arrays


def _codes(groups: ArrayLike | None, n_instances: int) -> NDArray[np.intp] | None:
    if groups is None:
        return None
    codes, names = pd.factorize(np.asarray(groups), use_na_sentinel=True)
    if codes.shape != (n_instances,) or (codes < 0).any() or len(names) < 2:  # noqa: PLR2004
        raise InputError(
            "Every instance needs a group, and there must be at least two groups.",
            where="groups",
            hint=f"Give {n_instances} groups, none missing, or none at all.",
        )
    return codes


def _resamples(
    n_instances: int, codes: NDArray[np.intp] | None, n_resamples: int, seed: int
) -> Iterator[Floats]:
    """Yield how often each resample drew each instance, shape (n_in_chunk, n_instances)."""
    if n_resamples < 1:
        raise InputError(
            f"There cannot be {n_resamples} resamples.",
            where="n_resamples",
            hint="Give 1 or more; 1000 is usual.",
        )
    generator = np.random.default_rng(seed)
    n_units = n_instances if codes is None else int(codes.max()) + 1
    size = max(1, _CHUNK // n_instances)
    for begin in range(0, n_resamples, size):
        rows = min(size, n_resamples - begin)
        drawn = generator.integers(n_units, size=(rows, n_units))
        drawn += np.arange(rows)[:, None] * n_units
        counts = np.bincount(drawn.ravel(), minlength=rows * n_units).reshape(rows, n_units)
        yield (counts if codes is None else counts[:, codes]).astype(np.float64)


def _weighted_scores(counts: Floats, x: Floats, y: Floats) -> Floats:
    """Metrics of each resample, shape (n_resamples, 5), from its counts of the instances."""
    total = counts.sum(axis=1)
    error = y - x
    mse = counts @ error**2 / total
    ranks_x, constant_x = _ranks(counts, x)
    ranks_y, constant_y = _ranks(counts, y)
    constant = constant_x | constant_y
    # Centring keeps the differences of large means from losing digits.
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
    """Mean rank of each instance within each resample, and which resamples hold one value."""
    _, place = np.unique(values, return_inverse=True)
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    tied = np.add.reduceat(counts[:, order], starts, axis=1)
    ranks = np.cumsum(tied, axis=1) - (tied - 1) / 2
    return ranks[:, place], (tied > 0).sum(axis=1) == 1


def intervals(value: Floats, resampled: Floats, level: float = 0.95) -> pd.DataFrame:
    """Percentile intervals of what :func:`resampled_scores` gives, or of a difference of two.

    Takes its two arrays; returns and raises as :func:`bootstrap`.
    """
    if not 0 < level < 1:
        raise InputError(
            f"The level {level} is not between 0 and 1.", where="level", hint="0.95 is usual."
        )
    table = pd.DataFrame(index=pd.Index(METRICS, name="metric"))
    table["value"] = value
    for column, share in (("low", (1 - level) / 2), ("high", (1 + level) / 2)):
        table[column] = [
            np.quantile(known, share) if len(known) and not np.isnan(own) else np.nan
            for own, known in zip(value, (c[~np.isnan(c)] for c in resampled.T), strict=True)
        ]
    return table
