"""Repeated, grouped cross-validation; families that learn are fitted within each fold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from lcp.columns import columns_of
from lcp.corpora.instances import as_instances, as_table
from lcp.corpora.ratings import ratings
from lcp.evaluation.fits import Fit, held_out_predictions
from lcp.evaluation.labels import UNSEEN
from lcp.features.families import check_families
from lcp.resources.store import Store
from lcp.splits.kfold import GroupedStratifiedKFold
from lcp.splits.seeds import check_seed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from lcp.features.featureset import FeatureSet
    from lcp.splits.grouping import GroupBy

    Progress = Callable[[str], object]


#: Features that tell the genre of an instance.
_GENRE_COLUMNS = ("context__genre_", "readers__source_")


def cross_validate(
    features: FeatureSet | SharedFeatures,
    estimator: Any,
    table: pd.DataFrame,
    *,
    folds: int = 5,
    repeats: int = 1,
    group_by: GroupBy = "token",
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
    features : FeatureSet or SharedFeatures
        Unfitted feature set, of which a copy is fitted for each fold; or the features of `table`
        that do not learn, already computed.
    estimator : scikit-learn regressor
        Unfitted; a copy is fitted for each fold.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    folds : int, default=5
        Number of folds.
    repeats : int, default=1
        Number of cross-validations, each with new folds.
    group_by : str, default="token"
        Grouping variable of the folds; see :func:`lcp.splits.grouping.groups`.
    held_out : bool array-like of shape (n_instances,), optional
        Instances that are divided into folds, such as the expressions of a table. The others are
        trained on in every fold. Default: all instances.
    random_state : int, default=0
        Seed of the folds; repeat `r` uses ``random_state + r``.
    n_jobs : int or None, default=1
        As in :func:`lcp.evaluation.fits.held_out_predictions`.
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
    check_seed(random_state)
    table = as_table(table)
    shared = features
    if not isinstance(shared, SharedFeatures):
        shared = SharedFeatures(shared, table, progress=progress)
    fits = fold_fits(
        shared, folds, repeats, group_by=group_by, held_out=held_out, random_state=random_state
    )
    return held_out_predictions(
        fits,
        estimator,
        index=table.index,
        columns=repeat_columns(repeats),
        n_jobs=n_jobs,
        progress=progress,
    )


def fold_fits(shared: SharedFeatures, folds: int, repeats: int, **options: Any) -> Iterator[Fit]:
    """Yield a fit for each fold of each repeat; `options` are those of :func:`cross_validate`."""
    rated, columns = ratings(shared.table), repeat_columns(repeats)
    for fold in shared.folds(folds, range(repeats), **options):
        matrix = shared.matrix(shared.learned_from(fold.train))
        yield Fit(
            f"fold {fold.number + 1} of {folds}, repeat {fold.repeat + 1} of {repeats}",
            matrix.iloc[fold.train],
            rated[fold.train],
            matrix.iloc[fold.test],
            fold.test,
            columns[fold.repeat],
        )


def repeat_columns(repeats: int) -> list[str]:
    """Return the columns of the predictions of :func:`cross_validate`."""
    return [f"repeat_{repeat + 1}" for repeat in range(repeats)]


def predict_unseen_genres(
    shared: SharedFeatures,
    estimator: Any,
    *,
    n_jobs: int | None = 1,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Predict the instances of each genre by a model trained without that genre.

    `n_jobs` is that of :func:`lcp.evaluation.fits.held_out_predictions`.

    Returns
    -------
    DataFrame of shape (n_instances, 1)
        Predictions in [0, 1], with the index of the table; NaN for instances without a genre. The
        features do not contain the genre.
    """
    return held_out_predictions(
        genre_fits(shared),
        estimator,
        index=shared.table.index,
        columns=[UNSEEN],
        n_jobs=n_jobs,
        progress=progress,
    )


def genre_fits(shared: SharedFeatures) -> Iterator[Fit]:
    """Yield a fit for each genre, which is trained without it and predicts it."""
    rated, genres = ratings(shared.table), shared.table["genre"].to_numpy()
    for genre in named_genres(shared.table):
        train, test = np.flatnonzero(genres != genre), np.flatnonzero(genres == genre)
        matrix = shared.matrix(shared.learned_from(train))
        held_out = matrix.iloc[test].copy()
        held_out.loc[:, held_out.columns.str.startswith(_GENRE_COLUMNS)] = 0.0
        label = f"without genre {genre}"
        yield Fit(label, matrix.iloc[train], rated[train], held_out, test, UNSEEN)


