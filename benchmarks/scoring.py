"""Helpers shared by the benchmarks: the seed option, cached predictions and table cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

import lcp
from lcp.evaluation.crossvalidation import cross_validate
from lcp.reports.tables import number

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from pathlib import Path

    from numpy.typing import ArrayLike


def add_seed_option(parser: ArgumentParser) -> None:
    """Add ``--seed``, which sets ``random_state``."""
    parser.add_argument("--seed", dest="random_state", metavar="SEED", type=int, default=0)


def out_of_fold(
    features: lcp.FeatureSet,
    estimator: str,
    table: pd.DataFrame,
    *,
    repeats: int,
    random_state: int,
    held_out: ArrayLike | None = None,
    cache: Path | None = None,
) -> pd.DataFrame:
    """Return predictions over 5 folds grouped by case-sensitive token, one column per repeat.

    If `cache` is a file they are read from it, else they are written to it.
    """
    if cache is not None and cache.is_file():
        return pd.DataFrame(np.load(cache, allow_pickle=False), index=table.index)
    recipe = lcp.load_estimator(estimator, random_state=random_state)
    predictions = cross_validate(
        features, recipe, table, repeats=repeats, random_state=random_state, held_out=held_out
    )
    if cache is not None:
        cache.parent.mkdir(parents=True, exist_ok=True)
        np.save(cache, predictions.to_numpy(), allow_pickle=False)
    return predictions


def cache_file(folder: Path | None, *key: object) -> Path | None:
    """Return the file of a cache folder for task, folds, names, seed and repeats."""
    return None if folder is None else folder / f"{'-'.join(map(str, key))}.npy"


def score_cell(scores: pd.DataFrame, subset: str, metric: str = "pearson") -> str:
    """Return one score of `score_table` with its 95% interval."""
    row = scores[scores["subset"] == subset].set_index("metric").loc[metric]
    return f"{number(row['value'])} ({number(row['low'], 3)}–{number(row['high'], 3)})"
