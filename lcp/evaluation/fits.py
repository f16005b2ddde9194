"""Models that are trained at the same time, for cross-validation."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from threadpoolctl import threadpool_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A model to train, and the instances that it predicts.

    Attributes
    ----------
    label : str
        Name in progress reports.
    train : DataFrame of shape (n_train, n_features)
        Features of the training instances.
    rated : ndarray of shape (n_train,)
        Their complexity.
    test : DataFrame of shape (n_test, n_features)
        Features of the instances to predict.
    rows : int array of shape (n_test,)
        Their row numbers.
    column : str
        Column of the predictions, such as that of a repeat.
    """

    label: str
    train: pd.DataFrame
    rated: Floats
    test: pd.DataFrame
    rows: NDArray[np.intp]
    column: str

    def predictions(self, estimator: Any) -> Floats:
        """Train a copy of an estimator, and return its predictions in [0, 1], shape (n_test,)."""
        fitted = clone(estimator).fit(self.train, self.rated)
        return np.asarray(fitted.predict(self.test), dtype=np.float64).clip(0, 1)


def held_out_predictions(
    fits: Iterable[Fit],
    estimator: Any,
    *,
    index: pd.Index[Any],
    columns: Sequence[str],
    n_jobs: int | None = 1,
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Train a copy of an estimator for each fit, and collect the predictions.

    Parameters
    ----------
    fits : iterable of Fit
        Drawn in this thread when they are needed, so that only few of their tables are in memory.
    estimator : scikit-learn regressor
        Unfitted.
    index : Index of shape (n_instances,)
        Index of the result.
    columns : sequence of str
        Columns of the result.
    n_jobs : int or None, default=1
        Number of models trained at the same time, in threads. Each of them uses one thread. None
        uses all processors. With 1, models are trained one by one, and use the estimator's own
        number of threads.
    progress : callable, optional
        Called with the label of each model before its predictions are awaited.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        Predictions, clipped to 0-1; NaN where no fit predicts an instance.
    """
    report = progress or (lambda _: None)
    values = pd.DataFrame(np.nan, index=range(len(index)), columns=list(columns))
    for fit, predictions in _trained(fits, estimator, n_jobs or os.cpu_count() or 1, report):
        values.loc[fit.rows, fit.column] = predictions
    return values.set_axis(index)


def _trained(
    fits: Iterable[Fit], estimator: Any, n_jobs: int, report: Callable[[str], object]
) -> Iterator[tuple[Fit, Floats]]:
    """Yield the predictions of each fit, in order."""
    if n_jobs == 1:
        for fit in fits:
            report(fit.label)
            yield fit, fit.predictions(estimator)
        return
    alone = with_threads(estimator, 1)
    started: deque[tuple[Fit, Future[Floats]]] = deque()

    def next_result() -> tuple[Fit, Floats]:
        fit, future = started.popleft()
        report(fit.label)
        return fit, future.result()

    pool = ThreadPoolExecutor(n_jobs)
    try:
        with threadpool_limits(1, user_api="blas"):
            for fit in fits:
                started.append((fit, pool.submit(fit.predictions, alone)))
                if len(started) > n_jobs:
                    yield next_result()
            while started:
                yield next_result()
    finally:
        # After Ctrl-C, models in training are finished and no others are started.
        pool.shutdown(wait=True, cancel_futures=True)


def with_threads(estimator: Any, number: int) -> Any:
    """Return a copy of an estimator that uses a number of threads, as do the estimators in it."""
    names = [name for name in estimator.get_params() if name.rpartition("__")[2] == "n_jobs"]
    return clone(estimator).set_params(**dict.fromkeys(names, number))
