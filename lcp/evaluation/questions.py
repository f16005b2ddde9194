"""Accuracy on questions with one right option, as in SemEval-2021 Task 4 (Zheng et al. 2021)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.evaluation.metrics import finite_arrays

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def has_answers(table: pd.DataFrame) -> bool:
    """Return whether the instances are options of questions with one right option each.

    They have the columns ``item`` and ``option``, and the ``complexity`` of one option of each
    item is 1, and that of the others 0.
    """
    if not {"item", "option", "complexity"} <= set(table) or not len(table):
        return False
    rated = table["complexity"]
    return bool(rated.isin([0, 1]).all() and rated.groupby(table["item"]).sum().eq(1).all())


def answers(predicted: ArrayLike, items: ArrayLike) -> NDArray[np.intp]:
    """Return the row number of the option with the highest prediction of each question.

    Parameters
    ----------
    predicted : array-like of shape (n_options,)
        Predictions; the first of equal ones counts.
    items : array-like of shape (n_options,)
        Question of each option, in any order.

    Returns
    -------
    ndarray of shape (n_questions,)
        In the order in which the questions occur first.

    Raises
    ------
    InputError
        If the lengths differ.

    Examples
    --------
    >>> answers([0.1, 0.9, 0.4, 0.2], ["a", "a", "b", "b"]).tolist()
    [1, 2]
    """
    values = np.asarray(predicted, dtype=np.float64)
    codes, names = pd.factorize(np.asarray(items, dtype=object))
    if len(codes) != len(values):
        raise InputError("Every instance needs an item.", where="items")
    order = np.lexsort((np.arange(len(values)), -values, codes))
    return np.asarray(order[np.searchsorted(codes[order], np.arange(len(names)))])


def question_hits(rated: ArrayLike, predicted: ArrayLike, items: ArrayLike) -> Floats:
    """Return 1 for each question whose right option has the highest prediction, else 0.

    Parameters
    ----------
    rated : array-like of shape (n_options,)
        1 for the right option of each question, 0 for the others.
    predicted, items : array-like of shape (n_options,)
        As in :func:`answers`.

    Raises
    ------
    InputError
        If there are fewer than two options, lengths differ, or a value is not finite.

    Examples
    --------
    >>> question_hits([0, 1, 0, 1], [0.1, 0.9, 0.4, 0.2], ["a", "a", "b", "b"]).tolist()
    [1.0, 0.0]
    """
    right, values = finite_arrays(rated=rated, predicted=predicted)
    return right[answers(values, items)]


def accuracy_interval(
    hits: ArrayLike, *, n_resamples: int = 1000, random_state: int = 0
) -> tuple[float, float, float]:
    """Return the mean of hits with its 95% bootstrap interval.

    Parameters
    ----------
    hits : array-like of shape (n_questions,)
        Result of :func:`question_hits`, or differences of two results; resamples draw questions.
    n_resamples : int, default=1000
        Number of resamples.
    random_state : int, default=0
        Seed of the resamples.

    Returns
    -------
    tuple of three floats
        Mean, and lower and upper limit.
    """
    values = np.asarray(hits, dtype=np.float64)
    drawn = np.random.default_rng(random_state).integers(0, len(values), (n_resamples, len(values)))
    low, high = np.quantile(values[drawn].mean(axis=1), [0.025, 0.975])
    return float(values.mean()), float(low), float(high)


def answer_table(
    table: pd.DataFrame, predictions: ArrayLike, *, random_state: int = 0
) -> pd.DataFrame:
    """Return the accuracy on all questions and, if there are several genres, on those of each.

    Parameters
    ----------
    table : DataFrame of shape (n_options, ...)
        Options of questions (:func:`has_answers`).
    predictions : array-like of shape (n_options,) or (n_options, n_repeats)
        Accuracies are averaged over repeats.
    random_state : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    DataFrame
        Columns ``subset`` (``questions`` or a genre), ``n`` (questions), ``metric``
        (``accuracy``), ``value``, ``low`` and ``high``.
    """
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(table), -1)
    hits = np.mean(
        [question_hits(table["complexity"], column, table["item"]) for column in predicted.T],
        axis=0,
    )
    genres = table.groupby("item", sort=False)["genre"].first().to_numpy()
    masks = {"questions": np.ones(len(hits), dtype=bool)}
    if len(set(genres)) > 1:
        masks |= {str(genre): genres == genre for genre in dict.fromkeys(genres)}
    rows = [
        (name, mask.sum(), "accuracy", *accuracy_interval(hits[mask], random_state=random_state))
        for name, mask in masks.items()
    ]
    return pd.DataFrame(rows, columns=["subset", "n", "metric", "value", "low", "high"])


def answer_submission(table: pd.DataFrame, predicted: ArrayLike) -> str:
    r"""Return a line for each question: its number and that of its answer, both counted from 0.

    Raises
    ------
    InputError
        If the table lacks the columns ``item`` and ``option``.

    Examples
    --------
    >>> table = pd.DataFrame({"item": ["a", "a", "b", "b"], "option": [0, 1, 0, 1]})
    >>> answer_submission(table, [0.1, 0.9, 0.4, 0.2])
    '0,1\n1,0\n'
    """
    if not {"item", "option"} <= set(table):
        raise InputError(
            "The instances are not options of questions.",
            where="--task",
            hint="Leave out --task, or give a part of the corpus recam, such as recam:dev-1.",
        )
    options = table["option"].to_numpy()[answers(predicted, table["item"])]
    return "".join(f"{number},{option}\n" for number, option in enumerate(options))
