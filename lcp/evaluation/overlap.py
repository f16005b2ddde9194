"""Overlap between a test set and its training set, and its effect on scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.english.text import expression_words
from lcp.errors import InputError
from lcp.evaluation.bootstrap import bootstrap, paired_difference
from lcp.evaluation.crossvalidation import SharedFeatures, cross_validate
from lcp.evaluation.splits import GroupedStratifiedKFold, groups
from lcp.evaluation.subsets import subsets, subsets_by_genre
from lcp.targets.ratings import ratings
from lcp.targets.table import require_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lcp.features.featureset import FeatureSet

#: Grouping variables for folds. Scores are compared with the first.
GROUPINGS = ("token", "form", "lemma", "stem", "sentence", "token+sentence")

#: Properties of a target of which two tables may share values.
_TARGETS = ("token", "form", "lemma", "stem")
_MEMBERS = {"some member": any, "every member": all}


def overlap(train: pd.DataFrame, test: pd.DataFrame) -> pd.DataFrame:
    """Count the test instances that overlap with the training instances.

    Parameters
    ----------
    train, test : DataFrame of shape (n_instances, ...)
        Instance tables with ``genre``, ``sentence`` and ``token``; ratings are ignored. Each
        subset and genre of `test` is compared with all of `train`.

    Returns
    -------
    DataFrame
        One row per ``subset`` (``single``, ``mwe``, ``all``, if present in `test`), ``genre``
        (``all``, then each genre) and ``overlap``: ``token`` (case-sensitive), ``form`` (ignoring
        case), ``lemma``, ``stem`` and ``sentence``, compared as in
        :func:`lcp.evaluation.splits.groups`; for expressions also ``some member`` and
        ``every member``: words of the expression that occur, ignoring case, in the training
        targets. ``n`` is the number of test instances, ``shared`` the number with that overlap,
        ``share`` the ratio of the two (0-1); ``distinct`` and ``distinct_shared`` count distinct
        tokens, forms, …. Counts are exact and have no interval.

    Raises
    ------
    InputError
        If a table lacks a column or is empty.

    Examples
    --------
    >>> train = pd.DataFrame({"genre": "news", "token": ["lamb", "ewe"], "sentence": ["A", "B"]})
    >>> test = pd.DataFrame({"genre": "news", "token": ["Lamb", "ram"], "sentence": ["C", "B"]})
    >>> counts = overlap(train, test).query("genre == 'all'").set_index("overlap")
    >>> counts["shared"].to_dict()
    {'token': 0, 'form': 1, 'lemma': 1, 'stem': 1, 'sentence': 1}
    """
    for name, table in (("train", train), ("test", test)):
        require_columns(table, "genre", "token", "sentence")
        if table.empty:
            raise InputError(
                "The table has no instances.", where=name, hint="Give at least one instance."
            )
    test = test.reset_index(drop=True)
    values: dict[str, pd.Series[str]] = {kind: groups(test, kind) for kind in _TARGETS}
    words = {word for form in set(groups(train, "form")) for word in expression_words(form)}
    members = [[word in words for word in expression_words(form)] for form in values["form"]]
    values |= dict.fromkeys(_MEMBERS, values["form"]) | {"sentence": groups(test, "sentence")}
    shared = {
        kind: np.array(list(map(_MEMBERS[kind], members)))
        if kind in _MEMBERS
        else column.isin(set(groups(train, kind))).to_numpy()
        for kind, column in values.items()
    }
    rows = []
    for subset, genre, mask in subsets_by_genre(test):
        for kind, column in values.items():
            if kind in _MEMBERS and subset != "mwe":
                continue
            both, n = mask & shared[kind], int(mask.sum())
            counts = n, int(both.sum()), both.sum() / n
            distinct = column[mask].nunique(), column[both].nunique()
            rows.append((subset, genre, kind, *counts, *distinct))
    columns = ["subset", "genre", "overlap", "n", "shared", "share", "distinct", "distinct_shared"]
    return pd.DataFrame(rows, columns=columns)


def grouped_scores(
    table: pd.DataFrame,
    features: FeatureSet,
    estimator: Any,
    *,
    group_bys: Sequence[str] = GROUPINGS,
    folds: int = 5,
    repeats: int = 1,
    random_state: int = 0,
    n_jobs: int | None = 1,
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Cross-validate one model with several grouping variables.

    The difference from the first grouping estimates how much of the score is due to an overlap.
    Folds grouped by ``sentence`` share tokens, so their score may be higher; ``token+sentence``
    shares neither. The intervals of the differences do not cover the random division into folds:
    on CompLex, other folds grouped by token change r by about 0.002. Repeats average this out.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    features : FeatureSet
        Unfitted.
    estimator : scikit-learn regressor
        Unfitted.
    group_bys : sequence of str, default=GROUPINGS
        Grouping variables; see :func:`lcp.evaluation.splits.groups`.
    folds, repeats, random_state, n_jobs, progress
        As in :func:`~lcp.evaluation.crossvalidation.cross_validate`, for each grouping.

    Returns
    -------
    DataFrame
        One row per ``subset`` and ``group_by``: number of ``groups`` and of instances ``n``,
        ``pearson`` with its 95% interval ``low`` and ``high``, and ``difference`` (this grouping
        minus the first) with the paired interval ``difference_low`` and ``difference_high``.
        Intervals are bootstrapped over tokens; all numbers are means over repeats.

    Raises
    ------
    InputError
        If ratings are missing or a grouping has fewer groups than folds.
    ResourceError
        If a resource of the feature set is missing.
    """
    rated = ratings(table, hint="Give rated instances, or leave the scores out.")
    for group_by in group_bys:
        GroupedStratifiedKFold(folds, group_by=group_by).check(table)
    shared = SharedFeatures(features, table, progress=progress)
    predictions = {
        group_by: cross_validate(
            shared,
            estimator,
            table,
            folds=folds,
            repeats=repeats,
            group_by=group_by,
            random_state=random_state,
            n_jobs=n_jobs,
            progress=progress,
        ).to_numpy()
        for group_by in group_bys
    }
    tokens = groups(table).to_numpy()
    first = predictions[group_bys[0]]
    rows = []
    for subset, mask in subsets(table).items():
        options: dict[str, Any] = {"groups": tokens[mask], "random_state": random_state}
        for group_by in group_bys:
            pairs = list(zip(predictions[group_by][mask].T, first[mask].T, strict=True))
            values = [bootstrap(rated[mask], a, **options) for a, _ in pairs]
            differences = [paired_difference(rated[mask], a, b, **options) for a, b in pairs]
            row = [subset, group_by, groups(table, group_by)[mask].nunique(), int(mask.sum())]
            rows.append([*row, *_mean_pearson(values), *_mean_pearson(differences)])
    columns = ["subset", "group_by", "groups", "n", "pearson", "low", "high"]
    columns += ["difference", "difference_low", "difference_high"]
    return pd.DataFrame(rows, columns=columns)


def _mean_pearson(repeats: list[pd.DataFrame]) -> list[float]:
    """Average Pearson's r and its limits over repeats."""
    figures = [table.loc["pearson", ["value", "low", "high"]] for table in repeats]
    return [float(mean) for mean in np.mean(figures, axis=0)]
