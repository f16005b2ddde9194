"""Models of LightGBM in its own text format, which holds numbers and cannot run code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import lightgbm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

# Names that LightGBM takes as they are and that a space-separated list can hold.
_SAFE_NAME = re.compile(r"[^\s\[\]{}\":,\x00-\x1f\x7f]+")


def grow(
    rows: Floats,
    rated: Floats,
    *,
    names: Sequence[str],
    options: dict[str, Any],
    n_trees: int,
    seeds: Iterable[int],
) -> list[str]:
    """Grow the trees of one model for each seed.

    Parameters
    ----------
    rows : ndarray of shape (n_rows, n_features)
        Features; NaN where unknown.
    rated : ndarray of shape (n_rows,)
        What is to be predicted.
    names : sequence of str
        Names of the features; empty where they have none.
    options : dict
        LightGBM's parameters, without the seed.
    n_trees : int
        Number of trees for each seed.
    seeds : iterable of int
        From which the random choices of each model come.

    Returns
    -------
    list of str
        One text for each seed.
    """
    # LightGBM keeps the mean in the first tree, which DART drops and shrinks like any other: all
    # predictions would be too low, where `lambda_l2` is large by more than they differ.
    mean = float(rated.mean()) if options["boosting"] == "dart" else 0.0
    safe = _safe_names(names, rows.shape[1])
    # The table is binned only once.
    table = lightgbm.Dataset(rows, rated - mean, feature_name=safe, params=options)
    texts = []
    for seed in seeds:
        booster = lightgbm.train({**options, "seed": seed}, table, n_trees)
        if mean:
            _raise_predictions(booster, mean)
        # The number of threads changes nothing in the model, so it is not part of it.
        texts.append(re.sub(r"\n\[num_threads: \d+\]", "", booster.model_to_string()))
    return texts


def read(texts: Iterable[str]) -> list[lightgbm.Booster]:
    """Models that predict, from their texts."""
    return [lightgbm.Booster(model_str=text) for text in texts]


def _raise_predictions(booster: lightgbm.Booster, difference: float) -> None:
    for leaf in range(booster.dump_model(num_iteration=1)["tree_info"][0]["num_leaves"]):
        booster.set_leaf_output(0, leaf, booster.get_leaf_output(0, leaf) + difference)


def _safe_names(names: Sequence[str], count: int) -> list[str]:
    if names and all(map(_SAFE_NAME.fullmatch, names)):
        return list(names)
    return [f"f{number}" for number in range(count)]
