"""Coverage of prediction intervals, measured on groups that were not used to calibrate them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.evaluation.splits import GroupedStratifiedKFold
from lcp.evaluation.subsets import subsets_by_genre
from lcp.model.intervals import Intervals
from lcp.targets.ratings import ratings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def held_out_limits(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    *,
    coverage: float = 0.9,
    folds: int = 5,
    group_by: str = "token",
    random_state: int = 0,
) -> tuple[Floats, Floats]:
    """Return limits for every instance from intervals calibrated without its group.

    The out-of-fold predictions are divided into new folds; the limits of each fold come from
    intervals that were calibrated on the others.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``genre``, ``token`` and ``complexity``.
    predictions : array-like of shape (n_instances, n_repeats)
        Out-of-fold predictions of :func:`lcp.evaluation.crossvalidation.cross_validate`.
    coverage : float, default=0.9
        Nominal coverage: expected share of ratings within the limits.
    folds, group_by, random_state
        As in :func:`lcp.evaluation.crossvalidation.cross_validate`.

    Returns
    -------
    low, high : ndarray of shape (n_instances, n_repeats)
        Limits of the predictions of each repeat, 0-1.

    Raises
    ------
    InputError
        If ratings are missing or outside 0-1, there are fewer groups than folds, or `coverage`
        is not between 0 and 1.
    """
    rated = ratings(table)
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1)
    low, high = np.empty_like(predicted), np.empty_like(predicted)
    splitter = GroupedStratifiedKFold(folds, group_by=group_by, random_state=random_state)
    for train, test in splitter.split(table):
        fitted = Intervals.fit(table.iloc[train], rated[train], predicted[train])
        for repeat in range(predicted.shape[1]):
            values = predicted[test, repeat]
            limits = fitted.limits(table.iloc[test], values, coverage=coverage)
            low[test, repeat], high[test, repeat] = limits.T
    return low, high


def interval_coverage(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    *,
    coverage: float = 0.9,
    **options: Any,
) -> pd.DataFrame:
    """Return the measured coverage and the mean width of held-out intervals.

    Parameters and errors as in :func:`held_out_limits`.

    Returns
    -------
    DataFrame
        One row per subset and genre: ``subset`` (see :func:`lcp.evaluation.subsets.subsets`),
        ``genre`` (``all``, then each), ``n``, ``nominal`` (the nominal coverage), ``coverage``
        (share of ratings within the limits) and ``width`` (mean of high minus low, 0-1 scale).
        Averaged over repeats.
    """
    rated = ratings(table)[:, None]
    low, high = held_out_limits(table, predictions, coverage=coverage, **options)
    covered = ((low <= rated) & (rated <= high)).mean(axis=1)
    width = (high - low).mean(axis=1)
    rows = [
        (subset, genre, int(mask.sum()), coverage, covered[mask].mean(), width[mask].mean())
        for subset, genre, mask in subsets_by_genre(table)
    ]
    return pd.DataFrame(rows, columns=["subset", "genre", "n", "nominal", "coverage", "width"])