def named_genres(table: pd.DataFrame) -> list[str]:
    """Return the genres of a table; none if there are fewer than two."""
    genres = sorted(set(table["genre"]) - {""})
    return genres if len(genres) > 1 else []


@dataclass(frozen=True, slots=True)
class Fold:
    """Row numbers of the training and test instances, and numbers of repeat and fold from 0."""

    repeat: int
    number: int
    train: NDArray[np.intp]
    test: NDArray[np.intp]


class SharedFeatures:
    """Features of a table, shared by models that are trained on different rows of it.

    Features that do not depend on the training instances are computed here, once;
    :meth:`learned_from` computes the others for each set of training rows.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; copies of its parts are fitted.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    progress : callable, optional
        Called with the name of each family before it is computed.

    Raises
    ------
    InputError
        If the table lacks a column or a target is not in its sentence.
    ResourceError
        If a resource of the feature set is missing.
    """

    def __init__(
        self, features: FeatureSet, table: pd.DataFrame, *, progress: Progress | None = None
    ) -> None:
        check_families(features.families, features.store or Store())
        self.table = table
        self._order = list(features.families)
        static, learning = (features.select(learning=learns) for learns in (False, True))
        self._static: FeatureSet = static.set_output(transform="pandas").fit(table)
        # In a small corpus, one fold may contain all expressions and a training part none.
        self._learning: FeatureSet = learning.set_params(multiword=self._static.multiword_)
        self._fixed: pd.DataFrame = self._static.transform(table, progress=progress)
        self._columns = columns_of(as_instances(table))

    def folds(
        self,
        folds: int,
        repeats: Iterable[int],
        *,
        group_by: GroupBy = "token",
        held_out: ArrayLike | None = None,
        random_state: int = 0,
    ) -> Iterator[Fold]:
        """Yield the folds of each repeat.

        Parameters are those of :func:`cross_validate`.

        Raises
        ------
        InputError
            If there are fewer groups than folds.
        """
        tested = np.ones(len(self.table), dtype=bool)
        if held_out is not None:
            tested = np.asarray(held_out, dtype=bool)
        divided, always = np.flatnonzero(tested), np.flatnonzero(~tested)
        for repeat in repeats:
            splitter = GroupedStratifiedKFold(
                folds, group_by=group_by, random_state=random_state + repeat
            )
            for number, (train, test) in enumerate(splitter.split(self.table.iloc[divided])):
                rows = np.sort(np.concatenate([always, divided[train]]))
                yield Fold(repeat, number, rows, divided[test])

    def learned_from(self, train: NDArray[np.intp]) -> pd.DataFrame:
        """Return the features of all instances by the families that learn, fitted on some rows."""
        learned: FeatureSet = clone(self._learning).fit(self.table.iloc[train])
        values = learned.measure(self._columns)  # the table is checked only once
        return pd.DataFrame(values, self.table.index, list(learned.get_feature_names_out()))

    def matrix_of_all(self) -> pd.DataFrame:
        """Return the features of all instances, learned from all of them."""
        return self.matrix(self.learned_from(np.arange(len(self.table))))

    def matrix(
        self, learned: pd.DataFrame, keep: Callable[[str], bool] | None = None
    ) -> pd.DataFrame:
        """Join the fixed features and those of :meth:`learned_from`, in the order of families.

        `keep` is called with the name of each column. Default: all columns are kept.
        """
        whole = pd.concat([self._fixed, learned], axis=1)
        # The order matters: estimators that sample columns would draw different ones.
        columns = sorted(whole.columns, key=lambda name: self._order.index(name.split("__")[0]))
        return whole[[name for name in columns if keep is None or keep(name)]]


def steps(features: FeatureSet, folds: int, repeats: int = 1) -> int:
    """Return how often :func:`cross_validate` reports progress."""
    return len(features.select(learning=False).families) + folds * repeats
