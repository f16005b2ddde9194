"""Predictions of LightGBM's models, from their text alone.

Importing LightGBM imports pandas and scikit-learn, which takes longer than a prediction. Here the
trees are read as numbers into flat arrays. Sums are in LightGBM's order, so that predictions are
the same to the last bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from lcp.errors import InputError
from lcp.estimators.leaf_sets import LeafSets

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

#: Bits of a split's ``decision_type``, and the values of the third field: what NaN stands for.
_CATEGORICAL, _DEFAULT_LEFT, _MISSING_SHIFT = 1, 2, 2
_MISSING_NONE, _MISSING_NAN = 0, 2
#: Highest absolute value that LightGBM reads as 0.
_ZERO = float(np.float32(1e-35))
#: Largest index that LightGBM can store.
_LARGEST = 2**31 - 1
#: Rows that are predicted at once, so that their comparisons fit in the processor's cache.
_ROWS = 64


@dataclass(frozen=True)
class Trees:
    """Regression trees as arrays over all nodes. A leaf is a node whose children are itself.

    Attributes
    ----------
    features : int array of shape (n_nodes,)
        Column that a node compares; 0 in a leaf.
    thresholds : float array of shape (n_nodes,)
        Highest value that goes to the left.
    missing_left : bool array of shape (n_nodes,)
        Whether NaN goes to the left.
    children : int array of shape (2, n_nodes)
        Numbers of the right and the left child.
    values : float array of shape (n_nodes,)
        Value of a leaf; 0 in other nodes.
    roots : int array of shape (n_trees,)
        Number of the root of each tree.
    depth : int
        Number of splits between a root and its farthest leaf.
    average : bool
        Whether the prediction is the mean over the trees instead of their sum.
    """

    features: Numbers
    thresholds: Floats
    missing_left: NDArray[np.bool_]
    children: Numbers
    values: Floats
    roots: Numbers
    depth: int
    average: bool

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a model in LightGBM's text format.

        Raises
        ------
        InputError
            If the text is damaged, or the model is not a regression on numbers.
        """
        try:
            return cls._read(text)
        except (KeyError, ValueError, IndexError, OverflowError) as error:
            raise cls.damaged(error) from error

    @staticmethod
    def damaged(reason: object) -> InputError:
        """Return the error for a text that is not a model's."""
        return InputError(
            f"The model's trees cannot be read ({reason}).",
            hint="Copy the model again from its source, or train it again with `lcp fit`.",
        )

    @classmethod
    def _read(cls, text: str) -> Self:
        lines: dict[str, list[str]] = {}
        for line in text.split("\nend of trees", maxsplit=1)[0].split("\n"):
            name, _, value = line.partition("=")
            lines.setdefault(name, []).append(value)
        if lines["objective"] != ["regression"] or lines["num_tree_per_iteration"] != ["1"]:
            raise ValueError("it is not a regression")
        leaves = np.array(lines["num_leaves"], dtype=np.intp)
        # Before arrays of these lengths are made: each leaf has a number in the text.
        if not len(leaves) or leaves.min() < 1 or leaves.max() > len(text):
            raise ValueError("a number of leaves is impossible")
        if len(leaves) != len(lines["tree_sizes"][0].split()):
            raise ValueError("trees are missing")
        if {*lines["num_cat"], *lines.get("is_linear", "0")} != {"0"}:
            raise ValueError("a tree has other splits or leaves than numbers")
        splits = leaves - 1
        roots = np.cumsum(leaves + splits) - leaves - splits
        # Each tree's splits are followed by its leaves.
        at_split = _positions(roots, splits)
        at_leaf = _positions(roots + splits, leaves)
        count = int(leaves.sum() + splits.sum())
        own = np.arange(count)
        features, thresholds = np.zeros(count, dtype=np.intp), np.zeros(count)
        missing_left, values = np.zeros(count, dtype=bool), np.zeros(count)
        children = np.stack([own, own])
        features[at_split] = _integers(lines, "split_feature", splits)
        thresholds[at_split] = _column(lines, "threshold", splits)
        kinds = _integers(lines, "decision_type", splits)
        missing_left[at_split] = _goes_left(kinds, thresholds[at_split])
        values[at_leaf] = _column(lines, "leaf_value", leaves)
        children[:, at_split] = _children(lines, at_split, roots, leaves)
        if len(features) and not 0 <= features.min() <= features.max() <= int(
            lines["max_feature_idx"][0]
        ):
            raise ValueError("a feature is missing")
        if np.isnan(thresholds).any() or not np.isfinite(values).all():
            raise ValueError("a number is missing")
        return cls(
            features,
            thresholds,
            missing_left,
            children,
            values,
            roots,
            _depth(children, roots),
            "average_output" in lines,
        )

    @cached_property
    def leaf_sets(self) -> LeafSets | None:
        """The trees in the form that predicts faster; None if they are too large for it."""
        return LeafSets.of(self)

    def predict(self, rows: Floats) -> Floats:
        """Return the predictions for rows of shape (n_rows, n_features); NaN if unknown."""
        if not len(rows):
            return np.empty(0)
        # Like LightGBM, which does not store values this small.
        stored = np.where(np.abs(rows) <= _ZERO, 0.0, rows)
        blocks = [
            self._total(stored[first : first + _ROWS]) for first in range(0, len(rows), _ROWS)
        ]
        total = np.concatenate(blocks)
        return np.asarray(total / len(self.roots) if self.average else total)

    def _total(self, rows: Floats) -> Floats:
        """Return the sum over the trees for each row."""
        if self.leaf_sets is None:
            values = self.values[np.stack([self._leaves(row) for row in rows], axis=1)]
        else:
            values = self.leaf_sets.values_of(rows)
        # Not np.sum, which adds in another order than LightGBM.
        return np.asarray(np.add.accumulate(values, axis=0)[-1])

    def _leaves(self, row: Floats) -> Numbers:
        """Return the leaf that a row reaches in each tree."""
        # Comparing at all nodes takes less time than comparing at one level after the other.
        values = row.take(self.features)
        left = values <= self.thresholds
        left |= np.isnan(values) & self.missing_left
        below = np.where(left, self.children[1], self.children[0])
        nodes = self.roots
        for _ in range(self.depth):
            nodes = below.take(nodes)
        return nodes


