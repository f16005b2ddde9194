"""LightGBM models in LightGBM's text format, which contains numbers and cannot run code."""

from __future__ import annotations

import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import lightgbm
import numpy as np
from threadpoolctl import threadpool_limits

from lcp.estimators.forking import is_forked
from lcp.estimators.tree_text import checked_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# LightGBM accepts these names, and they can be separated by spaces.
_SAFE_NAME = re.compile(r"[^\s\[\]{}\":,\x00-\x1f\x7f]+")


def lightgbm_options(parameters: Mapping[str, Any], n_rows: int) -> dict[str, Any]:
    """Translate the parameters of :class:`BoostedTrees` for `n_rows` training rows."""
    # All other parameters have the names of LightGBM's scikit-learn interface, which it accepts.
    own = ("n_estimators", "n_seeds", "random_state", "n_jobs")
    return {
        **{name: value for name, value in parameters.items() if name not in own},
        "objective": "regression",
        "max_depth": parameters["max_depth"] or -1,
        "min_child_samples": max(1, min(parameters["min_child_samples"], n_rows // 10)),
        "data_random_seed": parameters["random_state"],
        "num_threads": thread_count(parameters["n_jobs"]),
        "deterministic": True,
        # A tree uses few of the columns, and needs no histograms of the others.
        "force_col_wise": True,
        "verbosity": -1,
    }


def thread_count(n_jobs: int | None) -> int:
    """Return LightGBM's number of threads for scikit-learn's `n_jobs`; 0 uses all processors.

    A forked process uses one; see :mod:`lcp.estimators.forking`.
    """
    if is_forked():
        return 1
    if n_jobs is None or n_jobs == -1:
        return 0
    return n_jobs if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + n_jobs)


def grow(
    rows: Floats,
    rated: Floats,
    *,
    names: Sequence[str],
    options: dict[str, Any],
    n_trees: int,
    seeds: Iterable[int],
    group_size: int | None = None,
) -> list[str]:
    """Train one model per seed on rows of shape (n_rows, n_features); return their texts.

    `names` of the features may be empty; `options` are LightGBM's, without the seed. With a
    `group_size`, the models rank that number of consecutive rows.
    """
    # LightGBM adds the mean to the first tree, which DART drops and shrinks like any other. With
    # a large `lambda_l2`, all predictions would be far too low.
    mean = float(rated.mean()) if options["boosting"] == "dart" else 0.0
    safe = _safe_names(names, rows.shape[1])
    groups = None
    if group_size is not None:
        options = {**options, "objective": "lambdarank"}
        groups = [group_size] * (len(rows) // group_size)
    table = lightgbm.Dataset(rows, rated - mean, group=groups, feature_name=safe, params=options)
    return [_text(booster, mean) for booster in _boosters(table, options, n_trees, [*seeds])]


def _boosters(
    table: lightgbm.Dataset, options: Mapping[str, Any], n_trees: int, seeds: Sequence[int]
) -> Iterable[lightgbm.Booster]:
    """Train one model per seed, at the same time if there are enough threads."""
    # Threads of one tree wait for each other at every split; those of different models do not.
    threads = options["num_threads"] or os.cpu_count() or 1
    workers = min(threads, len(seeds))
    own = {**options, "num_threads": threads // workers, "num_iterations": n_trees}
    lock, stopped = threading.Lock(), threading.Event()

    def train(seed: int) -> lightgbm.Booster:
        # In this thread, because LightGBM's verbosity is that of a thread.
        with lock:
            booster = lightgbm.Booster({**own, "seed": seed}, table)
        for _ in range(n_trees):
            if stopped.is_set():
                break
            booster.update()
        return booster

    if workers == 1:
        return map(train, seeds)
    with ThreadPoolExecutor(workers) as pool:
        try:
            return list(pool.map(train, seeds))
        except BaseException:  # such as Ctrl-C
            stopped.set()
            raise


def _text(booster: lightgbm.Booster, mean: float) -> str:
    text = booster.model_to_string()
    if mean:
        raised = _opened(text)
        _raise_predictions(raised, mean)
        text = raised.model_to_string()
    # The score of a ranking is predicted as that of a regression is: the sum of the leaves.
    text = text.replace("\nobjective=lambdarank\n", "\nobjective=regression\n", 1)
    # The number of threads does not affect the model.
    return re.sub(r"\n\[num_threads: \d+\]", "", text)


def read(texts: Iterable[str]) -> list[lightgbm.Booster]:
    """Return the models that texts describe, which are checked first."""
    return [_opened(checked_text(text)) for text in texts]


def _opened(text: str) -> lightgbm.Booster:
    # LightGBM reads a text with all processors, whatever `num_threads` says.
    with threadpool_limits(1, "openmp") if is_forked() else nullcontext():
        return lightgbm.Booster(model_str=text)


def mean_prediction(boosters: Sequence[lightgbm.Booster], rows: Floats, n_threads: int) -> Floats:
    """Return the mean of the models' predictions, of shape (n_rows,)."""
    predictions = [booster.predict(rows, num_threads=n_threads) for booster in boosters]
    return np.asarray(np.mean(predictions, axis=0))


def mean_contributions(
    boosters: Sequence[lightgbm.Booster], rows: Floats, n_threads: int, *, forest: bool
) -> Floats:
    """Return the mean of the models' TreeSHAP values, of shape (n_rows, n_features + 1)."""
    values = []
    for booster in boosters:
        summed = booster.predict(rows, num_threads=n_threads, pred_contrib=True)
        # LightGBM sums over the trees of a forest, although the prediction is their mean.
        values.append(summed / booster.num_trees() if forest else summed)
    return np.asarray(np.mean(values, axis=0))


def mean_gain(boosters: Sequence[lightgbm.Booster]) -> Floats:
    """Return the mean total gain of the splits on each feature, of shape (n_features,)."""
    return np.asarray(np.mean([b.feature_importance("gain") for b in boosters], axis=0))


def _raise_predictions(booster: lightgbm.Booster, difference: float) -> None:
    for leaf in range(booster.dump_model(num_iteration=1)["tree_info"][0]["num_leaves"]):
        booster.set_leaf_output(0, leaf, booster.get_leaf_output(0, leaf) + difference)


def _safe_names(names: Sequence[str], count: int) -> list[str]:
    if names and all(map(_SAFE_NAME.fullmatch, names)):
        return list(names)
    return [f"f{number}" for number in range(count)]
