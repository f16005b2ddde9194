"""Coverage of prediction intervals, measured on groups that were not used to calibrate them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from lcp.corpora.ratings import ratings
from lcp.evaluation.subsets import subsets_by_genre
from lcp.splits.kfold import GroupedStratifiedKFold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.splits.grouping import GroupBy

    Floats = NDArray[np.float64]


def held_out_limits(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    interval: Any,
    *,
    coverage: float = 0.9,
    folds: int = 5,
    group_by: GroupBy = "token",
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
    interval : estimator
        Unfitted, such as :class:`lcp.model.conformal.ConformalInterval`.
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
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1)
    low, high = np.empty_like(predicted), np.empty_like(predicted)
    splitter = GroupedStratifiedKFold(folds, group_by=group_by, random_state=random_state)
    for train, test in splitter.split(table):
        fitted = clone(interval).fit(table.iloc[train], predicted[train])
        for repeat in range(predicted.shape[1]):
            limits = fitted.predict(table.iloc[test], predicted[test, repeat], coverage=coverage)
            low[test, repeat], high[test, repeat] = limits["low"], limits["high"]
    return low, high


def interval_coverage(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    interval: Any,
    *,
    coverage: float = 0.9,
    **options: Any,
) -> pd.DataFrame:
    """Return the measured coverage and the mean width of held-out intervals.

    Parameters and errors are those of :func:`held_out_limits`.

    Returns
    -------
    DataFrame
        One row per subset and genre: ``subset`` (see :func:`lcp.evaluation.subsets.subsets`),
        ``genre`` (``all``, then each), ``n``, ``nominal`` (the nominal coverage), ``coverage``
        (share of ratings within the limits) and ``width`` (mean of high minus low, 0-1 scale).
        Averaged over repeats.
    """
    rated = ratings(table)[:, None]
    low, high = held_out_limits(table, predictions, interval, coverage=coverage, **options)
    covered = ((low <= rated) & (rated <= high)).mean(axis=1)
    width = (high - low).mean(axis=1)
    rows = [
        (subset, genre, int(mask.sum()), coverage, covered[mask].mean(), width[mask].mean())
        for subset, genre, mask in subsets_by_genre(table)
    ]
    return pd.DataFrame(rows, columns=["subset", "genre", "n", "nominal", "coverage", "width"])