def _positions(starts: Numbers, counts: Numbers) -> Numbers:
    """Return consecutive numbers from each start.

    >>> _positions(np.array([0, 7]), np.array([2, 3])).tolist()
    [0, 1, 7, 8, 9]
    """
    ends = np.cumsum(counts)
    return np.asarray(np.arange(ends[-1]) + np.repeat(starts - ends + counts, counts))


def _column(lines: Mapping[str, Sequence[str]], name: str, counts: Numbers) -> Floats:
    """Return the numbers of a line of all trees."""
    lists = [line.split() for line in lines[name]]
    if [len(numbers) for numbers in lists] != counts.tolist():
        raise ValueError(f"'{name}' is incomplete")
    return np.array([float(number) for numbers in lists for number in numbers])


def _integers(lines: Mapping[str, Sequence[str]], name: str, counts: Numbers) -> Numbers:
    numbers = _column(lines, name, counts)
    if not (np.abs(numbers) <= _LARGEST).all() or (numbers % 1).any():
        raise ValueError(f"'{name}' has a number that is not an index")
    return numbers.astype(np.intp)


def _children(
    lines: Mapping[str, Sequence[str]], at_split: Numbers, roots: Numbers, leaves: Numbers
) -> Numbers:
    """Return the right and the left child of each split; every node has one parent."""
    splits = leaves - 1
    owner = np.repeat(np.arange(len(leaves)), splits)
    children = np.empty((2, len(at_split)), dtype=np.intp)
    for side, name in enumerate(("right_child", "left_child")):
        child = _integers(lines, name, splits)
        if ((child >= 0) & (child <= at_split - roots[owner])).any():
            raise ValueError("a tree has a cycle")
        if (child >= splits[owner]).any() or (child < -leaves[owner]).any():
            raise ValueError("a child is missing")
        # Leaves are numbered -1, -2 and so on.
        inner = np.where(child < 0, splits[owner] - child - 1, child)
        children[side] = roots[owner] + inner
    parents = np.bincount(children.ravel(), minlength=int(leaves.sum() + splits.sum()))
    parents[roots] += 1
    if (parents != 1).any():
        raise ValueError("a node has several parents, or none")
    return children


def _goes_left(kinds: Numbers, thresholds: Floats) -> NDArray[np.bool_]:
    """Return whether NaN goes to the left at each split."""
    missing = kinds >> _MISSING_SHIFT
    if (kinds & _CATEGORICAL).any() or not np.isin(missing, (_MISSING_NONE, _MISSING_NAN)).all():
        raise ValueError("a split is not a comparison of numbers")
    # Without NaN in training, LightGBM reads it as 0.
    default = (kinds & _DEFAULT_LEFT) > 0
    return np.where(missing == _MISSING_NAN, default, thresholds >= 0)


def _depth(children: Numbers, roots: Numbers) -> int:
    depth, nodes = 0, roots
    while True:
        inner = nodes[children[0, nodes] != nodes]
        if not len(inner):
            return depth
        depth, nodes = depth + 1, children[:, inner].ravel()
