"""Regression trees as arrays, which are stored and evaluated without LightGBM.

Importing LightGBM imports pandas and scikit-learn, which takes longer than a prediction. Rows are
compared with all splits at once: QuickScorer (Lucchese et al. 2015). A split at which a row goes
to the right rules out the leaves on its left, and the row reaches the first leaf that remains. A
set of leaves is a number whose bits are the leaves. Sums are in LightGBM's order, so that
predictions are the same to the last bit.
"""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

import numpy as np

from lcp.base.caches import cached_property
from lcp.estimators.lightgbm_package import import_lightgbm, is_forked, thread_count

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Floats, Ints

    Numbers = NDArray[np.int32]

#: Types of sets of leaves, and the maximum number of leaves of a tree that is evaluated with them.
_SETS = (np.uint16, np.uint32, np.uint64)
MOST_LEAVES = 64
#: Highest absolute value that LightGBM reads as 0.
_ZERO = float(np.float32(1e-35))
#: Rows that are predicted at once, so that their comparisons fit in the processor's cache.
_ROWS = 64
#: Bits of a split's type in LightGBM's text: NaN goes to the left; NaN is a missing value.
_LEFT, _NAN = 2, 8
#: Children of a split in a model of LightGBM.
_SIDES = ("left_child", "right_child")


class _Sets(NamedTuple):
    """Splits and leaves, with as many for each tree as the largest tree has.

    columns : int array of shape (n_comparisons,)
        Column of each distinct comparison: twice the number of the feature, plus 1 if NaN goes to
        the left.
    thresholds : float array of shape (n_comparisons, 1)
        Highest value that goes to the left.
    comparisons : int array of shape (n_splits * n_trees,)
        Number of the comparison of each split; the first splits of all trees come first.
    ruled_out : unsigned int array of shape (n_splits, n_trees, 1)
        Set of the leaves on the left of each split; none where a tree has fewer splits.
    values : float array of shape (n_trees, n_splits + 1)
        Values of the leaves, from left to right; 0 where a tree has fewer leaves.
    """

    columns: Ints
    thresholds: Floats
    comparisons: Ints
    ruled_out: NDArray[np.unsignedinteger[Any]]
    values: Floats


