"""Train cells of an ablation side by side, each on the same folds and features."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from lcp.corpora.ratings import ratings
from lcp.splits import groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from concurrent.futures import Executor, Future

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.ablation.cells import Cell, CellStore
    from lcp.evaluation.crossvalidation import Fold, SharedFeatures
    from lcp.splits import GroupBy

    Floats = NDArray[np.float64]
    Begun = tuple[Cell, int, list[tuple[Fold, Future[Floats]]]]


@dataclass(frozen=True, slots=True)
class Division:
    """How often, by what and from which seed instances are divided into folds."""

    folds: int
    repeats: int
    group_by: GroupBy
    seed: int


class CellTrainer:
    """Out-of-fold predictions of cells, trained once or read from where they are kept.

    Parameters
    ----------
    shared : SharedFeatures
        Features of `table`; those that learn are computed once a fold for all cells.
    estimator : scikit-learn regressor
        Unfitted; each cell trains a copy for each fold.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    columns : mapping of str to sequence of str
        Columns of each group of features.
    division : Division
        The folds.
    store : CellStore
        Where finished cells are kept.
    baseline : DataFrame of shape (n_instances, n_features), optional
        Features of the cell without groups.
    """

    def __init__(
        self,
        shared: SharedFeatures,
        estimator: Any,
        table: pd.DataFrame,
        *,
        columns: Mapping[str, Sequence[str]],
        division: Division,
        store: CellStore,
        baseline: pd.DataFrame | None = None,
    ) -> None:
        self._shared, self._estimator, self._table = shared, estimator, table
        self._columns, self._division, self._store = columns, division, store
        self._baseline = baseline
        self._rated = ratings(table)
        self._folds: dict[int, list[tuple[Fold, pd.DataFrame]]] = {}
        self._held: dict[tuple[Cell, int], Floats] = {}
        self._done: dict[tuple[Cell, int], Floats] = {}

    def predictions(self, cell: Cell, repeats: int | None = None) -> Floats:
        """Predictions of a trained cell, shape (n_instances, repeats), from 0 to 1."""
        several = range(repeats or self._division.repeats)
        return np.column_stack([self._done[cell, repeat] for repeat in several])

    def train(
        self,
        wanted: Iterable[tuple[Cell, int]],
        pool: Executor,
        tell: Callable[[Cell, int], object],
    ) -> None:
        """Train cells in repeats, unless that is done already, and keep what is finished.

        Parameters
        ----------
        wanted : iterable of (Cell, int)
            Cells and the numbers of their repeats, from 0.
        pool : Executor
            Of threads; a fold of a cell is a task.
        tell : callable
            Called with each cell and repeat before it is waited for.

        Raises
        ------
        InputError
            When a kept file is damaged, or the folder cannot be written to.
        """
        before: list[Begun] = []
        for repeat, cells in groupby(wanted, key=itemgetter(1)):
            # While the pool trains, this thread computes the features of the next repeat.
            begun = [self._begin(cell, repeat, pool) for cell, _ in cells]
            self._finish(before, tell)
            before = begun
        self._finish(before, tell)

    def _begin(self, cell: Cell, repeat: int, pool: Executor) -> Begun:
        if (cell, repeat) in self._done:
            return cell, repeat, []
        held = self._store.load(cell, repeat, len(self._table))
        if held is not None:
            self._held[cell, repeat] = held
            return cell, repeat, []
        futures = []
        for fold, learned in self._of_repeat(repeat):
            rows, known = self._part(fold, learned, cell.share)
            futures.append((fold, pool.submit(self._fit, cell, rows, fold.test, known)))
        return cell, repeat, futures

    def _finish(self, begun: Iterable[Begun], tell: Callable[[Cell, int], object]) -> None:
        for cell, repeat, futures in begun:
            if (cell, repeat) in self._done:
                continue
            tell(cell, repeat)
            held = self._held.pop((cell, repeat), None)
            if held is None:
                held = np.full(len(self._table), np.nan)
                for fold, future in futures:
                    held[fold.test] = future.result()
                self._store.save(cell, repeat, held)
            self._done[cell, repeat] = held

    def _of_repeat(self, repeat: int) -> list[tuple[Fold, pd.DataFrame]]:
        if repeat not in self._folds:
            how = self._division
            folds = self._shared.folds(how.folds, [repeat], group_by=how.group_by, seed=how.seed)
            self._folds[repeat] = [(f, self._shared.learned_from(f.train)) for f in folds]
        return self._folds[repeat]

    def _part(
        self, fold: Fold, learned: pd.DataFrame, share: float
    ) -> tuple[NDArray[np.intp], pd.DataFrame]:
        """Training rows of a share of the fold's groups, and the features learned from them."""
        if share == 1:
            return fold.train, learned
        named = groups(self._table, self._division.group_by).to_numpy()[fold.train]
        distinct = np.unique(named.astype(str))
        # One order for all shares: a smaller part lies within every larger one.
        seed = [self._division.seed, fold.number]
        order = np.random.default_rng(seed).permutation(len(distinct))
        kept = distinct[order[: max(2, round(share * len(distinct)))]]
        train = fold.train[np.isin(named.astype(str), kept)]
        return train, self._shared.learned_from(train)

    def _fit(
        self, cell: Cell, train: NDArray[np.intp], test: NDArray[np.intp], learned: pd.DataFrame
    ) -> Floats:
        if not cell.groups and self._baseline is not None:
            matrix = self._baseline
        else:
            chosen = {column for name in cell.groups for column in self._columns[name]}
            matrix = self._shared.matrix(learned, chosen.__contains__)
        fitted = clone(self._estimator).fit(matrix.iloc[train], self._rated[train])
        return np.clip(np.asarray(fitted.predict(matrix.iloc[test]), dtype=np.float64), 0, 1)
