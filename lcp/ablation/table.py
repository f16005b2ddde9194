"""Scores of the steps of an ablation, and their differences from a reference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.ratings import ratings
from lcp.evaluation.bootstrap import intervals, resampled_scores_of_models
from lcp.evaluation.labels import METRICS
from lcp.evaluation.significance import bootstrap_p, holm
from lcp.evaluation.subsets import subsets
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from lcp.ablation.cells import Cell

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

    def cells(self) -> list[Cell]:
        """Return the reference, if there is one, and the cell."""
        return [self.cell] if self.reference is None else [self.reference, self.cell]


def compare(
    table: pd.DataFrame,
    steps: Sequence[Step],
    predictions: Mapping[Cell, Floats],
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
    mapper: Callable[..., Iterable[Any]] = map,
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
    mapper : callable, default=map
        Replacement for the built-in, such as that of a thread pool.

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
    tokens = groups(table, "token").to_numpy()
    parts = []
    for subset, mask in subsets(table).items():

        def resample(predicted: Floats, mask: NDArray[np.bool_] = mask) -> tuple[Floats, Floats]:
            value, resampled = resampled_scores_of_models(
                rated[mask],
                predicted[mask],
                groups=tokens[mask],
                n_resamples=n_resamples,
                random_state=random_state,
            )
            return np.mean(value, axis=0), np.mean(resampled, axis=0)

        resampled = dict(zip(predictions, mapper(resample, predictions.values()), strict=True))
        parts.append(pd.concat([_rows(step, resampled) for step in steps]).assign(subset=subset))
        parts[-1]["n"] = int(mask.sum())
    rows = pd.concat(parts, ignore_index=True)
    rows["p_holm"] = rows.groupby(["subset", "metric"])["p"].transform(holm)
    return rows[list(COLUMNS)]


def _rows(step: Step, resampled: Mapping[Cell, tuple[Floats, Floats]]) -> pd.DataFrame:
    value, resamples = resampled[step.cell]
    rows = intervals(value, resamples)
    rows["p"] = np.nan
    differences = pd.DataFrame(np.nan, index=rows.index, columns=["value", "low", "high"])
    if step.reference is not None:
        other_value, other_resamples = resampled[step.reference]
        change = value - other_value, resamples - other_resamples
        differences = intervals(*change)
        rows["p"] = bootstrap_p(*change)
    names = {"value": "difference", "low": "difference_low", "high": "difference_high"}
    rows = rows.join(differences.rename(columns=names)).loc[list(METRICS)].reset_index()
    return rows.assign(step=step.name, group=step.group, columns=step.columns)
