"""Scores on single words, on multi-word expressions and on both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.instances import is_multiword
from lcp.corpora.ratings import ratings
from lcp.errors import InputError
from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.labels import UNSEEN
from lcp.evaluation.questions import answer_table, has_answers
from lcp.evaluation.within_word import within_word_scores
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def subsets(table: pd.DataFrame) -> dict[str, NDArray[np.bool_]]:
    """Select the subsets on which scores are reported.

    Returns
    -------
    dict of str to ndarray of shape (n_instances,)
        Mask of each non-empty subset: ``single`` words, ``mwe`` (multi-word expressions, the
        official Task 2), and ``all`` if the table contains both. In a table of several sources,
        these are of the first source, and each other source is a subset, because the sources
        have different scales.
    """
    multiword = is_multiword(table["token"])
    sources = table["source"].unique() if "source" in table else [""]
    first = table["source"].eq(sources[0]).to_numpy() if len(sources) > 1 else True
    kinds = {"single": ~multiword & first, "mwe": multiword & first}
    present = {name: mask for name, mask in kinds.items() if mask.any()}
    if len(present) > 1:
        present["all"] = np.ones(len(table), dtype=bool) & first
    return present | {name: table["source"].eq(name).to_numpy() for name in sources[1:]}


def subsets_by_genre(table: pd.DataFrame) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    """Yield the name, genre and mask of each subset, first with genre ``all``, then by genre.

    ``all`` is without the genre `UNSEEN`.
    """
    genres = table["genre"].to_numpy()
    for subset, mask in subsets(table).items():
        yield subset, "all", mask & (genres != UNSEEN)
        for genre in sorted(set(genres[mask])):
            yield subset, genre, mask & (genres == genre)


def score_table(
    table: pd.DataFrame, predictions: pd.DataFrame | np.ndarray[Any, Any], *, random_state: int = 0
) -> pd.DataFrame:
    """Score predictions on each of the :func:`subsets`, with bootstrap intervals.

    Resamples draw tokens with all their instances. Errors on instances of the same token are
    correlated, so resampling single instances would make the intervals too narrow.

    Parameters
    ----------
    table : DataFrame of shape (n_instances, ...)
        Instances with their ``complexity``.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity. Scores and limits are averaged over repeats.
    random_state : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    DataFrame
        Columns ``subset``, ``n``, ``metric``, ``value``, and ``low`` and ``high``, the limits of
        the 95% interval. In a table with the columns ``item`` and ``label``, there is also the
        metric ``accuracy``, with resamples of whole items. For questions with one right option
        (:func:`lcp.evaluation.questions.has_answers`), the result is that of
        :func:`lcp.evaluation.questions.answer_table`. With 30 or more tokens in three or more
        contexts, there are the metrics of
        :func:`lcp.evaluation.within_word.within_word_scores`, with their own ``n``, unless the
        predictions do not depend on the sentence.

    Raises
    ------
    InputError
        If ratings are missing or outside 0-1, the numbers of predictions and instances differ,
        or a subset has fewer than two tokens.
    """
    rated = ratings(table, hint="Add the column complexity, or use `lcp predict`.")
    tokens = groups(table, "token").to_numpy()
    predicted = np.asarray(predictions, dtype=np.float64)
    if len(predicted) != len(table):
        raise InputError(
            f"There are {len(predicted)} predictions for {len(table)} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    predicted = predicted.reshape(len(table), -1)
    if has_answers(table):
        return answer_table(table, predicted, random_state=random_state)
    rows = []
    for name, mask in subsets(table).items():
        repeats = [
            bootstrap(rated[mask], column[mask], groups=tokens[mask], random_state=random_state)
            for column in predicted.T
        ]
        mean = sum(repeats[1:], start=repeats[0]) / len(repeats)
        if {"label", "item"} <= set(table):
            mean = pd.concat([mean, _accuracy(table[mask], predicted[mask], random_state)])
        mean = mean.rename_axis("metric").reset_index().assign(n=int(mask.sum()))
        within = _within_words(table[mask], predicted[mask], random_state)
        rows.append(pd.concat([mean, *within]).assign(subset=name))
    return pd.concat(rows, ignore_index=True)[["subset", "n", "metric", "value", "low", "high"]]


def _within_words(
    table: pd.DataFrame, predicted: NDArray[np.float64], random_state: int
) -> list[pd.DataFrame]:
    """Return the metrics within words, averaged over repeats.

    None with too few tokens, or if the predictions do not depend on the sentence.
    """
    repeats = [
        within_word_scores(table, column, random_state=random_state).set_index(["metric", "n"])
        for column in predicted.T
    ]
    if repeats[0].empty:
        return []
    mean = sum(repeats[1:], start=repeats[0]) / len(repeats)
    return [mean.reset_index()] if mean["value"].notna().all() else []


def _accuracy(
    table: pd.DataFrame, predicted: NDArray[np.float64], random_state: int
) -> pd.DataFrame:
    """Return the share of correct classes of plausibility, averaged over repeats."""
    from lcp.evaluation.plausibility import plausibility_intervals

    rated, items = table["complexity"], table["item"]
    repeats = [
        plausibility_intervals(rated, column, items, random_state=random_state).loc[["accuracy"]]
        for column in predicted.T
    ]
    return sum(repeats[1:], start=repeats[0]) / len(repeats)
