"""Scores on single words, expressions and both; errors by kind; coverage of intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.base.task import TASKS
from lcp.english.word_frequency import zipf
from lcp.errors import InputError, unknown
from lcp.evaluation.bootstrap import intervals, resampled_scores
from lcp.evaluation.metrics import RATINGS
from lcp.model.intervals import UNSEEN, checked_predictions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lcp.base.array_types import Bools
    from lcp.base.task import Task
    from lcp.targets import Targets


#: Frequency bands with their lower limits, in Zipf values (Van Heuven et al., 2014).
BANDS = {
    "Zipf below 2": -np.inf,
    "Zipf 2 to 3": 2.0,
    "Zipf 3 to 4": 3.0,
    "Zipf 4 to 5": 4.0,
    "Zipf 5 or more": 5.0,
}


def subsets(targets: Targets) -> dict[str, Bools]:
    """Select the subsets on which scores are reported.

    Returns
    -------
    dict of str to ndarray of shape (n_instances,)
        Mask of each non-empty subset: ``single`` words, ``mwe`` (multi-word expressions, the
        official Task 2), and ``all`` if the table contains both. In a table of several sources,
        these are of the first source, and each other source is a subset, because the sources
        have different scales.
    """
    is_expression = targets.is_expression
    source = np.array(targets.get("source", [""] * len(targets)), dtype=object)
    names = list(dict.fromkeys(source))
    first = source == names[0]
    kinds = {"single": ~is_expression & first, "mwe": is_expression & first}
    present = {name: mask for name, mask in kinds.items() if mask.any()}
    if len(present) > 1:
        present["all"] = first
    return present | {name: source == name for name in names[1:]}


def subsets_by_genre(
    targets: Targets, masks: Mapping[str, Bools] | None = None
) -> Iterator[tuple[str, str, Bools]]:
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
    task: str | int | Task = "complexity:2",
    *,
    masks: Mapping[str, Bools] | None = None,
    random_state: int = 0,
) -> pd.DataFrame:
    """Score predictions on each subset of a task, with bootstrap intervals.

    Resamples draw units of the task with all their instances, such as tokens. Errors on instances
    of the same token are correlated, so resampling single instances would make the intervals too
    narrow.

    Parameters
    ----------
    targets : Targets
        Rated instances; see :func:`lcp.targets.Targets.rated`.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity. Scores and limits are averaged over repeats.
    task : str, int or Task, default="complexity:2"
        The task, or its name.
    masks : mapping of str to bool array of shape (n_instances,), optional
        Subsets by name, such as those of :func:`groups_by`. Default: those of the task.
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
    task = TASKS.find(task)
    rated = np.asarray(targets["complexity"])
    if task.unit not in targets:
        raise InputError(f"The column '{task.unit}' is missing.", hint="Scores are of its groups.")
    units = np.array(targets[task.unit], dtype=object)
    predicted = checked_predictions(predictions, len(targets))
    rows = []
    metrics = task.metrics() or RATINGS
    for name, mask in (masks or task.subsets(targets) or subsets(targets)).items():
        resampled = resampled_scores(
            rated[mask],
            predicted[mask],
            groups=units[mask],
            random_state=random_state,
            metrics=metrics,
        )
        repeats = [intervals(*each, metrics.names) for each in zip(*resampled, strict=True)]
        mean = sum(repeats[1:], start=repeats[0]) / len(repeats)
        rows.append(mean.reset_index().assign(subset=name, n=int(mask.sum())))
    return pd.concat(rows, ignore_index=True)[["subset", "n", "metric", "value", "low", "high"]]


def groups_by(targets: Targets, column: str, task: Task) -> dict[str, Bools]:
    """Return the instances of each value of a column, by the value.

    Parameters
    ----------
    targets : Targets
        Instances.
    column : str
        Any column, or ``frequency``: the bands of :func:`frequency_bands`.
    task : Task
        Values with less than two of its units, such as tokens, are left out: they have no interval.

    Raises
    ------
    InputError
        If there is no such column, or no value has two units.
    """
    if column == "frequency":
        values = frequency_bands(targets.target).astype(object)
    elif column in targets:
        values = pd.Series(list(targets[column]), dtype=object).astype(str)
    else:
        raise unknown("column", column, ["frequency", *targets.keys()], where="by")
    units = np.array(targets[task.unit], dtype=object)
    names = list(BANDS) if column == "frequency" else sorted(values.unique())
    masks = {value: (values == value).to_numpy() for value in names}
    masks = {value: mask for value, mask in masks.items() if len(set(units[mask])) > 1}
    if not masks:
        raise InputError(
            f"No value of '{column}' has two {task.unit}s.",
            where="by",
            hint="Give a column with fewer different values, such as genre.",
        )
    return masks


def frequency_bands(tokens: Sequence[str]) -> pd.Series[str]:
    """Return the band of each target's rarest word; the lowest if wordfreq lacks it.

    >>> frequency_bands(["old phylactery"]).tolist()
    ['Zipf below 2']
    """
    rarest = {
        token: min(np.nan_to_num(zipf(word), nan=0.0) for word in token.split())
        for token in set(tokens)
    }
    limits = [*BANDS.values(), np.inf]
    zipfs = pd.Series(tokens, dtype=object).map(rarest)
    return pd.cut(zipfs, limits, right=False, labels=list(BANDS))
