"""Parallel training of the cells of an ablation, on the same folds and features."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from lcp.corpora.ratings import ratings
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from concurrent.futures import Executor, Future

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.ablation.cells import Cell, CellStore
    from lcp.evaluation.crossvalidation import Fold, SharedFeatures
    from lcp.splits.kfold import GroupedStratifiedKFold

    Floats = NDArray[np.float64]
    Started = tuple[Cell, int, list[tuple[Fold, Future[Floats]]]]


class CellTrainer:
    """Out-of-fold predictions of cells, trained once or read from an earlier run.

    Features that learn are computed once per fold for all cells. `columns` are those of each
    feature group, `baseline` are the features of the cell without groups.
    """

    def __init__(
        self,
        shared: SharedFeatures,
        estimator: Any,
        *,
        columns: Mapping[str, Sequence[str]],
        splitter: GroupedStratifiedKFold,
        store: CellStore,
        baseline: pd.DataFrame | None = None,
    ) -> None:
        self._shared, self._estimator, self._table = shared, estimator, shared.table
        self._columns, self._splitter, self._store = columns, splitter, store
        self._baseline = baseline
        self._folds: dict[int, list[tuple[Fold, pd.DataFrame]]] = {}
        self._loaded: dict[tuple[Cell, int], Floats] = {}
        self._finished: dict[tuple[Cell, int], Floats] = {}

    def predictions(self, cell: Cell, repeats: int) -> Floats:
        """Return the predictions of a trained cell, shape (n_instances, n_repeats), 0-1."""
        return np.column_stack([self._finished[cell, repeat] for repeat in range(repeats)])

    def train(
        self,
        tasks: Iterable[tuple[Cell, int]],
        pool: Executor,
        report: Callable[[Cell, int], object],
    ) -> None:
        """Train the unfinished cells in a thread pool, and keep their predictions.

        `tasks` are cells and the numbers of their repeats, from 0. `report` is called with each
        of them before its results are awaited. Raises the errors of :class:`CellStore`.
        """
        before: list[Started] = []
        for repeat, cells in groupby(tasks, key=itemgetter(1)):
            # While the pool trains, this thread computes the features of the next repeat.
            started = [self._start(cell, repeat, pool) for cell, _ in cells]
            self._finish(before, report)
            before = started
        self._finish(before, report)

    def _start(self, cell: Cell, repeat: int, pool: Executor) -> Started:
        if (cell, repeat) in self._finished:
            return cell, repeat, []
        predictions = self._store.load(cell, repeat, len(self._table))
        if predictions is not None:
            self._loaded[cell, repeat] = predictions
            return cell, repeat, []
        futures = []
        for fold, learned in self._folds_of(repeat):
            rows, features = self._part(fold, learned, cell.share)
            futures.append((fold, pool.submit(self._fit, cell, rows, fold.test, features)))
        return cell, repeat, futures

    def _finish(self, started: Iterable[Started], report: Callable[[Cell, int], object]) -> None:
        for cell, repeat, futures in started:
            if (cell, repeat) in self._finished:
                continue
            report(cell, repeat)
            predictions = self._loaded.pop((cell, repeat), None)
            if predictions is None:
                predictions = np.full(len(self._table), np.nan)
                for fold, future in futures:
                    predictions[fold.test] = future.result()
                self._store.save(cell, repeat, predictions)
            self._finished[cell, repeat] = predictions

    def _folds_of(self, repeat: int) -> list[tuple[Fold, pd.DataFrame]]:
        if repeat not in self._folds:
            splitter = self._splitter
            folds = self._shared.folds(
                splitter.n_splits,
                [repeat],
                group_by=splitter.group_by,
                random_state=splitter.random_state,
            )
            self._folds[repeat] = [(f, self._shared.learned_from(f.train)) for f in folds]
        return self._folds[repeat]

    def _part(
        self, fold: Fold, learned: pd.DataFrame, share: float
    ) -> tuple[NDArray[np.intp], pd.DataFrame]:
        """Training rows of a share of the fold's groups, and the features learned from them."""
        if share == 1:
            return fold.train, learned
        names = groups(self._table, self._splitter.group_by).to_numpy()[fold.train].astype(str)
        distinct = np.unique(names)
        # One order for all shares, so that each contains the smaller ones.
        random_state = [self._splitter.random_state, fold.number]
        order = np.random.default_rng(random_state).permutation(len(distinct))
        kept = distinct[order[: max(2, round(share * len(distinct)))]]
        train = fold.train[np.isin(names, kept)]
        return train, self._shared.learned_from(train)

    def _fit(
        self, cell: Cell, train: NDArray[np.intp], test: NDArray[np.intp], learned: pd.DataFrame
    ) -> Floats:
        if not cell.groups and self._baseline is not None:
            matrix = self._baseline
        else:
            columns = {column for name in cell.groups for column in self._columns[name]}
            matrix = self._shared.matrix(learned, columns.__contains__)
        fitted = clone(self._estimator).fit(matrix.iloc[train], ratings(self._table)[train])
        return np.clip(np.asarray(fitted.predict(matrix.iloc[test]), dtype=np.float64), 0, 1)
