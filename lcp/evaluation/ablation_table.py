"""Scores of the steps of an ablation, and their differences from a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.evaluation.bootstrap import bootstrap_p, holm, intervals, resampled_scores
from lcp.evaluation.crossvalidation import in_threads
from lcp.evaluation.splits import groups
from lcp.evaluation.subsets import subsets
from lcp.targets.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lcp.evaluation.cells import Cell

    Floats = NDArray[np.float64]

COLUMNS = (
    "step", "group", "columns", "subset", "n", "metric", "value", "low", "high",
    "difference", "difference_low", "difference_high", "p", "p_holm",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One row of an ablation: a cell, and the reference it is compared with."""

    name: str
    group: str
    cell: Cell
    columns: int
    reference: Cell | None = None


def compare_steps(
    table: pd.DataFrame,
    steps: Sequence[Step],
    predictions: Mapping[Cell, Floats],
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
    n_jobs: int = 1,
) -> pd.DataFrame:
    """Score every step, and compare it with its reference by paired bootstrap.

    Resamples draw tokens with all their instances and are the same for every model. Metrics are
    averaged over repeats before differences and limits are computed.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    steps : sequence of Step
        Steps to compare.
    predictions : mapping of Cell to ndarray of shape (n_instances, n_repeats)
        Predictions of the cells and of their references.
    n_resamples, random_state
        As in :func:`lcp.evaluation.bootstrap.bootstrap`.
    n_jobs : int, default=1
        Number of threads.

    Returns
    -------
    DataFrame
        One row per step, subset and metric. ``low`` and ``high`` are the 95% interval of
        ``value``; ``difference`` is the step's value minus its reference's, with its paired
        interval; ``p`` is two-sided, and ``p_holm`` corrected for all steps of the same subset
        and metric (Holm, 1979). Differences of steps without a reference are NaN.

    Raises
    ------
    InputError
        If ratings are missing or a subset has fewer than two tokens.
    """
    rated = ratings(table)
    tokens = groups(table).to_numpy()

    def resample(cell: Cell, mask: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        value, resampled = resampled_scores(
            rated[mask],
            predictions[cell][mask],
            groups=tokens[mask],
            n_resamples=n_resamples,
            random_state=random_state,
        )
        return np.mean(value, axis=0), np.mean(resampled, axis=0)

    parts = []
    for subset, mask in subsets(table).items():
        results = in_threads(resample, [(cell, mask) for cell in predictions], n_jobs)
        resampled = dict(zip(predictions, results, strict=True))
        rows = pd.concat([_rows(step, resampled) for step in steps])
        parts.append(rows.assign(subset=subset, n=int(mask.sum())))
    rows = pd.concat(parts, ignore_index=True)
    rows["p_holm"] = rows.groupby(["subset", "metric"])["p"].transform(holm)
    return rows[list(COLUMNS)]


def _rows(step: Step, resampled: Mapping[Cell, tuple[Floats, Floats]]) -> pd.DataFrame:
    value, resamples = resampled[step.cell]
    rows = intervals(value, resamples)
    columns = ["difference", "difference_low", "difference_high", "p"]
    rows[columns] = np.nan
    if step.reference is not None:
        other_value, other_resamples = resampled[step.reference]
        change = value - other_value, resamples - other_resamples
        rows[columns] = intervals(*change).assign(p=bootstrap_p(*change))
    return rows.reset_index().assign(step=step.name, group=step.group, columns=step.columns)
