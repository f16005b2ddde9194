"""XGBoost's regressors in its JSON format.

XGBoost's reader trusts the numbers of a tree, and a wrong index ends the process. The text is
therefore checked first, and all that predictions do not depend on is removed.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

#: Objectives whose predictions are sums over the trees.
_SUMS = ("reg:squarederror", "reg:absoluteerror", "reg:pseudohubererror", "reg:quantileerror")
#: Lists of a tree with one number per node. The value tells whether these are integers.
_LISTS = {
    "base_weights": False,
    "default_left": True,
    "left_children": True,
    "loss_changes": False,
    "parents": True,
    "right_children": True,
    "split_conditions": False,
    "split_indices": True,
    "split_type": True,
    "sum_hessian": False,
}
_CATEGORIES = ("categories", "categories_nodes", "categories_segments", "categories_sizes")
_NO_PARENT = 2**31 - 1
#: Members of the weights of dropped trees (DART) and of the trees.
_DART, _TREES = "dart", "gbtree"


def is_supported(estimator: Any) -> bool:
    """Return whether the trees can be saved: those of a regression on numbers."""
    booster = estimator.get_params()["booster"]
    return booster in (None, _TREES, _DART) and estimator.objective in _SUMS


def is_explainable(estimator: Any) -> bool:
    """Return whether contributions add up to the predictions."""
    return estimator.objective in _SUMS


def contributions(estimator: Any, X: pd.DataFrame) -> Any:
    """Return SHAP values and, in the last column, the base."""
    from xgboost import DMatrix

    last = getattr(estimator, "best_iteration", None) if estimator.early_stopping_rounds else None
    trees = (0, 0) if last is None else (0, last + 1)
    rows = DMatrix(X, nthread=estimator.n_jobs)
    return estimator.get_booster().predict(rows, pred_contribs=True, iteration_range=trees)


def to_bytes(estimator: Any) -> bytes:
    """Return the trees as JSON."""
    return bytes(estimator.get_booster().save_raw(raw_format="json"))


def from_bytes(kind: type[Any], parameters: dict[str, Any], content: bytes) -> Any:
    """Restore an estimator.

    Raises
    ------
    ValueError, KeyError, TypeError
        If the trees are damaged.
    """
    text = json.dumps(_checked(json.loads(content)))
    estimator = kind(**parameters)
    if not is_supported(estimator):
        raise ValueError("its trees are not those of a regression")
    own = estimator.get_params()
    estimator.load_model(bytearray(text.encode()))
    return estimator.set_params(**own)  # reading changes some


def _checked(model: Any) -> dict[str, Any]:
    learner = model["learner"]
    names = learner["feature_names"]
    facts = learner["learner_model_param"]
    n_features = int(facts["num_feature"])
    if len(names) not in (0, n_features) or not 0 < n_features < 2**24:
        raise ValueError("the number of features is wrong")
    if learner["objective"]["name"] not in _SUMS or int(facts["num_class"]) != 0:
        raise ValueError("it is not a regression")
    if int(facts["num_target"]) != 1:
        raise ValueError("it predicts several numbers")
    checked = {
        "attributes": _texts(learner["attributes"]),
        "feature_names": [_text(name) for name in names],
        "feature_types": ["float"] * len(names),
        "gradient_booster": _booster(learner["gradient_booster"], n_features),
        "learner_model_param": {
            key: _text(facts[key])
            for key in ("base_score", "boost_from_average", "num_feature", "num_target")
        }
        | {"num_class": "0"},
        "objective": _objective(learner["objective"]),
    }
    if not all(math.isfinite(score) for score in _scores(facts["base_score"])):
        raise ValueError("the base is not a number")
    return {"learner": checked, "version": _integers(model["version"], 3, 0, 1000)}


def _booster(booster: Any, n_features: int) -> dict[str, Any]:
    name = booster["name"]
    if name == _DART:
        inner = _booster(booster[_TREES], n_features)
        weights = booster["weight_drop"]
        n_trees = len(inner["model"]["trees"])
        return {"name": _DART, "gbtree": inner, "weight_drop": _numbers(weights, n_trees)}
    if name != _TREES:
        raise ValueError(f"the booster '{name}' is not supported")
    model = booster["model"]
    trees = [_tree(number, tree, n_features) for number, tree in enumerate(model["trees"])]
    parallel = int(model["gbtree_model_param"]["num_parallel_tree"])
    starts = model["iteration_indptr"]
    starts = _integers(starts, len(starts), 0, len(trees))
    ordered = starts[0] == 0 and starts[-1] == len(trees) and starts == sorted(starts)
    if not trees or not ordered or not 0 < parallel <= len(trees):
        raise ValueError("the number of trees is wrong")
    return {
        "name": _TREES,
        "model": {
            "cats": {"enc": [], "feature_segments": [], "sorted_idx": []},
            "gbtree_model_param": {
                "num_parallel_tree": str(parallel),
                "num_trees": str(len(trees)),
            },
            "iteration_indptr": starts,
            "tree_info": [0] * len(trees),
            "trees": trees,
        },
    }


def _tree(number: int, tree: Any, n_features: int) -> dict[str, Any]:
    n = len(tree["left_children"])
    lists: dict[str, list[Any]] = {
        name: _integers(tree[name], n, -1, _NO_PARENT) if whole else _numbers(tree[name], n)
        for name, whole in _LISTS.items()
    }
    parents = [_NO_PARENT] * n
    for node in range(n):
        left, right = int(lists["left_children"][node]), int(lists["right_children"][node])
        if left == right == -1:
            continue
        # Children come after their parent, so that there is no circle.
        if not (node < left < n and node < right < n and left != right):
            raise ValueError("the nodes of a tree are not in order")
        if parents[left] != _NO_PARENT or parents[right] != _NO_PARENT:
            raise ValueError("a node of a tree has two parents")
        parents[left] = parents[right] = node
        if not 0 <= lists["split_indices"][node] < n_features or lists["split_type"][node] != 0:
            raise ValueError("a split is not on a feature")
    if not n or parents[1:].count(_NO_PARENT):
        raise ValueError("the nodes of a tree are not connected")
    if any(tree[name] for name in _CATEGORIES) or int(tree["tree_param"]["num_deleted"]) != 0:
        raise ValueError("a tree has categories or deleted nodes")
    flags = {"default_left": [int(left == 1) for left in lists["default_left"]]}
    size = {"num_deleted": "0", "num_feature": str(n_features)}
    return {
        **lists,
        **flags,
        **{key: [] for key in _CATEGORIES},
        "id": number,
        "parents": parents,
        "split_indices": [max(0, index) for index in lists["split_indices"]],
        "split_type": [0] * n,
        "tree_param": {**size, "num_nodes": str(n), "size_leaf_vector": "1"},
    }


def _objective(objective: Any) -> dict[str, Any]:
    return {
        key: _text(value) if isinstance(value, str) else _texts(value)
        for key, value in objective.items()
    }


def _texts(values: Any) -> dict[str, str]:
    return {_text(key): _text(value) for key, value in values.items()}


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("a value is not a text")
    return value


def _integers(values: Any, n: int, low: int, high: int) -> list[int]:
    if not isinstance(values, list) or len(values) != n:
        raise ValueError("a list has a wrong length")
    if not all(type(value) is int and low <= value <= high for value in values):
        raise ValueError("a number is out of range")
    return values


def _numbers(values: Any, n: int) -> list[float]:
    if not isinstance(values, list) or len(values) != n:
        raise ValueError("a list has a wrong length")
    if not all(type(value) in (int, float) and math.isfinite(value) for value in values):
        raise ValueError("a value is not a number")
    return values


def _scores(text: str) -> list[float]:
    """Return the numbers of a base, which newer versions write as a list."""
    return [float(part) for part in text.strip("[]").split(",")]
