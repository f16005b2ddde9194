"""Checks of scikit-learn's trees that come from a file.

Predicting with a tree reads memory at the node numbers and columns that the tree contains, without
checking them.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

if TYPE_CHECKING:
    from collections.abc import Iterable

_FOREST, _BOOSTED = "sklearn.tree._tree", "sklearn.ensemble._hist_gradient_boosting.predictor"
#: Types of trees that a model file may contain, which :func:`check_trees` checks.
TREES = (f"{_FOREST}.Tree", f"{_BOOSTED}.TreePredictor")

_COLLECTION = (list, tuple, set, frozenset, deque)


def check_trees(estimator: Any) -> None:
    """Check that every tree of an estimator refers to its own nodes and to existing columns.

    Raises
    ------
    ValueError
        If it does not.
    """
    _check(estimator, None, set())


def _check(value: Any, n_features: int | None, seen: set[int]) -> None:
    """Check the trees in an object that is used for rows of `n_features` columns."""
    if id(value) in seen:
        return
    seen.add(id(value))
    kind = f"{type(value).__module__}.{type(value).__name__}"
    if kind in TREES:
        (_check_tree if kind == TREES[0] else _check_predictor)(value, n_features)
        return
    if isinstance(value, BaseEstimator):
        n_features = _columns(value, n_features)
    for other in _parts(value):
        _check(other, n_features, seen)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, _COLLECTION) or (isinstance(value, np.ndarray) and value.dtype == "O"):
        return value
    return getattr(value, "__dict__", {}).values()


def _columns(estimator: Any, outer: int | None) -> int | None:
    """Return the number of columns that the parts of an estimator get at least."""
    # An estimator checks the columns of its rows, but not for its parts. The steps of a pipeline
    # get other columns.
    if isinstance(estimator, Pipeline):
        return None
    own = getattr(estimator, "n_features_in_", None)
    if not isinstance(own, int | np.integer | None):
        raise TypeError("the number of features is not a number")
    return min((int(n) for n in (own, outer) if n is not None), default=None)


def _check_tree(tree: Any, n_features: int | None) -> None:
    if tree.node_count > tree.capacity or n_features is None or tree.n_outputs != 1:
        raise ValueError("a tree has a wrong size")
    inner = tree.children_left != -1
    left, right = tree.children_left[inner], tree.children_right[inner]
    _check_nodes(np.flatnonzero(inner), left, right, tree.node_count)
    _check_columns(tree.feature[inner], min(n_features, tree.n_features))


def _check_predictor(predictor: Any, n_features: int | None) -> None:
    nodes = predictor.nodes
    if not isinstance(nodes, np.ndarray) or nodes.ndim != 1 or n_features is None:
        raise TypeError("a tree has a wrong size")
    if nodes["is_categorical"].any():
        raise ValueError("a tree has categories")
    inner = nodes["is_leaf"] == 0
    left, right = (nodes[side][inner].astype(np.int64) for side in ("left", "right"))
    _check_nodes(np.flatnonzero(inner), left, right, len(nodes))
    _check_columns(nodes["feature_idx"][inner], n_features)


def _check_nodes(inner: Any, left: Any, right: Any, n_nodes: int) -> None:
    # Children come after their parent, so that there is no circle.
    ordered = (left > inner) & (right > inner) & (left < n_nodes) & (right < n_nodes)
    if not n_nodes or not ordered.all():
        raise ValueError("the nodes of a tree are not in order")


def _check_columns(columns: Any, n_features: int) -> None:
    if ((columns < 0) | (columns >= n_features)).any():
        raise ValueError("a tree splits on a column that does not exist")
