"""Scores on single words, on multi-word expressions and on both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.splits import groups
from lcp.model.intervals import UNSEEN
from lcp.tasks import find_task

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from lcp.targets import Targets
    from lcp.tasks.task import Task


def subsets(targets: Targets) -> dict[str, NDArray[np.bool_]]:
    """Select the subsets on which scores are reported.

    Returns
    -------
    dict of str to ndarray of shape (n_instances,)
        Mask of each non-empty subset: ``single`` words, ``mwe`` (multi-word expressions, the
        official Task 2), and ``all`` if the table contains both. In a table of several sources,
        these are of the first source, and each other source is a subset, because the sources
        have different scales.
    """
    multiword = targets.multiword
    source = np.array(targets.get("source", [""] * len(targets)), dtype=object)
    names = list(dict.fromkeys(source))
    first = source == names[0]
    kinds = {"single": ~multiword & first, "mwe": multiword & first}
    present = {name: mask for name, mask in kinds.items() if mask.any()}
    if len(present) > 1:
        present["all"] = first
    return present | {name: source == name for name in names[1:]}


def subsets_by_genre(
    targets: Targets, masks: Mapping[str, NDArray[np.bool_]] | None = None
) -> Iterator[tuple[str, str, NDArray[np.bool_]]]:
    """Yield the name, genre and mask of each subset, first with genre ``all``, then by genre.

    ``all`` is without the genre `UNSEEN`. `masks` are of subsets; default: :func:`subsets`.
    """
    genres = np.array(targets.genre, dtype=object)
    for subset, mask in (masks or subsets(targets)).items():
        yield subset, "all", mask & (genres != UNSEEN)
        for genre in sorted(set(genres[mask])):
            yield subset, genre, mask & (genres == genre)


def score_table(
    targets: Targets,
    predictions: pd.DataFrame | np.ndarray[Any, Any],
    task: Task | None = None,
    *,
    random_state: int = 0,
) -> pd.DataFrame:
    """Score predictions on each subset of a task, with bootstrap intervals.

    Resamples draw units of the task with all their instances, such as tokens. Errors on instances
    of the same token are correlated, so resampling single instances would make the intervals too
    narrow.

    Parameters
    ----------
    targets : Targets
        Rated instances; see :func:`lcp.targets.ratings.rated_targets`.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity. Scores and limits are averaged over repeats.
    task : Task, optional
        The task. Default: complexity.
    random_state : int, default=0
        Seed of the bootstrap.

    Returns
    -------
    DataFrame
        Columns ``subset``, ``n``, ``metric``, ``value``, and ``low`` and ``high``, the limits of
        the 95% interval.

    Raises
    ------
    InputError
        If the numbers of predictions and instances differ, or a subset has fewer than two units.
    """
    task = task or find_task("complexity")
    rated = np.asarray(targets["complexity"])
    units = groups(targets, task.unit)
    predicted = np.asarray(predictions, dtype=np.float64)
    if len(predicted) != len(targets):
        raise InputError(
            f"There are {len(predicted)} predictions for {len(targets)} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    predicted = predicted.reshape(len(targets), -1)
    rows = []
    for name, mask in task.subsets(targets).items():
        part = targets.take(mask)
        metrics, further = (
            task.metrics(part),
            task.further_scores(part, predicted[mask], random_state),
        )
        options: dict[str, Any] = {"groups": units[mask], "random_state": random_state}
        repeats = [
            bootstrap(rated[mask], column[mask], metrics=metrics, **options)
            for column in predicted.T
        ]
        mean = sum(repeats[1:], start=repeats[0]) / len(repeats)
        mean = mean.rename_axis("metric").reset_index().assign(n=int(mask.sum()))
        parts = [mean] if further is None else [mean, further]
        rows.append(pd.concat(parts).assign(subset=name))
    return pd.concat(rows, ignore_index=True)[["subset", "n", "metric", "value", "low", "high"]]