@dataclass(frozen=True, eq=False)
class Trees:
    """Regression trees, whose prediction is the sum of one leaf of each.

    Arrays of splits and of leaves begin with the first tree, followed by the second, and so on.
    In a tree, the first split is the root, and others follow the split above them.

    Attributes
    ----------
    features : int array of shape (n_splits,)
        Column that a split compares.
    thresholds : float array of shape (n_splits,)
        Highest value that goes to the left.
    missing_left : bool array of shape (n_splits,)
        Whether NaN goes to the left.
    children : int array of shape (2, n_splits)
        Left and right child of each split: index of a split in the same tree, or -1 minus the
        index of a leaf in the same tree.
    leaves : float array of shape (n_leaves,)
        Values.
    counts : int array of shape (n_leaves,)
        Number of training rows in each leaf.
    sizes : int array of shape (n_trees,)
        Number of leaves of each tree.
    """

    #: Types of the attributes, for :func:`lcp.base.schema.conforms`.
    types: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(("features", "counts", "sizes"), "i1"),
        **dict.fromkeys(("thresholds", "leaves"), "f1"),
        "missing_left": "b1",
        "children": "i2",
    }

    features: Numbers
    thresholds: Floats
    missing_left: Bools
    children: Numbers
    leaves: Floats
    counts: Numbers
    sizes: Numbers

    @classmethod
    def of(cls, booster: Any) -> Self:
        """Return the trees of a LightGBM model for regression on numbers."""
        model = booster.dump_model()
        trees = [_splits_and_leaves(tree["tree_structure"]) for tree in model["tree_info"]]
        splits = [split for inner, _ in trees for split in inner]
        leaves = [leaf for _, outer in trees for leaf in outer]
        thresholds = np.array([split["threshold"] for split in splits], dtype=np.float64)
        has_nan, nan_left = (
            np.array([split[name] == value for split in splits], dtype=bool)
            for name, value in (("missing_type", "NaN"), ("default_left", True))
        )
        children = [[_number(split[side]) for split in splits] for side in _SIDES]
        # The prediction of a forest is the mean of its trees.
        divisor = len(trees) if model["average_output"] else 1
        return cls(
            features=np.array([split["split_feature"] for split in splits], dtype=np.int32),
            thresholds=thresholds,
            # If there was no NaN in training, LightGBM reads it as 0.
            missing_left=np.where(has_nan, nan_left, thresholds >= 0),
            children=np.array(children, dtype=np.int32).reshape(2, -1),
            leaves=np.array([leaf["leaf_value"] for leaf in leaves], dtype=np.float64) / divisor,
            # Older versions of LightGBM do not count the rows of a tree of one leaf.
            counts=np.array([leaf.get("leaf_count", 1) for leaf in leaves], dtype=np.int32),
            sizes=np.array([len(outer) for _, outer in trees], dtype=np.int32),
        )

    def check(self, n_features: int) -> None:
        """Raise ValueError unless these are trees that compare `n_features` columns."""
        splits = self.sizes - 1
        n_splits, n_leaves = len(self.features), len(self.leaves)
        lengths = {len(self.thresholds), len(self.missing_left), self.children.shape[1]}
        if (*self.children.shape[:1], *lengths, len(self.counts)) != (2, n_splits, n_leaves):
            raise ValueError("the arrays of the trees have different lengths")
        if (
            not len(splits)
            or splits.min() < 0
            or splits.sum(dtype=np.int64) != n_splits
            or n_leaves != n_splits + len(splits)
        ):
            raise ValueError("the number of leaves of a tree is impossible")
        if ((self.features < 0) | (self.features >= n_features)).any():
            raise ValueError("a tree compares a column that does not exist")
        if np.isnan(self.thresholds).any() or not np.isfinite(self.leaves).all():
            raise ValueError("a number of a tree is missing")
        index, size = self._index_in_tree(), np.repeat(self.sizes, splits)
        below = (self.children > index) & (self.children < size - 1)
        if not (below | ((self.children < 0) & (self.children >= -size))).all():
            raise ValueError("a tree refers to a node that does not exist")
        parents = np.bincount(self._nodes().ravel(), minlength=n_splits + n_leaves)
        roots = np.where(splits > 0, _starts(splits), n_splits + _starts(self.sizes))
        parents[roots] += 1
        if (parents != 1).any():
            raise ValueError("a node of a tree has several parents, or none")
        if (self.counts < 1).any():
            raise ValueError("a leaf of a tree has no training rows")

    def predict(self, values: Floats, n_jobs: int | None = None) -> Floats:
        """Return the predictions for rows of shape (n_rows, n_features); NaN if unknown.

        `n_jobs` is for LightGBM, which predicts with larger trees; None uses all processors.
        """
        if not len(values):
            return np.empty(0)
        if self.sizes.max() > MOST_LEAVES:
            used, threads = values[:, : self._n_columns], thread_count(n_jobs)
            return np.asarray(self._booster.predict(used, num_threads=threads))
        # Like LightGBM, which does not store values this small.
        stored = np.where(np.abs(values) <= _ZERO, 0.0, values)
        blocks = [self._sum(stored[row : row + _ROWS]) for row in range(0, len(stored), _ROWS)]
        return np.concatenate(blocks)

    def contributions(self, values: Floats, n_jobs: int | None = None) -> Floats:
        """Return LightGBM's TreeSHAP values, shape (n_rows, n_features + 1).

        The last column is the mean prediction for the training rows. Parameters are as for
        :meth:`predict`.
        """
        result = np.zeros((len(values), values.shape[1] + 1))
        if len(values):
            used, threads = values[:, : self._n_columns], thread_count(n_jobs)
            summed = self._booster.predict(used, num_threads=threads, pred_contrib=True)
            result[:, : self._n_columns], result[:, -1] = summed[:, :-1], summed[:, -1]
        return result

    def _sum(self, rows: Floats) -> Floats:
        """Return the sum of the leaves that each row reaches."""
        sets, features = self._sets, rows.T
        # Comparisons with NaN are false, so a row goes to the right.
        missing_left = np.where(np.isnan(features), -np.inf, features)
        columns = np.stack([features, missing_left], axis=1).reshape(-1, len(rows))
        right = ~(columns.take(sets.columns, axis=0) <= sets.thresholds)
        goes_right = right.take(sets.comparisons, axis=0)
        shape = (*sets.ruled_out.shape[:2], len(rows))
        ruled_out = np.bitwise_or.reduce(goes_right.reshape(shape) * sets.ruled_out, axis=0)
        reached = ~ruled_out & (ruled_out + 1)  # the lowest bit that is not set
        leaves = np.frexp(reached.astype(np.float32))[1] - 1
        n_trees, n_leaves = sets.values.shape
        values = sets.values.take(leaves + n_leaves * np.arange(n_trees)[:, None])
        # Not np.sum, which adds in another order than LightGBM.
        return np.asarray(np.add.accumulate(values, axis=0)[-1])

    @cached_property
    def _sets(self) -> _Sets:
        n_trees, n_splits = len(self.sizes), int(self.sizes.max()) - 1
        index, (left, right) = self._index_in_tree(), self._nodes()
        rounds = [np.flatnonzero(index == split) for split in range(n_splits)]
        leaves = np.ones(len(index) + len(self.leaves), np.intp)
        first = np.zeros(len(leaves), np.intp)
        for parents in reversed(rounds):
            leaves[parents] = leaves[left[parents]] + leaves[right[parents]]
        for parents in rounds:
            first[left[parents]] = first[parents]
            first[right[parents]] = first[parents] + leaves[left[parents]]

        tree = np.repeat(np.arange(n_trees), self.sizes - 1)
        kind = next(kind for kind in _SETS if n_splits < np.iinfo(kind).bits)
        one, on_left = kind(1), leaves[left].astype(kind)
        compared = np.zeros((n_splits, n_trees, 2))
        ruled_out = np.zeros((n_splits, n_trees), dtype=kind)
        values = np.zeros((n_trees, n_splits + 1))
        compared[index, tree, 0] = 2 * self.features + self.missing_left
        compared[index, tree, 1] = self.thresholds
        ruled_out[index, tree] = ((one << on_left) - one) << first[: len(index)].astype(kind)
        values[np.repeat(np.arange(n_trees), self.sizes), first[len(index) :]] = self.leaves
        # As complex numbers, pairs of a column and a threshold are sorted fast.
        distinct, comparisons = np.unique(compared.view(np.complex128).ravel(), return_inverse=True)
        columns, thresholds = distinct.real.astype(np.intp), distinct.imag[:, None].copy()
        return _Sets(columns, thresholds, comparisons, ruled_out[:, :, None], values)

    def _index_in_tree(self) -> Ints:
        """Return the index of each split in its tree."""
        splits = self.sizes - 1
        return np.arange(len(self.features)) - np.repeat(_starts(splits), splits)

    def _nodes(self) -> Ints:
        """Return the children as numbers over all splits, and over all leaves after them."""
        splits = self.sizes - 1
        inner = self.children + np.repeat(_starts(splits), splits)
        outer = len(self.features) + np.repeat(_starts(self.sizes), splits) + ~self.children
        return np.where(self.children < 0, outer, inner)

    @property
    def _n_columns(self) -> int:
        """Number of columns up to the last one that is compared."""
        return int(self.features.max(initial=0)) + 1

    @cached_property
    def _booster(self) -> Any:
        from threadpoolctl import threadpool_limits

        lightgbm = import_lightgbm()
        # LightGBM reads a text with all processors.
        with threadpool_limits(1, "openmp") if is_forked() else nullcontext():
            return lightgbm.Booster(model_str=self._lightgbm_text())

    def _lightgbm_text(self) -> str:
        """Return the trees in LightGBM's text format, without what only training needs.

        LightGBM has no other way to make a model of given trees. A test compares both.
        """
        n_columns = self._n_columns
        names = " ".join(f"f{column}" for column in range(n_columns))
        lines = ["tree", "version=v4", "num_class=1", "num_tree_per_iteration=1", "label_index=0"]
        lines += [f"max_feature_idx={n_columns - 1}", "objective=regression"]
        lines += [f"feature_names={names}", f"feature_infos={' '.join(['none'] * n_columns)}", ""]
        below = np.concatenate([np.zeros(len(self.features), np.int64), self.counts])
        nodes = self._nodes()
        for split in reversed(range(len(self.features))):
            below[split] = below[nodes[:, split]].sum()
        splits = self.sizes - 1
        for tree, (size, leaf, split) in enumerate(
            zip(
                self.sizes.tolist(),
                _starts(self.sizes).tolist(),
                _starts(splits).tolist(),
                strict=True,
            )
        ):
            at, leaves = slice(split, split + size - 1), slice(leaf, leaf + size)
            values: dict[str, NDArray[Any]] = {
                "split_feature": self.features[at],
                "threshold": self.thresholds[at],
                "decision_type": _NAN + _LEFT * self.missing_left[at],
                "left_child": self.children[0, at],
                "right_child": self.children[1, at],
                "leaf_value": self.leaves[leaves],
                "leaf_count": self.counts[leaves],
                "internal_count": below[at],
            }
            lines += [f"Tree={tree}", f"num_leaves={size}", "num_cat=0"]
            lines += [f"{name}={' '.join(map(repr, v.tolist()))}" for name, v in values.items()]
            lines += ["", ""]
        return "\n".join([*lines, "end of trees", ""])

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what is made from the arrays."""
        return {name: value for name, value in vars(self).items() if not name.startswith("_")}


def _splits_and_leaves(root: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the nodes of a tree of LightGBM's, by their numbers."""
    nodes = [root]
    for node in nodes:
        nodes += [node[side] for side in _SIDES if side in node]
    nodes.sort(key=_number)
    inner = [node for node in nodes if "split_index" in node]
    return inner, [node for node in reversed(nodes) if "split_index" not in node]


def _number(node: dict[str, Any]) -> int:
    """Return the number of a split, or -1 minus the number of a leaf."""
    return int(node["split_index"] if "split_index" in node else ~node.get("leaf_index", 0))


def _starts(counts: NDArray[Any]) -> Ints:
    """Return the number of items before each group.

    >>> _starts(np.array([2, 3, 1])).tolist()
    [0, 2, 5]
    """
    return np.asarray(np.cumsum(counts, dtype=np.intp) - counts)
