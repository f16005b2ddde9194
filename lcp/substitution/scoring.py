"""Metrics of lexical substitution: candidates generated in order, and gold candidates ordered."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

#: Numbers of candidates at which generation is measured.
CUTOFFS = (1, 3, 5, 10)


def generation_scores(
    ranked: Sequence[str], accepted: Collection[str], best: Collection[str]
) -> dict[str, float]:
    """Score the candidates generated for one instance, as in TSAR-2022 (Saggion et al. 2022).

    Parameters
    ----------
    ranked : sequence of str
        Distinct candidates, the best one first; may be empty.
    accepted : collection of str
        Substitutes that annotators gave.
    best : collection of str
        The substitute that most annotators gave; several if they are tied.

    Returns
    -------
    dict of str to float
        For k in 1, 3, 5 and 10: ``potential@k``, whether one of the first k candidates is
        accepted; ``map@k``, the sum of the precision at each accepted candidate among the first
        k, divided by k; ``accuracy@k@top1``, whether one of the first k is the best. All are 0
        to 1. ``potential@1`` is the accuracy of the first candidate.

    Examples
    --------
    >>> scores = generation_scores(["big", "vast", "large"], {"big", "large"}, {"large"})
    >>> scores["potential@1"], round(scores["map@3"], 3), scores["accuracy@1@top1"]
    (1.0, 0.556, 0.0)
    """
    relevant = np.array([form in accepted for form in ranked], dtype=np.float64)
    is_best = [form in best for form in ranked]
    precision = relevant * np.cumsum(relevant) / np.arange(1, len(relevant) + 1)
    scores = {}
    for k in CUTOFFS:
        scores[f"potential@{k}"] = float(relevant[:k].any())
        scores[f"map@{k}"] = float(precision[:k].sum() / k)
        scores[f"accuracy@{k}@top1"] = float(any(is_best[:k]))
    return scores


def order_scores(difficulty: Sequence[float], ranks: Sequence[int]) -> dict[str, float]:
    """Score the order of gold candidates of one instance (Paetzold & Specia 2016).

    Parameters
    ----------
    difficulty : sequence of float
        Predicted difficulty of each candidate, on any scale.
    ranks : sequence of int
        Ranks that people gave, 1 is the simplest; candidates can share a rank.

    Returns
    -------
    dict of str to float
        ``trank``: whether the easiest candidate has rank 1 (Specia et al. 2012); among equally
        easy ones, the share with rank 1. ``pairwise``: share of the pairs with different ranks
        that are in the right order; equal predictions count one half. ``spearman``: rank
        correlation. NaN where all ranks are equal, and 0 for ``spearman`` if all predictions are.

    Examples
    --------
    >>> order_scores([0.1, 0.3, 0.2], [1, 2, 3])
    {'trank': 1.0, 'pairwise': 0.6666666666666666, 'spearman': 0.5}
    """
    values, gold = np.asarray(difficulty, dtype=np.float64), np.asarray(ranks)
    if len(set(ranks)) < 2:  # noqa: PLR2004
        return dict.fromkeys(("trank", "pairwise", "spearman"), float("nan"))
    pairs = [(i, j) for i, j in combinations(range(len(gold)), 2) if gold[i] != gold[j]]
    order = [np.sign((values[j] - values[i]) * (gold[j] - gold[i])) for i, j in pairs]
    return {
        "trank": float((gold[values == values.min()] == gold.min()).mean()),
        "pairwise": float((np.array(order) + 1).mean() / 2),
        "spearman": _spearman(values, gold),
    }


def _spearman(values: NDArray[Any], gold: NDArray[Any]) -> float:
    from scipy.stats import rankdata

    first, second = rankdata(values), rankdata(gold)
    if first.std() == 0:
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])
