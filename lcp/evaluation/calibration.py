"""Coverage of prediction intervals, measured on groups that were not used to calibrate them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.evaluation import splits
from lcp.evaluation.subsets import subsets_by_genre
from lcp.model.intervals import Intervals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.targets import Targets

    Floats = NDArray[np.float64]


def held_out_limits(
    targets: Targets,
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
    targets : Targets
        Rated instances.
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
        If there are fewer groups than folds, or `coverage` is not between 0 and 1.
    """
    rated = np.asarray(targets["complexity"])
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(rated), -1)
    low, high = np.empty_like(predicted), np.empty_like(predicted)
    for train, test in splits.folds(targets, folds, group_by, random_state):
        fitted = Intervals.fit(targets.take(train), rated[train], predicted[train])
        tested = targets.take(test)
        for repeat in range(predicted.shape[1]):
            values = predicted[test, repeat]
            limits = fitted.limits(tested, values, coverage=coverage)
            low[test, repeat], high[test, repeat] = limits.T
    return low, high


def interval_coverage(
    targets: Targets,
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
    parts = list(subsets_by_genre(targets))
    rated = np.asarray(targets["complexity"])[:, None]
    low, high = held_out_limits(targets, predictions, coverage=coverage, **options)
    covered = ((low <= rated) & (rated <= high)).mean(axis=1)
    width = (high - low).mean(axis=1)
    rows = [
        (subset, genre, int(mask.sum()), coverage, covered[mask].mean(), width[mask].mean())
        for subset, genre, mask in parts
    ]
    return pd.DataFrame(rows, columns=["subset", "genre", "n", "nominal", "coverage", "width"])
