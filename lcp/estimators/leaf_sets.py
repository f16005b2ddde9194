"""Leaves that rows reach in small trees, found without following the paths of the trees.

QuickScorer (Lucchese et al. 2015): all splits of a tree are compared with a row. A split at which
the row goes to the right rules out the leaves on its left, and the row reaches the first leaf that
remains. A set of leaves is a number whose bits are the leaves, so NumPy does this for all trees and
many rows at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from lcp.estimators.trees import Trees

Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]

#: Types of sets of leaves, and the maximum number of leaves of a tree.
_SETS = (np.uint16, np.uint32, np.uint64)
MOST_LEAVES = 64


@dataclass(frozen=True)
class LeafSets:
    """The splits and leaves of trees, with as many for each tree as the largest one has.

    Attributes
    ----------
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

    columns: Numbers
    thresholds: Floats
    comparisons: Numbers
    ruled_out: NDArray[np.unsignedinteger[Any]]
    values: Floats

    @classmethod
    def of(cls, trees: Trees) -> Self | None:
        """Return the splits and leaves of trees, None if a tree has too many leaves."""
        nodes = np.diff(trees.roots, append=len(trees.features))
        n_trees, n_splits = len(nodes), int(nodes.max()) // 2
        if n_splits >= MOST_LEAVES:
            return None
        tree = np.repeat(np.arange(n_trees), nodes)
        # In each tree, splits precede leaves, and parents precede children.
        number = np.arange(len(tree)) - trees.roots[tree]
        is_split = number < nodes[tree] // 2
        at_split = [np.flatnonzero(is_split & (number == own)) for own in range(n_splits)]
        leaves, first = np.ones(len(tree), np.intp), np.zeros(len(tree), np.intp)
        for parents in reversed(at_split):
            leaves[parents] = leaves[trees.children[:, parents]].sum(axis=0)
        for parents in at_split:
            right, left = trees.children[:, parents]
            first[left] = first[parents]
            first[right] = first[parents] + leaves[left]

        splits, leaf = (number[is_split], tree[is_split]), (tree[~is_split], first[~is_split])
        kind = next(kind for kind in _SETS if n_splits < np.iinfo(kind).bits)
        one, on_left = kind(1), leaves[trees.children[1, is_split]].astype(kind)
        compared = np.zeros((n_splits, n_trees, 2))
        ruled_out = np.zeros((n_splits, n_trees), dtype=kind)
        values = np.zeros((n_trees, n_splits + 1))
        compared[(*splits, 0)] = 2 * trees.features[is_split] + trees.missing_left[is_split]
        compared[(*splits, 1)] = trees.thresholds[is_split]
        ruled_out[splits] = ((one << on_left) - one) << first[is_split].astype(kind)
        values[leaf] = trees.values[~is_split]
        # As complex numbers, pairs of a column and a threshold are sorted fast.
        distinct, comparisons = np.unique(compared.view(np.complex128).ravel(), return_inverse=True)
        columns, thresholds = distinct.real.astype(np.intp), distinct.imag[:, None].copy()
        return cls(columns, thresholds, comparisons, ruled_out[:, :, None], values)

    def values_of(self, rows: Floats) -> Floats:
        """Return the value of the leaf that each row reaches, shape (n_trees, n_rows)."""
        features = rows.T
        # Comparisons with NaN are false, so a row goes to the right.
        missing_left = np.where(np.isnan(features), -np.inf, features)
        columns = np.stack([features, missing_left], axis=1).reshape(-1, len(rows))
        right = ~(columns.take(self.columns, axis=0) <= self.thresholds)
        goes_right = right.take(self.comparisons, axis=0)
        sets = goes_right.reshape(*self.ruled_out.shape[:2], len(rows)) * self.ruled_out
        ruled_out = np.bitwise_or.reduce(sets, axis=0)
        reached = ~ruled_out & (ruled_out + 1)  # the lowest bit that is not set
        leaves = np.frexp(reached.astype(np.float32))[1] - 1
        n_trees, n_leaves = self.values.shape
        return np.asarray(self.values.take(leaves + n_leaves * np.arange(n_trees)[:, None]))
