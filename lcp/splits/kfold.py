"""Cross-validation folds, grouped and stratified by genre and complexity."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.corpora.instances import as_table
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.splits import grouping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    from lcp.splits.grouping import GroupBy

#: Quantile bins of complexity for stratification within each genre.
COMPLEXITY_BINS = 10


class GroupedStratifiedKFold(BaseCrossValidator):  # type: ignore[misc]
    """Cross-validation splitter, grouped and stratified by genre and complexity.

    Can be passed as ``cv`` to scikit-learn. Strata are the genres crossed with ten quantile bins
    of complexity, and ``StratifiedGroupKFold`` assigns the groups. Strata with fewer instances than
    folds are merged.

    Parameters
    ----------
    n_splits : int, default 5
        Number of folds, at least 2.
    group_by : str, default "token"
        Grouping variable; see :func:`lcp.splits.grouping.groups`.
    random_state : int, default 0
        Seed for the order of equally distributed groups.

    Examples
    --------
    >>> table = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe", "lamb", "ewe"],
    ...                       "complexity": [0.1, 0.1, 0.2, 0.2]})
    >>> sorted(test.tolist() for _, test in GroupedStratifiedKFold(2).split(table))
    [[0, 2], [1, 3]]
    """

    def __init__(
        self, n_splits: int = 5, *, group_by: GroupBy = "token", random_state: int = 0
    ) -> None:
        self.n_splits = n_splits
        self.group_by = group_by
        self.random_state = random_state

    def get_n_splits(
        self,
        X: object = None,  # noqa: ARG002
        y: object = None,  # noqa: ARG002
        groups: object = None,  # noqa: ARG002
    ) -> int:
        """Return the number of folds."""
        return self.n_splits

    def split(
        self, X: pd.DataFrame, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Yield the row numbers of the training and test instances of each fold.

        Parameters
        ----------
        X : DataFrame of shape (n_instances, n_columns)
            An instance table. Without the column ``genre``, all instances have one genre.
        y : array-like of shape (n_instances,), optional
            Complexity, 0-1. Default: the column ``complexity``.
        groups : array-like of shape (n_instances,), optional
            Group of every instance. Default: groups by `group_by`.

        Yields
        ------
        train, test : arrays of int
            Every row is in the test set of exactly one fold.

        Raises
        ------
        InputError
            If `n_splits` is below 2, there are fewer groups than folds, or a rating is missing or
            not from 0 to 1.
        """
        X = as_table(X)
        complexity, codes = self._checked(X, y, groups)
        folds = StratifiedGroupKFold(self.n_splits, shuffle=True, random_state=self.random_state)
        yield from folds.split(np.zeros((len(X), 1)), self._strata(X, complexity), codes)

    def check(self, X: pd.DataFrame) -> None:
        """Raise the errors of :meth:`split`, so that they occur before a long computation."""
        self._checked(as_table(X), None, None)

    def _checked(
        self, X: pd.DataFrame, y: ArrayLike | None, groups: ArrayLike | None
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """Return the complexity and the number of the group of every instance."""
        if self.n_splits < 2:  # noqa: PLR2004
            raise InputError(
                f"{self.n_splits} is too few folds.", where="n_splits", hint="Use 2 or more."
            )
        complexity = ratings(X, y)
        names = grouping.groups(X, self.group_by) if groups is None else np.asarray(groups)
        codes, distinct = pd.factorize(names)
        if len(distinct) < self.n_splits:
            kind = f"{self.group_by}s" if groups is None else "groups"
            raise InputError(
                f"{len(distinct)} different {kind} cannot fill {self.n_splits} folds.",
                hint="Use fewer folds, or give more instances.",
            )
        return complexity, codes

    def _strata(self, X: pd.DataFrame, complexity: NDArray[np.float64]) -> NDArray[np.intp]:
        edges = np.quantile(complexity, np.arange(1, COMPLEXITY_BINS) / COMPLEXITY_BINS)
        bins = np.searchsorted(edges, complexity, side="right")
        genres = pd.factorize(X["genre"])[0] if "genre" in X.columns else 0
        strata = np.unique(genres * COMPLEXITY_BINS + bins, return_inverse=True)[1]
        sizes = np.bincount(strata)
        rare = sizes < self.n_splits
        # scikit-learn warns of strata with fewer members than folds. If the merged stratum is
        # still that small, its members join the largest one.
        rest = sizes.size if sizes[rare].sum() >= self.n_splits else int(sizes.argmax())
        return np.where(rare[strata], rest, strata)
