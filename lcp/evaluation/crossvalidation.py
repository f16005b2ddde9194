"""Repeated, grouped cross-validation; families that learn are fitted within each fold."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone
from threadpoolctl import threadpool_limits

from lcp.corpora.corpus import as_instances
from lcp.estimators.adapter import adapted
from lcp.estimators.estimator_recipe import load_estimator
from lcp.estimators.regressor import with_threads
from lcp.evaluation.splits import Fold, check_folds, repeated_folds
from lcp.features.shared_features import SharedFeatures
from lcp.model.fitting import load_features
from lcp.model.intervals import UNSEEN
from lcp.targets import Targets
from lcp.targets.groups import groups
from lcp.targets.instance_columns import indexed_like

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats
    from lcp.base.estimator_base import RegressorLike
    from lcp.corpora.corpus import Addresses
    from lcp.features.featureset import FeatureSet
    from lcp.features.shared_features import Progress
    from lcp.targets.targets import Instances


def cross_validate(
    instances: Instances | Addresses,
    features: str | Path | FeatureSet,
    estimator: RegressorLike | str | Path,
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
    instances : table, or what :func:`lcp.load_corpus` accepts
        Instances with their ``complexity``.
    features : str, path or FeatureSet
        A feature set, or the name or TOML file of one; a copy is fitted for each fold.
    estimator : str, path or scikit-learn regressor
        A regressor, or the name or TOML file of a recipe; a copy is fitted for each fold.
    cv : int, default=5
        Number of folds.
    repeats : int, default=1
        Number of cross-validations, each with new folds.
    group_by : str, default="token"
        Grouping variable of the folds; see :func:`lcp.targets.groups.groups`.
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
        Out-of-fold predictions (0-1), one column per repeat, with the index of the table; NaN for
        instances that are not held out.

    Raises
    ------
    InputError
        If ratings are missing or outside 0-1, there are fewer groups than folds, or the seed is
        invalid.
    ResourceError
        If a resource of the feature set is missing.
    """
    check_folds(cv, repeats, random_state)
    instances = as_instances(instances)
    targets = Targets.rated(instances)
    names = groups(targets, group_by)
    shared = SharedFeatures(load_features(features), targets, progress=progress)
    if isinstance(estimator, str | Path):
        estimator = load_estimator(estimator, random_state=random_state)
    divided = repeated_folds(
        names,
        targets.genre,
        shared.rated,
        cv,
        range(repeats),
        held_out=held_out,
        random_state=random_state,
    )
    values = held_out_predictions(shared, divided, estimator, n_jobs=n_jobs, progress=progress)
    return indexed_like(values, instances)


def held_out_predictions(
    shared: SharedFeatures,
    folds: Iterable[Fold],
    estimator: RegressorLike,
    *,
    columns: Collection[str] | None = None,
    n_jobs: int | None = 1,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Train a copy of an estimator for each fold, and collect the predictions.

    Parameters
    ----------
    shared : SharedFeatures
        Features of the rated instances.
    folds : iterable of Fold
        Models to train. Those of the column :data:`lcp.model.intervals.UNSEEN` predict instances
        as if their genre and source were unknown.
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
    unfitted = adapted(estimator)
    if n_jobs != 1:
        unfitted = with_threads(unfitted, 1)

    def predicted(fold: Fold) -> Floats:
        matrix = shared.matrix(fold.train, columns)
        if progress is not None:
            progress(fold.label)
        test = matrix.take(fold.test)
        if fold.column == UNSEEN:
            test = shared.of_unknown_genre(matrix, fold.test)
        model = clone(unfitted).fit(matrix.take(fold.train), shared.rated[fold.train])
        return np.asarray(model.predict(test), dtype=np.float64).clip(0, 1)

    models = list(folds)
    results = in_threads(predicted, [(fold,) for fold in models], n_jobs)
    values = pd.DataFrame(index=range(len(shared.rated)), dtype=np.float64)
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
