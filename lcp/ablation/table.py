"""Scores of several models on the same instances, and the differences between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.ratings import ratings
from lcp.evaluation.crossvalidation import subsets
from lcp.evaluation.metrics import METRICS, intervals, resampled_scores
from lcp.evaluation.significance import bootstrap_p, holm
from lcp.splits import groups

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
    """One row of an ablation: a cell, what was done to get it, and what it is compared with."""

    name: str
    group: str
    cell: Cell
    columns: int
    reference: Cell | None = None


def compare(
    table: pd.DataFrame,
    steps: Sequence[Step],
    predictions: Mapping[Cell, Floats],
    *,
    n_resamples: int = 1000,
    seed: int = 0,
    mapper: Callable[..., Iterable[Any]] = map,
) -> pd.DataFrame:
    """Scores of every step, and paired differences from its reference.

    A resample draws tokens with all their instances, the same for every model, and its metric
    is averaged over the repeats before differences and limits are taken.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    steps : sequence of Step
        What to compare.
    predictions : mapping of Cell to ndarray of shape (n_instances, repeats)
        Of the cells and of their references.
    n_resamples, seed : int
        Of the bootstrap.
    mapper : callable, default=map
        As the built-in; that of a pool of threads uses several processors.

    Returns
    -------
    DataFrame
        A row for each step, subset and metric. ``low`` and ``high`` are the 95 % interval of
        ``value``; ``difference`` is the step's value minus its reference's, with its own paired
        interval; ``p`` is two-sided, ``p_holm`` corrected for all steps of the same subset and
        metric (Holm 1979). Empty differences mean that a step has no reference.

    Raises
    ------
    InputError
        When ratings are missing, or a subset has fewer than two tokens.
    """
    rated = ratings(table)
    tokens = groups(table, "token").to_numpy()
    parts = []
    for subset, mask in subsets(table).items():
        chosen = mask.to_numpy()

        def draw(predicted: Floats, chosen: NDArray[np.bool_] = chosen) -> tuple[Floats, Floats]:
            each = [
                resampled_scores(
                    rated[chosen],
                    column[chosen],
                    groups=tokens[chosen],
                    n_resamples=n_resamples,
                    seed=seed,
                )
                for column in predicted.T
            ]
            value, resampled = zip(*each, strict=True)
            return np.mean(value, axis=0), np.mean(resampled, axis=0)

        drawn = dict(zip(predictions, mapper(draw, predictions.values()), strict=True))
        parts.append(pd.concat([_rows(step, drawn) for step in steps]).assign(subset=subset))
        parts[-1]["n"] = int(chosen.sum())
    whole = pd.concat(parts, ignore_index=True)
    whole["p_holm"] = whole.groupby(["subset", "metric"])["p"].transform(holm)
    return whole[list(COLUMNS)]


def _rows(step: Step, drawn: Mapping[Cell, tuple[Floats, Floats]]) -> pd.DataFrame:
    value, resampled = drawn[step.cell]
    rows = intervals(value, resampled)
    rows["p"] = np.nan
    differences = pd.DataFrame(np.nan, index=rows.index, columns=["value", "low", "high"])
    if step.reference is not None:
        other, others = drawn[step.reference]
        differences = intervals(value - other, resampled - others)
        rows["p"] = bootstrap_p(value - other, resampled - others)
    names = {"value": "difference", "low": "difference_low", "high": "difference_high"}
    rows = rows.join(differences.rename(columns=names)).loc[list(METRICS)].reset_index()
    return rows.assign(step=step.name, group=step.group, columns=step.columns)
