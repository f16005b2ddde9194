"""Folds of cross-validation that keep groups together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from sklearn.model_selection import BaseCrossValidator, StratifiedGroupKFold

from lcp.errors import InputError, check_whole
from lcp.model.intervals import UNSEEN
from lcp.targets import Targets
from lcp.targets.groups import groups as groups_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from lcp.base.array_types import Floats, Ints
    from lcp.targets.targets import Instances

    #: Row numbers of the training and of the test instances.
    Division = tuple[Ints, Ints]

#: NumPy's generator takes 32 bits, LightGBM's a signed number; repeats count up from the seed.
LARGEST_SEED = 2_000_000_000


def check_folds(cv: int = 2, repeats: int = 1, random_state: int = 0) -> None:
    """Raise :class:`InputError` for an impossible number of folds or repeats, or a wrong seed."""
    check_whole("cv", cv, 2)
    check_whole("repeats", repeats, 1)
    check_whole("random_state", random_state, 0, LARGEST_SEED)


class GroupedStratifiedKFold(BaseCrossValidator):  # type: ignore[misc]
    """Cross-validation splitter, grouped and stratified by genre and complexity.

    Can be passed as ``cv`` to scikit-learn. Strata are the genres crossed with ten quantile bins
    of complexity, and ``StratifiedGroupKFold`` assigns the groups. Strata with fewer instances than
    folds are merged.

    ``split(X, y, groups)`` takes Targets or a table of instances; without the column ``genre``, all
    have one genre. `y` is their complexity, 0-1, by default the column ``complexity``, and `groups`
    the group of each instance, by default by `group_by`. It raises an
    :class:`~lcp.errors.InputError` if `n_splits` is below 2, there are fewer groups than folds, or
    a rating is missing or not from 0 to 1.

    Parameters
    ----------
    n_splits : int, default=5
        Number of folds, at least 2.
    group_by : str, default="token"
        Grouping variable; see :func:`lcp.targets.groups.groups`.
    random_state : int, default=0
        Seed for the order of equally distributed groups.

    Examples
    --------
    >>> table = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe", "lamb", "ewe"],
    ...                       "complexity": [0.1, 0.1, 0.2, 0.2]})
    >>> sorted(test.tolist() for _, test in GroupedStratifiedKFold(2).split(table))
    [[0, 2], [1, 3]]
    """

    def __init__(
        self, n_splits: int = 5, *, group_by: str = "token", random_state: int = 0
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

    def _iter_test_indices(
        self, X: Instances, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[Ints]:
        check_folds(self.n_splits, random_state=self.random_state)
        targets = Targets.rated(X, y)
        names = groups_of(targets, self.group_by) if groups is None else np.asarray(groups)
        ratings = np.asarray(targets["complexity"])
        for _, test in folds(names, targets.genre, ratings, self.n_splits, self.random_state):
            yield test


def folds(
    names: NDArray[np.generic],
    genres: ArrayLike,
    ratings: Floats,
    n_splits: int,
    random_state: int = 0,
) -> Iterator[Division]:
    """Yield the folds of :class:`GroupedStratifiedKFold`.

    The division does not depend on the order of the instances.

    Parameters
    ----------
    names : ndarray of shape (n_instances,)
        Group of every instance; see :func:`lcp.targets.groups.groups`.
    genres : array-like of str, shape (n_instances,)
        Genre of every instance.
    ratings : ndarray of shape (n_instances,)
        Complexity, 0-1.
    n_splits, random_state
        As for :class:`GroupedStratifiedKFold`.
    """
    codes = group_codes(names, n_splits)
    strata = _strata(genres, ratings, n_splits)
    order = np.lexsort([strata, codes])
    splitter = StratifiedGroupKFold(n_splits, shuffle=True, random_state=random_state)
    for train, test in splitter.split(np.zeros((len(codes), 1)), strata[order], codes[order]):
        yield np.sort(order[train]), np.sort(order[test])


def group_codes(names: NDArray[np.generic], n_splits: int) -> Ints:
    """Return the number of each instance's group, given by its name.

    Raises
    ------
    InputError
        If there are fewer groups than `n_splits`.
    """
    codes, distinct = pd.factorize(names, sort=True)
    if len(distinct) < n_splits:
        raise InputError(
            f"The instances have {len(distinct)} groups, which cannot fill {n_splits} folds.",
            hint="Use fewer folds, or give more instances.",
        )
    return codes


def _strata(genres: ArrayLike, ratings: Floats, n_splits: int, n_bins: int = 10) -> Ints:
    """Return the number of each instance's stratum: its genre and quantile of complexity."""
    edges = np.quantile(ratings, np.arange(1, n_bins) / n_bins)
    bins = np.searchsorted(edges, ratings, side="right")
    codes = pd.factorize(np.array(genres, dtype=object), sort=True)[0]
    classes = np.unique(codes * n_bins + bins, return_inverse=True)[1]
    sizes = np.bincount(classes)
    rare = sizes < n_splits
    # scikit-learn warns of strata with fewer members than folds. If the merged stratum is still
    # that small, its members join the largest one.
    merged_class = sizes.size if sizes[rare].sum() >= n_splits else int(sizes.argmax())
    return np.where(rare[classes], merged_class, classes)


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
    train: Ints
    test: Ints


def repeated_folds(
    names: NDArray[np.generic],
    genres: ArrayLike,
    ratings: Floats,
    n_splits: int,
    repeats: Iterable[int],
    *,
    held_out: ArrayLike | None = None,
    random_state: int = 0,
) -> Iterator[Fold]:
    """Yield the folds of each repeat.

    The first three parameters are as for :func:`folds`. Others, and errors, are as in
    :func:`lcp.evaluation.crossvalidation.cross_validate`.
    """
    tested = np.ones(len(names), dtype=bool)
    if held_out is not None:
        tested = np.asarray(held_out, dtype=bool)
    divided, always = np.flatnonzero(tested), np.flatnonzero(~tested)
    members = names[divided], np.array(genres, dtype=object)[divided], ratings[divided]
    for repeat in repeats:
        parts = folds(*members, n_splits, random_state + repeat)
        for number, (train, test) in enumerate(parts, start=1):
            yield Fold(
                f"fold {number} of {n_splits}, repeat {repeat + 1}",
                f"repeat_{repeat + 1}",
                np.sort(np.concatenate([always, divided[train]])),
                divided[test],
            )


def genre_folds(genres: Sequence[str]) -> Iterator[Fold]:
    """Yield a fold for each genre, whose model is trained without it and predicts it.

    The features of its test instances do not contain the genre.
    """
    is_of = {genre: np.array(genres, dtype=object) == genre for genre in named_genres(genres)}
    for genre, tested in is_of.items():
        train, test = np.flatnonzero(~tested), np.flatnonzero(tested)
        yield Fold(f"without genre {genre}", UNSEEN, train, test)
