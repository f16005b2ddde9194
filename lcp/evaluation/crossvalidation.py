"""Repeated, grouped cross-validation in which every learning family is fitted per fold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from sklearn.base import clone

from lcp.corpora.instances import as_table
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.metrics import bootstrap
from lcp.grouping import groups
from lcp.splits import GroupedStratifiedKFold
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import ArrayLike, NDArray

    from lcp.featureset import FeatureSet
    from lcp.grouping import GroupBy

    Progress = Callable[[str], object]


def cross_validate(
    features: FeatureSet,
    estimator: Any,
    table: pd.DataFrame,
    *,
    folds: int = 5,
    repeats: int = 1,
    group_by: GroupBy = "token",
    held_out: ArrayLike | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Predict every instance from a model that never saw its group.

    Families that learn nothing from the training instances are computed once; those that
    learn are fitted on each fold's training part alone. Columns stand in the set's order, as in
    a model that is trained on the whole table.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; a copy is fitted for each fold.
    estimator : scikit-learn regressor
        Unfitted; a copy is fitted for each fold.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    folds, repeats : int
        Number of folds, and how often the division is drawn anew.
    group_by : str
        What may not stand on both sides of a fold; see :func:`lcp.grouping.groups`.
    held_out : bool array-like of shape (n_instances,), optional
        Which instances are divided into folds, such as the expressions of a table; the others
        are trained on in every fold. All are divided unless given.
    seed : int
        Repeat `r` divides with ``seed + r``.
    progress : callable, optional
        Called with a label before each step; see :func:`steps` for how many there are.

    Returns
    -------
    DataFrame of shape (n_instances, repeats)
        Out-of-fold predictions in [0, 1], one column per repeat, with the index of `table`;
        NaN for what is not held out.

    Raises
    ------
    InputError
        When ratings are missing or not from 0 to 1, or there are fewer groups than folds.
    ResourceError
        When the feature set needs a resource that is not on this machine.
    """
    table = as_table(table)
    rated = ratings(table)
    tell = progress or (lambda _: None)
    shared = SharedFeatures(features, table, progress=tell)
    predictions = np.full((len(table), repeats), np.nan)
    divided = shared.folds(folds, range(repeats), group_by=group_by, held_out=held_out, seed=seed)
    for fold in divided:
        tell(f"fold {fold.number + 1} of {folds}, repeat {fold.repeat + 1} of {repeats}")
        matrix = shared.matrix(shared.learned_from(fold.train))
        fitted = clone(estimator).fit(matrix.iloc[fold.train], rated[fold.train])
        predictions[fold.test, fold.repeat] = fitted.predict(matrix.iloc[fold.test])
    columns = [f"repeat_{repeat + 1}" for repeat in range(repeats)]
    return pd.DataFrame(predictions.clip(0, 1), index=table.index, columns=columns)


@dataclass(frozen=True, slots=True)
class Fold:
    """Row numbers to train and to test on, and which fold of which repeat they are, from 0."""

    repeat: int
    number: int
    train: NDArray[np.intp]
    test: NDArray[np.intp]


