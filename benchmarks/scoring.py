"""Helpers shared by the benchmarks: the seed option, cached predictions and table cells."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from sklearn.base import clone
from threadpoolctl import threadpool_limits

import lcp
from lcp.ablation.cells import Cell, CellStore
from lcp.ablation.training import CellTrainer
from lcp.corpora.ratings import ratings
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.crossvalidation import SharedFeatures, cross_validate
from lcp.model.provenance import digest, made_with
from lcp.reports.tables import number, with_interval
from lcp.splits.kfold import GroupedStratifiedKFold

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from numpy.typing import ArrayLike, NDArray


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


def out_of_fold_by_columns(
    features: lcp.FeatureSet,
    estimator: str,
    table: pd.DataFrame,
    selections: Mapping[str, Callable[[str], bool]],
    *,
    random_state: int,
    estimator_state: int | None = None,
    cache: Path | None = None,
) -> tuple[dict[str, NDArray[np.float64]], dict[str, int]]:
    """Cross-validate models that are trained on some columns of a feature set each.

    Features are computed once. Folds are those of :func:`out_of_fold`, with one repeat, and each
    model uses one thread. A selection is called with the name of each column. `random_state` is the
    seed of the folds and, if `estimator_state` is None, of the estimator.

    Returns
    -------
    predictions : dict of str to ndarray of shape (n_instances,)
        Out-of-fold predictions (0-1) of each selection. Those that are in the folder `cache` are
        read from it, the others are written to it as soon as they are finished.
    counts : dict of str to int
        Number of columns of each selection.
    """
    state = random_state if estimator_state is None else estimator_state
    recipe = lcp.load_estimator(estimator, random_state=state, n_jobs=1)
    fitted = clone(features).fit(table)
    names = list(map(str, fitted.get_feature_names_out()))
    columns, cells = {}, {}
    for selection, keep in selections.items():
        kept = [name for name in names if keep(name)]
        # The columns are a part of the key, so that a changed selection is trained again.
        key = f"{selection} {hashlib.sha256(repr(kept).encode()).hexdigest()}"
        columns[key], cells[selection] = kept, Cell((key,))
    about = {key: value for key, value in fitted.to_dict().items() if key != "name"}
    settings = {
        "sha256": digest(table, ratings(table)),
        "features": about,
        "estimator": {key: repr(value) for key, value in recipe.get_params().items()},
        "random_state": random_state,
        **made_with(fitted),
    }
    trainer = CellTrainer(
        SharedFeatures(features, table),
        recipe,
        columns=columns,
        splitter=GroupedStratifiedKFold(5, group_by="token", random_state=random_state),
        store=CellStore(cache, settings),
    )

    def report(cell: Cell, _: int) -> None:
        print(features.name, cell.groups[0].rpartition(" ")[0], flush=True)

    with threadpool_limits(1), ThreadPoolExecutor(1) as pool:
        trainer.train([(cell, 0) for cell in cells.values()], pool, report)
    predictions = {name: trainer.predictions(cell, 1)[:, 0] for name, cell in cells.items()}
    return predictions, {name: len(columns[cell.groups[0]]) for name, cell in cells.items()}


def cache_file(folder: Path | None, *key: object) -> Path | None:
    """Return the file of a cache folder for task, folds, names, seed and repeats."""
    return None if folder is None else folder / f"{'-'.join(map(str, key))}.npy"


def score_cell(scores: pd.DataFrame, subset: str, metric: str = "pearson") -> str:
    """Return one score of `score_table` with its 95% interval."""
    row = scores[scores["subset"] == subset].set_index("metric").loc[metric]
    return f"{number(row['value'])} ({number(row['low'], 3)}–{number(row['high'], 3)})"


def difference_cell(
    table: pd.DataFrame, a: NDArray[np.float64], b: NDArray[np.float64], *, random_state: int
) -> str:
    """Return Pearson's r of `a` minus that of `b`, with its 95% paired interval over tokens."""
    difference = paired_difference(
        table["complexity"], a, b, groups=table["token"], random_state=random_state
    )
    return with_interval(*difference.loc["pearson", ["value", "low", "high"]], sign=True)
