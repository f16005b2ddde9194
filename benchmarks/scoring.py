"""How the benchmarks score a feature set with an estimator, and write what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import lcp
from lcp.evaluation.crossvalidation import cross_validate

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import ArrayLike


def out_of_fold(
    features: lcp.FeatureSet,
    estimator: str,
    table: pd.DataFrame,
    *,
    repeats: int,
    seed: int,
    held_out: ArrayLike | None = None,
    kept: Path | None = None,
) -> pd.DataFrame:
    """Predictions over 5 folds grouped by case-sensitive token, one column per repeat.

    Read from the file `kept` where it is there, and written to it where it is given.
    """
    if kept is not None and kept.is_file():
        return pd.DataFrame(np.load(kept, allow_pickle=False), index=table.index)
    recipe = lcp.load_estimator(estimator, seed=seed)
    found = cross_validate(features, recipe, table, repeats=repeats, seed=seed, held_out=held_out)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, found.to_numpy(), allow_pickle=False)
    return found


def kept_in(cache: Path | None, *told: object) -> Path | None:
    """The file of a cache for what is told by task, folds, names, seed and repeats."""
    return None if cache is None else cache / f"{'-'.join(map(str, told))}.npy"


def with_interval(scores: pd.DataFrame, subset: str, metric: str = "pearson") -> str:
    """One figure of `score_table` with its 95 % interval."""
    row = scores[scores["subset"] == subset].set_index("metric").loc[metric]
    return f"{row['value']:.4f} ({row['low']:.3f}–{row['high']:.3f})"
