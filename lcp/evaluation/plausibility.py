"""Metrics and file format of SemEval-2022 Task 7 (Roth, Anthonio & Sauer 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from lcp.corpora.readers.claire import LABELS, labels
from lcp.errors import InputError
from lcp.evaluation.metrics import finite_arrays

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import ArrayLike, NDArray

    Bools = NDArray[np.bool_]

#: Tasks: three classes, or a score from 1 to 5.
Task = Literal["classification", "ranking"]
METRICS = ("accuracy", "spearman", "f1_without_neutral", "several_plausible")


def plausibility_scores(
    rated: ArrayLike, predicted: ArrayLike, items: ArrayLike
) -> dict[str, float]:
    """Score predictions as the task did.

    Parameters
    ----------
    rated, predicted : array-like of shape (n_instances,)
        Plausibility from 0 to 1, in the same order. Both are divided into classes at the borders
        of :func:`lcp.corpora.readers.claire.labels`.
    items : array-like of shape (n_instances,)
        Sentence that each filler belongs to.

    Returns
    -------
    dict of str to float
        ``accuracy``: share of correct classes. ``spearman``: rank correlation of all ratings
        with all predictions, not averaged over sentences; tied values get their mean rank. NaN if
        either is constant. ``f1_without_neutral``: micro-averaged F1 of the classes plausible and
        implausible; 0 if neither is predicted correctly. ``several_plausible``: share of the
        sentences for which it is predicted correctly whether two or more fillers are plausible.

    Raises
    ------
    InputError
        If there are fewer than two instances, lengths differ, or a value is not finite.

    Examples
    --------
    >>> scores = plausibility_scores([0, 0.5, 1, 1], [0.1, 0.9, 0.8, 0.2], [1, 1, 2, 2])
    >>> {name: round(value, 3) for name, value in scores.items()}
    {'accuracy': 0.5, 'spearman': 0.316, 'f1_without_neutral': 0.571, 'several_plausible': 0.5}
    """
    x, y = finite_arrays(rated=rated, predicted=predicted)
    if len(np.asarray(items)) != len(x):
        raise InputError("Every instance needs an item.", where="items")
    gold, named = labels(x), labels(y)
    outer = np.array([LABELS[0], LABELS[2]])
    correct = gold == named
    marked = np.isin(gold, outer).sum() + np.isin(named, outer).sum()
    several = [_several(classes, items) for classes in (gold, named)]
    constant = np.ptp(x) == 0 or np.ptp(y) == 0
    return {
        "accuracy": float(correct.mean()),
        "spearman": float("nan") if constant else float(spearmanr(x, y).statistic),
        "f1_without_neutral": float(2 * (correct & np.isin(gold, outer)).sum() / max(marked, 1)),
        "several_plausible": float((several[0] == several[1]).mean()),
    }


def plausibility_intervals(
    rated: ArrayLike,
    predicted: ArrayLike,
    items: ArrayLike,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Return the scores with 95% bootstrap intervals; resamples draw sentences with all fillers.

    Parameters
    ----------
    rated, predicted, items
        As in :func:`plausibility_scores`.
    n_resamples : int, default=1000
        Number of resamples.
    random_state : int, default=0
        Seed of the resamples.

    Returns
    -------
    DataFrame of shape (4, 3)
        Indexed by metric; columns ``value``, ``low`` and ``high``.
    """
    value = plausibility_scores(rated, predicted, items)
    resampled = _resampled(rated, predicted, items, n_resamples, random_state)
    return _with_limits(pd.Series(value), resampled)


def plausibility_difference(
    rated: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    items: ArrayLike,
    *,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> pd.DataFrame:
    """Return the scores of `a` minus those of `b`, with paired 95% bootstrap intervals.

    Parameters
    ----------
    rated, items
        As in :func:`plausibility_scores`.
    a, b : array-like of shape (n_instances,)
        Predictions of two models.
    n_resamples, random_state
        As in :func:`plausibility_intervals`. Both models are scored on the same resamples.

    Returns
    -------
    DataFrame of shape (4, 3)
        As in :func:`plausibility_intervals`.

    Raises
    ------
    InputError
        As in :func:`plausibility_scores`.
    """
    first, second = (pd.Series(plausibility_scores(rated, y, items)) for y in (a, b))
    resampled = [_resampled(rated, y, items, n_resamples, random_state) for y in (a, b)]
    return _with_limits(first - second, resampled[0] - resampled[1])


def _resampled(
    rated: ArrayLike, predicted: ArrayLike, items: ArrayLike, n_resamples: int, random_state: int
) -> pd.DataFrame:
    """Return the scores of each resample, a row each; resamples do not depend on predictions."""
    x, y = finite_arrays(rated=rated, predicted=predicted)
    codes, names = pd.factorize(np.asarray(items))
    order = np.argsort(codes, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(codes))[:-1])
    generator = np.random.default_rng(random_state)
    resampled = []
    for _ in range(n_resamples):
        drawn = [members[number] for number in generator.integers(len(names), size=len(names))]
        # An item that is drawn twice counts as two items.
        copies = np.repeat(np.arange(len(drawn)), list(map(len, drawn)))
        rows = np.concatenate(drawn)
        resampled.append(plausibility_scores(x[rows], y[rows], copies))
    return pd.DataFrame(resampled)[list(METRICS)]


def _with_limits(value: pd.Series[float], resampled: pd.DataFrame) -> pd.DataFrame:
    low, high = (resampled.quantile(share) for share in (0.025, 0.975))
    return pd.DataFrame({"value": value, "low": low, "high": high}).rename_axis("metric")


def plausibility_submission(ids: Iterable[str], predictions: ArrayLike, task: Task) -> str:
    r"""Return the text of a submission: an id, a tab, and a class or a score from 1 to 5.

    >>> plausibility_submission(["0_1", "0_2"], [0.1, 0.875], "classification")
    '0_1\tIMPLAUSIBLE\n0_2\tPLAUSIBLE\n'
    >>> plausibility_submission(["0_1", "0_2"], [0.1, 0.875], "ranking")
    '0_1\t1.400000\n0_2\t4.500000\n'
    """
    values = np.asarray(predictions, dtype=np.float64)
    is_class = task == "classification"
    fields = labels(values) if is_class else [f"{1 + 4 * value:.6f}" for value in values]
    return "".join(f"{name}\t{field}\n" for name, field in zip(ids, fields, strict=True))


def _several(classes: NDArray[np.str_], items: ArrayLike) -> Bools:
    """Return whether two or more fillers of each item are plausible."""
    codes, _ = pd.factorize(np.asarray(items))
    return np.asarray(np.bincount(codes, weights=classes == LABELS[2]) > 1)
