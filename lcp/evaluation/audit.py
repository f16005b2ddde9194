"""Overlap between a test set and its training set, and its effect on scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.instances import require_columns
from lcp.corpora.ratings import ratings
from lcp.english.text import expression_words
from lcp.errors import InputError
from lcp.evaluation.bootstrap import bootstrap, paired_difference
from lcp.evaluation.crossvalidation import SharedFeatures, cross_validate
from lcp.evaluation.subsets import subsets, subsets_by_genre
from lcp.splits.grouping import GroupBy, groups
from lcp.splits.kfold import GroupedStratifiedKFold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lcp.features.featureset import FeatureSet

#: Grouping variables for folds. Scores are compared with those of the first.
GROUPINGS: tuple[GroupBy, ...] = ("token", "form", "lemma", "stem", "sentence", "token+sentence")

#: Grouping variables of which two tables may share values.
_SHARED: tuple[GroupBy, ...] = ("token", "form", "lemma", "stem", "sentence")


def audit(train: pd.DataFrame, test: pd.DataFrame) -> pd.DataFrame:
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
        :func:`lcp.splits.grouping.groups`; for expressions also ``some member`` and
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
    >>> counts = audit(train, test).query("genre == 'all'").set_index("overlap")
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
    values: dict[str, pd.Series[str]] = {kind: groups(test, kind) for kind in _SHARED}
    overlaps: dict[str, pd.Series[bool]] = {
        kind: values[kind].isin(set(groups(train, kind))) for kind in _SHARED
    }
    train_words = {
        word for form in groups(train, "form").unique() for word in expression_words(form)
    }
    members = [[word in train_words for word in expression_words(form)] for form in values["form"]]
    overlaps["some member"] = pd.Series([any(member) for member in members])
    overlaps["every member"] = pd.Series([all(member) for member in members])
    values["some member"] = values["every member"] = values["form"]

    rows = []
    for subset, genre, mask in subsets_by_genre(test):
        for overlap in (*_SHARED[:-1], "some member", "every member", "sentence"):
            if overlap.endswith("member") and subset != "mwe":
                continue
            shared = mask & overlaps[overlap]
            rows.append(
                {
                    "subset": subset,
                    "genre": genre,
                    "overlap": overlap,
                    "n": int(mask.sum()),
                    "shared": int(shared.sum()),
                    "share": float(shared.sum() / mask.sum()),
                    "distinct": values[overlap][mask].nunique(),
                    "distinct_shared": values[overlap][shared].nunique(),
                }
            )
    return pd.DataFrame(rows)


def grouped_scores(
    table: pd.DataFrame,
    features: FeatureSet,
    estimator: Any,
    *,
    group_bys: Sequence[GroupBy] = GROUPINGS,
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
        Grouping variables; see :func:`lcp.splits.grouping.groups`.
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
        GroupedStratifiedKFold(folds, group_by=group_by, random_state=random_state).check(table)
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
    tokens = groups(table, "token").to_numpy()
    first = predictions[group_bys[0]]
    rows = []
    for subset, mask in subsets(table).items():
        options: dict[str, Any] = {"groups": tokens[mask], "random_state": random_state}
        for group_by in group_bys:
            pairs = list(zip(predictions[group_by][mask].T, first[mask].T, strict=True))
            values = [bootstrap(rated[mask], a, **options) for a, _ in pairs]
            differences = [paired_difference(rated[mask], a, b, **options) for a, b in pairs]
            n_groups = groups(table, group_by)[mask].nunique()
            row = [subset, group_by, n_groups, int(mask.sum())]
            rows.append([*row, *_mean_pearson(values), *_mean_pearson(differences)])
    columns = ["subset", "group_by", "groups", "n", "pearson", "low", "high"]
    columns += ["difference", "difference_low", "difference_high"]
    return pd.DataFrame(rows, columns=columns)


def _mean_pearson(repeats: list[pd.DataFrame]) -> list[float]:
    """Average Pearson's r and its limits over repeats."""
    figures = [table.loc["pearson", ["value", "low", "high"]] for table in repeats]
    return [float(mean) for mean in np.mean(figures, axis=0)]
