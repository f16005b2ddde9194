"""Repeated, grouped cross-validation; families that learn are fitted within each fold."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from lcp.estimators.regressor import with_threads
from lcp.estimators.scikit_learn import adapted
from lcp.evaluation import splits
from lcp.model.intervals import UNSEEN
from lcp.targets.ratings import rated_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from lcp.features.featureset import FeatureSet
    from lcp.targets import Targets

    Floats = NDArray[np.float64]
    Rows = NDArray[np.intp]
    Progress = Callable[[str], object]


#: Features that tell the genre of an instance.
_GENRE_COLUMNS = ("context__genre_", "readers__source_")


def cross_validate(
    features: FeatureSet,
    estimator: Any,
    table: pd.DataFrame,
    *,
    cv: int = 5,
    repeats: int = 1,
    group_by: str = "token",
    held_out: ArrayLike | None = None,
    random_state: int = 0,
    n_jobs: int | None = 1,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Predict every instance with a model that was not trained on its group.

    Families that do not learn from the training instances are computed once; the others are
    fitted on the training part of each fold. Columns are in the order of the feature set.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; a copy is fitted for each fold.
    estimator : scikit-learn regressor
        Unfitted; a copy is fitted for each fold.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    cv : int, default=5
        Number of folds.
    repeats : int, default=1
        Number of cross-validations, each with new folds.
    group_by : str, default="token"
        Grouping variable of the folds; see :func:`lcp.evaluation.splits.groups`.
    held_out : bool array-like of shape (n_instances,), optional
        Instances that are divided into folds, such as the expressions of a table. The others are
        trained on in every fold. Default: all instances.
    random_state : int, default=0
        Seed of the folds; repeat `r` uses ``random_state + r``.
    n_jobs : int or None, default=1
        As in :func:`held_out_predictions`.
    progress : callable, optional
        Called with a label before each step; :func:`steps` gives their number.

    Returns
    -------
    DataFrame of shape (n_instances, n_repeats)
        Out-of-fold predictions (0-1), one column per repeat, with the index of `table`; NaN for
        instances that are not held out.

    Raises
    ------
    InputError
        If ratings are missing or outside 0-1, there are fewer groups than folds, or the seed is
        invalid.
    ResourceError
        If a resource of the feature set is missing.
    """
    splits.check_seed(random_state)
    shared = SharedFeatures(features, rated_targets(table), progress=progress)
    divided = shared.folds(
        cv, range(repeats), group_by=group_by, held_out=held_out, random_state=random_state
    )
    values = held_out_predictions(shared, divided, estimator, n_jobs=n_jobs, progress=progress)
    return values.set_axis(table.index) if hasattr(table, "iloc") else values


def repeat_column(repeat: int) -> str:
    """Return the column of the predictions of a repeat, counted from 0."""
    return f"repeat_{repeat + 1}"


def named_genres(names: Iterable[str]) -> list[str]:
    """Return the distinct genres of instances; none if there are fewer than two."""
    genres = sorted(set(names) - {""})
    return genres if len(genres) > 1 else []


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """A model to train, and the instances that it predicts.

    Attributes
    ----------
    label : str
        Name in progress reports.
    column : str
        Column of the predictions.
    train, test : int arrays
        Row numbers of the training and test instances.
    """

    label: str
    column: str
    train: Rows
    test: Rows


