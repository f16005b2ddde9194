"""What a test set shares with its training set, and what that is worth in score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.instances import require_columns
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import cross_validate, subsets
from lcp.evaluation.metrics import bootstrap, paired_difference
from lcp.grouping import GroupBy, groups
from lcp.splits import GroupedStratifiedKFold
from lcp.text import expression_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lcp.featureset import FeatureSet

#: Kinds of overlap that folds can be grouped by; the first is what others are compared with.
GROUPINGS: tuple[GroupBy, ...] = ("token", "form", "lemma", "stem", "sentence", "token+sentence")

#: Kinds of overlap between two tables, each an equality of :func:`lcp.grouping.groups`.
_SHARED: tuple[GroupBy, ...] = ("token", "form", "lemma", "stem", "sentence")


def audit(train: pd.DataFrame, test: pd.DataFrame) -> pd.DataFrame:
    """Count what of the test instances stands in the training instances.

    Parameters
    ----------
    train, test : DataFrame of shape (n_instances, ...)
        Instance tables with ``corpus``, ``sentence`` and ``token``; ratings are not looked
        at. Each subset and genre of `test` is compared with all of `train`.

    Returns
    -------
    DataFrame
        A row for each ``subset`` (``single``, ``mwe``, ``all``, as far as the test set
        holds them), ``corpus`` (``all``, then each genre) and ``overlap``: ``token`` (as it
        is written), ``form`` (case ignored), ``lemma``, ``stem`` and ``sentence``, as
        :func:`lcp.grouping.groups` compares them; for expressions also ``some member`` and
        ``every member``: words of the expression that are, case ignored, a target of the
        training instances or a word of one. ``n`` test instances, of which ``shared`` have
        that overlap, ``share`` from 0 to 1; ``distinct`` tokens, forms, …, of which
        ``distinct_shared``. Counts are exact and have no interval.

    Raises
    ------
    InputError
        When a table lacks a column or has no rows.

    Examples
    --------
    >>> train = pd.DataFrame({"corpus": "news", "token": ["lamb", "ewe"], "sentence": ["A", "B"]})
    >>> test = pd.DataFrame({"corpus": "news", "token": ["Lamb", "ram"], "sentence": ["C", "B"]})
    >>> found = audit(train, test).query("corpus == 'all'").set_index("overlap")
    >>> found["shared"].to_dict()
    {'token': 0, 'form': 1, 'lemma': 1, 'stem': 1, 'sentence': 1}
    """
    for name, table in (("train", train), ("test", test)):
        require_columns(table, "corpus", "token", "sentence")
        if table.empty:
            raise InputError(
                "The table has no instances.", where=name, hint="Give a row or more on each side."
            )
    test = test.reset_index(drop=True)
    named: dict[str, pd.Series[str]] = {kind: groups(test, kind) for kind in _SHARED}
    found: dict[str, pd.Series[bool]] = {
        kind: named[kind].isin(set(groups(train, kind))) for kind in _SHARED
    }
    members = {word for form in groups(train, "form").unique() for word in expression_words(form)}
    known = [[word in members for word in expression_words(form)] for form in named["form"]]
    found["some member"] = pd.Series([any(words) for words in known])
    found["every member"] = pd.Series([all(words) for words in known])
    named["some member"] = named["every member"] = named["form"]
    order = ("token", "form", "lemma", "stem", "some member", "every member", "sentence")

    rows = []
    for subset, mask in subsets(test).items():
        for corpus in ("all", *sorted(test.loc[mask, "corpus"].unique())):
            chosen = mask if corpus == "all" else mask & (test["corpus"] == corpus)
            for overlap in order:
                if overlap.endswith("member") and subset != "mwe":
                    continue
                shared = chosen & found[overlap]
                rows.append(
                    {
                        "subset": subset,
                        "corpus": corpus,
                        "overlap": overlap,
                        "n": int(chosen.sum()),
                        "shared": int(shared.sum()),
                        "share": float(shared.sum() / chosen.sum()),
                        "distinct": named[overlap][chosen].nunique(),
                        "distinct_shared": named[overlap][shared].nunique(),
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
    seed: int = 0,
    progress: Callable[[str], object] | None = None,
) -> pd.DataFrame:
    """Cross-validated Pearson's r with each kind of overlap grouped away.

    The same model is cross-validated with folds that may share nothing of one kind; what the
    score loses against folds grouped by `group_bys`'s first is what that overlap was worth.
    Folds by ``sentence`` alone let the same token stand on both sides, so that the score may
    rise; ``token+sentence`` shares neither. Differences have an interval for the instances
    at hand, not for how the folds fell: on CompLex another draw of the folds by token moves
    r by about .002, and `repeats` averages that out.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    features : FeatureSet
        Unfitted.
    estimator : scikit-learn regressor
        Unfitted.
    group_bys : sequence of str
        Groupings; see :func:`lcp.grouping.groups`.
    folds, repeats, seed, progress
        As for :func:`~lcp.evaluation.crossvalidation.cross_validate`; `progress` is called
        as often as it says for each grouping.

    Returns
    -------
    DataFrame
        A row for each ``subset`` and ``group_by``: number of ``groups`` and of instances
        ``n``, ``pearson`` with its 95 % interval ``low`` and ``high``, and ``difference``
        (this grouping minus the first) with ``difference_low`` and ``difference_high``:
        bootstrap over tokens, the difference paired, means over repeats.

    Raises
    ------
    InputError
        When ratings are missing, or a grouping has fewer groups than folds.
    ResourceError
        When the feature set needs a resource that is not on this machine.
    """
    rated = ratings(table, hint="Give rated instances, or leave the scores out.")
    for group_by in group_bys:
        # Too few groups for the folds are said before the long work, not in the middle of it.
        next(GroupedStratifiedKFold(folds, group_by=group_by, seed=seed).split(table))
    predictions = {
        group_by: cross_validate(
            features,
            estimator,
            table,
            folds=folds,
            repeats=repeats,
            group_by=group_by,
            seed=seed,
            progress=progress,
        ).to_numpy()
        for group_by in group_bys
    }
    tokens = groups(table, "token").to_numpy()
    first = predictions[group_bys[0]]
    rows = []
    for subset, mask in subsets(table).items():
        chosen = mask.to_numpy()
        own, clusters = rated[chosen], tokens[chosen]
        for group_by in group_bys:
            score, difference = [], []
            for a, b in zip(predictions[group_by].T, first.T, strict=True):
                score.append(bootstrap(own, a[chosen], groups=clusters, seed=seed))
                pair = paired_difference(own, a[chosen], b[chosen], groups=clusters, seed=seed)
                difference.append(pair)
            numbers = [
                np.mean([part.loc["pearson", ["value", "low", "high"]] for part in parts], axis=0)
                for parts in (score, difference)
            ]
            names = ["pearson", "low", "high"]
            names += ["difference", "difference_low", "difference_high"]
            row = {
                "subset": subset,
                "group_by": group_by,
                "groups": groups(table, group_by)[chosen].nunique(),
                "n": int(chosen.sum()),
            }
            rows.append(row | dict(zip(names, np.concatenate(numbers).tolist(), strict=True)))
    return pd.DataFrame(rows)