class SharedFeatures:
    """Features of a table for models that may each learn from some of its rows alone.

    What learns nothing from the training instances is computed here, once; what learns is
    computed by :meth:`learned_from`, once for each set of training rows.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; copies of its parts are fitted.
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    progress : callable, optional
        Called with the name of each family when it is about to be computed.

    Raises
    ------
    InputError
        When the table cannot be used.
    ResourceError
        When the feature set needs a resource that is not on this machine.
    """

    def __init__(
        self, features: FeatureSet, table: pd.DataFrame, *, progress: Progress | None = None
    ) -> None:
        self._table = table
        self._order = list(features.families)
        static, learning = (features.select(learning=learns) for learns in (False, True))
        self._static: FeatureSet = static.set_output(transform="pandas").fit(table)
        self._learning: FeatureSet = learning.set_output(transform="pandas")
        self._fixed: pd.DataFrame = self._static.transform(table, progress=progress)

    def folds(
        self,
        folds: int,
        repeats: Iterable[int],
        *,
        group_by: GroupBy = "token",
        held_out: ArrayLike | None = None,
        seed: int = 0,
    ) -> Iterator[Fold]:
        """Yield the folds of each repeat, as :func:`cross_validate` divides them.

        Raises
        ------
        InputError
            When there are fewer groups than folds.
        """
        everything = np.ones(len(self._table), dtype=bool)
        chosen = everything if held_out is None else np.asarray(held_out, dtype=bool)
        divided, always = np.flatnonzero(chosen), np.flatnonzero(~chosen)
        for repeat in repeats:
            splitter = GroupedStratifiedKFold(folds, group_by=group_by, seed=seed + repeat)
            for number, (train, test) in enumerate(splitter.split(self._table.iloc[divided])):
                known = np.sort(np.concatenate([always, divided[train]]))
                yield Fold(repeat, number, known, divided[test])

    def learned_from(self, train: NDArray[np.intp]) -> pd.DataFrame:
        """Features of every instance by the families that learn, fitted on some rows alone.

        Parameters
        ----------
        train : ndarray of int
            Row numbers.

        Returns
        -------
        DataFrame of shape (n_instances, n_learned_features)
        """
        learned: FeatureSet = clone(self._learning).fit(self._table.iloc[train])
        # All expressions of a small corpus may stand in one fold, where none is learned from.
        learned.multiword_ = self._static.multiword_
        return learned.transform(self._table)

    def matrix(
        self, learned: pd.DataFrame, keep: Callable[[str], bool] | None = None
    ) -> pd.DataFrame:
        """Put fixed and learned features together, in the set's order of families.

        Parameters
        ----------
        learned : DataFrame of shape (n_instances, n_learned_features)
            See :meth:`learned_from`.
        keep : callable, optional
            Whether to keep a column, by its name; all are kept unless given.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
        """
        whole = pd.concat([self._fixed, learned], axis=1)
        # An estimator that samples columns draws others where they stand in another order.
        columns = sorted(whole.columns, key=lambda name: self._order.index(name.split("__")[0]))
        return whole[[name for name in columns if keep is None or keep(name)]]


def steps(features: FeatureSet, folds: int, repeats: int = 1) -> int:
    """How often :func:`cross_validate` reports progress."""
    return len(features.select(learning=False).families) + folds * repeats


def subsets(table: pd.DataFrame) -> dict[str, pd.Series]:
    """What scores are reported on: ``single``, ``mwe`` (the official Task 2) and ``all``.

    Returns
    -------
    dict of str to Series of bool
        Only those that hold something; ``all`` where both kinds do.
    """
    several = table["token"].map(expression_words).map(len) > 1
    kinds = {"single": ~several, "mwe": several}
    present = {name: mask for name, mask in kinds.items() if mask.any()}
    return present if len(present) == 1 else {**present, "all": several | True}


def score_table(
    table: pd.DataFrame, predictions: pd.DataFrame | np.ndarray[Any, Any], *, seed: int = 0
) -> pd.DataFrame:
    """Scores of predictions with bootstrap intervals, for each of :func:`subsets`.

    Resamples draw tokens with all their instances: a model that misjudges a word does so in
    most of its sentences, and drawing instances one by one would make intervals too narrow.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    predictions : array-like of shape (n_instances,) or (n_instances, repeats)
        Scores and limits are averaged over repeats.
    seed : int
        Seed of the bootstrap.

    Returns
    -------
    DataFrame
        Columns ``subset``, ``n``, ``metric``, ``value``, ``low``, ``high`` (95 %, over
        tokens).

    Raises
    ------
    InputError
        When ratings are missing or not from 0 to 1, there are not as many predictions as
        instances, or a subset has fewer than two tokens.
    """
    rated = ratings(table, hint="Give a corpus with the column complexity, or use `lcp predict`.")
    tokens = groups(table, "token").to_numpy()
    predicted = np.asarray(predictions, dtype=np.float64)
    if len(predicted) != len(table):
        raise InputError(
            f"There are {len(predicted)} predictions for {len(table)} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    predicted = predicted.reshape(len(table), -1)
    rows = []
    for name, mask in subsets(table).items():
        chosen = mask.to_numpy()
        own, clusters = rated[chosen], tokens[chosen]
        each = [bootstrap(own, p[chosen], groups=clusters, seed=seed) for p in predicted.T]
        mean = sum(each[1:], start=each[0]) / len(each)
        mean.index.name = "metric"
        rows.append(mean.reset_index().assign(subset=name, n=int(chosen.sum())))
    return pd.concat(rows, ignore_index=True)[["subset", "n", "metric", "value", "low", "high"]]