class SharedFeatures:
    """Features of targets, shared by models that are trained on different rows of them.

    Features that do not depend on the training instances are computed here, once;
    :meth:`matrix` adds the others for each set of training rows.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; copies of its parts are fitted.
    targets : Targets
        Rated instances.
    progress : callable, optional
        Called with the name of each family before it is computed.

    Raises
    ------
    ResourceError
        If a resource of the feature set is missing.
    """

    def __init__(
        self, features: FeatureSet, targets: Targets, *, progress: Progress | None = None
    ) -> None:
        features.check()
        self.targets = targets
        self.rated = np.asarray(targets["complexity"])
        self._order = list(features.families)
        static, learning = (features.select(learning=learns) for learns in (False, True))
        self._static: FeatureSet = static.learn(targets, self.rated)
        # In a small corpus, one fold may contain all expressions and a training part none.
        self._learning: FeatureSet = learning.set_params(multiword=self._static.multiword_)
        self._fixed: pd.DataFrame = self._static.transform(targets, progress=progress)
        self._learned: dict[bytes, pd.DataFrame] = {}
        self._lock = Lock()

    def folds(
        self,
        folds: int,
        repeats: Iterable[int],
        *,
        group_by: str = "token",
        held_out: ArrayLike | None = None,
        random_state: int = 0,
    ) -> Iterator[Fold]:
        """Yield the folds of each repeat; parameters and errors as in :func:`cross_validate`."""
        tested = np.ones(len(self.targets), dtype=bool)
        if held_out is not None:
            tested = np.asarray(held_out, dtype=bool)
        divided, always = np.flatnonzero(tested), np.flatnonzero(~tested)
        targets = self.targets.take(divided)
        for repeat in repeats:
            parts = splits.folds(targets, folds, group_by, random_state + repeat)
            for number, (train, test) in enumerate(parts, start=1):
                yield Fold(
                    f"fold {number} of {folds}, repeat {repeat + 1}",
                    repeat_column(repeat),
                    np.sort(np.concatenate([always, divided[train]])),
                    divided[test],
                )

    def genre_folds(self) -> Iterator[Fold]:
        """Yield a fold for each genre, whose model is trained without it and predicts it.

        The features of its test instances do not contain the genre.
        """
        genres = np.array(self.targets.genre)
        for genre in named_genres(self.targets.genre):
            train, test = np.flatnonzero(genres != genre), np.flatnonzero(genres == genre)
            yield Fold(f"without genre {genre}", UNSEEN, train, test)

    def matrix(
        self, train: Rows | None = None, columns: Collection[str] | None = None
    ) -> pd.DataFrame:
        """Return the features of all instances, in the order of the feature set.

        Parameters
        ----------
        train : int array, optional
            Rows that the families that learn are fitted on, once for each set. Default: all.
        columns : collection of str, optional
            Columns of the result. Default: all.
        """
        rows = np.arange(len(self.targets)) if train is None else train
        with self._lock:
            key = rows.tobytes()
            if key not in self._learned:
                self._learned[key] = self._learned_from(rows)
        whole = pd.concat([self._fixed, self._learned[key]], axis=1)
        ordered = sorted(whole.columns, key=lambda name: self._order.index(name.split("__")[0]))
        return whole[[name for name in ordered if columns is None or name in columns]]

    def _learned_from(self, train: Rows) -> pd.DataFrame:
        """Return the features of all instances by the families that learn, fitted on some rows."""
        learned: FeatureSet = clone(self._learning)
        return learned.learn(self.targets.take(train), self.rated[train]).transform(self.targets)


def held_out_predictions(
    shared: SharedFeatures,
    folds: Iterable[Fold],
    estimator: Any,
    *,
    columns: Collection[str] | None = None,
    n_jobs: int | None = 1,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Train a copy of an estimator for each fold, and collect the predictions.

    Parameters
    ----------
    shared : SharedFeatures
        Features of all instances.
    folds : iterable of Fold
        Models to train.
    estimator : scikit-learn regressor
        Unfitted.
    columns : collection of str, optional
        Features to train on. Default: all.
    n_jobs : int or None, default=1
        Number of models trained at the same time, in threads. Each of them uses one thread. None
        uses all processors. With 1, models are trained one by one, and use the estimator's own
        number of threads.
    progress : callable, optional
        Called with the label of each model before it is trained.

    Returns
    -------
    DataFrame of shape (n_instances, n_columns)
        Predictions, clipped to 0-1, with the columns of the folds; NaN where no fold predicts an
        instance.
    """
    rated, unfitted = shared.rated, adapted(estimator)
    if n_jobs != 1:
        unfitted = with_threads(unfitted, 1)

    def predicted(fold: Fold) -> Floats:
        if progress is not None:
            progress(fold.label)
        matrix = shared.matrix(fold.train, columns)
        test = matrix.iloc[fold.test]
        if fold.column == UNSEEN:
            test = test.copy()
            test.loc[:, test.columns.str.startswith(_GENRE_COLUMNS)] = 0.0
        model = clone(unfitted).fit(matrix.iloc[fold.train], rated[fold.train])
        return np.asarray(model.predict(test), dtype=np.float64).clip(0, 1)

    models = list(folds)
    results = in_threads(predicted, [(fold,) for fold in models], n_jobs)
    values = pd.DataFrame(index=range(len(rated)), dtype=np.float64)
    for fold, result in zip(models, results, strict=True):
        values.loc[fold.test, fold.column] = result
    return values


def in_threads(
    function: Callable[..., Any], arguments: Iterable[tuple[Any, ...]], n_jobs: int | None
) -> list[Any]:
    """Call a function with each of several arguments, in `n_jobs` threads; None: all processors.

    Threads of joblib are not joined at exit: after Ctrl-C, Python aborts if one of them prints.
    """
    if n_jobs == 1:
        return [function(*call) for call in arguments]
    pool = ThreadPoolExecutor(n_jobs or os.cpu_count())
    try:
        with threadpool_limits(1, user_api="blas"):
            futures = [pool.submit(function, *call) for call in arguments]
            return [future.result() for future in futures]
    finally:
        # After Ctrl-C, models in training are finished and no others are started.
        pool.shutdown(wait=True, cancel_futures=True)


def steps(features: FeatureSet, folds: int, repeats: int = 1) -> int:
    """Return how often :func:`cross_validate` reports progress."""
    return len(features.select(learning=False).families) + folds * repeats
