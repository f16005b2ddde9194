"""Do intervals hold what they promise? Measured on groups that they were not calibrated on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from lcp.corpora.ratings import ratings
from lcp.evaluation.crossvalidation import subsets
from lcp.intervals import ConformalInterval
from lcp.splits import GroupedStratifiedKFold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.grouping import GroupBy

    Floats = NDArray[np.float64]


def held_out_limits(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    *,
    interval: Any = None,
    coverage: float = 0.9,
    folds: int = 5,
    group_by: GroupBy = "token",
    seed: int = 0,
) -> tuple[Floats, Floats]:
    """Limits for every instance from intervals that were calibrated without its group.

    The out-of-fold predictions are divided anew: intervals learn from all folds but one and
    are tried on that one.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``corpus``, ``token`` and ``complexity``.
    predictions : array-like of shape (n_instances, repeats)
        Out-of-fold predictions, as
        :func:`lcp.evaluation.crossvalidation.cross_validate` returns them.
    interval : ConformalInterval, optional
        Unfitted; one with the usual parameters unless given.
    coverage : float, default=0.9
        Share of ratings that the limits are to hold.
    folds, group_by, seed
        As for :func:`lcp.evaluation.crossvalidation.cross_validate`.

    Returns
    -------
    low, high : ndarray of shape (n_instances, repeats)
        Around the predictions of each repeat, 0-1.

    Raises
    ------
    InputError
        When ratings are missing or not from 0 to 1, there are fewer groups than folds, or
        `coverage` is not between 0 and 1.
    """
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1)
    low, high = np.empty_like(predicted), np.empty_like(predicted)
    unfitted = ConformalInterval() if interval is None else interval
    for known, fresh in GroupedStratifiedKFold(folds, group_by=group_by, seed=seed).split(table):
        fitted = clone(unfitted).fit(table.iloc[known], predicted[known])
        for repeat in range(predicted.shape[1]):
            limits = fitted.predict(table.iloc[fresh], predicted[fresh, repeat], coverage=coverage)
            low[fresh, repeat], high[fresh, repeat] = limits["low"], limits["high"]
    return low, high


def interval_coverage(
    table: pd.DataFrame,
    predictions: pd.DataFrame | Floats,
    *,
    coverage: float = 0.9,
    folds: int = 5,
    group_by: GroupBy = "token",
    seed: int = 0,
) -> pd.DataFrame:
    """How many ratings lie within held-out limits, and how wide these are.

    Parameters
    ----------
    table, predictions, coverage, folds, group_by, seed
        As for :func:`held_out_limits`.

    Returns
    -------
    DataFrame
        Columns ``subset`` (``single``, ``mwe``, ``all``; see
        :func:`lcp.evaluation.crossvalidation.subsets`), ``corpus`` (``all``, then each), ``n``,
        ``nominal`` (the coverage asked for), ``coverage`` (the share that lies within) and
        ``width`` (mean of high minus low, on the 0-1 scale). Averaged over repeats.

    Raises
    ------
    InputError
        As :func:`held_out_limits`.
    """
    rated = ratings(table)[:, None]
    low, high = held_out_limits(
        table, predictions, coverage=coverage, folds=folds, group_by=group_by, seed=seed
    )
    held = ((low <= rated) & (rated <= high)).mean(axis=1)
    width = (high - low).mean(axis=1)
    rows = []
    for subset, mask in subsets(table).items():
        kind = mask.to_numpy()
        for corpus in ("all", *sorted(table["corpus"].unique())):
            chosen = kind if corpus == "all" else kind & (table["corpus"] == corpus).to_numpy()
            if chosen.any():
                figures = (int(chosen.sum()), coverage, held[chosen].mean(), width[chosen].mean())
                rows.append((subset, corpus, *figures))
    return pd.DataFrame(rows, columns=["subset", "corpus", "n", "nominal", "coverage", "width"])
