"""Scores on single words, expressions and both; errors by kind; coverage of intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.english.word_frequency import zipf
from lcp.errors import InputError, nearest
from lcp.evaluation import splits
from lcp.evaluation.bootstrap import intervals, resampled_scores
from lcp.evaluation.metrics import RATINGS
from lcp.model.intervals import UNSEEN, Intervals
from lcp.task import COMPLEXITY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from lcp.targets import Targets
    from lcp.task import Task

    Floats = NDArray[np.float64]

#: Frequency bands with their lower limits, in Zipf values (Van Heuven et al., 2014).
BANDS = {
    "Zipf below 2": -np.inf,
    "Zipf 2 to 3": 2.0,
    "Zipf 3 to 4": 3.0,
    "Zipf 4 to 5": 4.0,
    "Zipf 5 or more": 5.0,
}


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
    masks: Mapping[str, NDArray[np.bool_]] | None = None,
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
    task = task or COMPLEXITY[0]
    rated = np.asarray(targets["complexity"])
    if task.unit not in targets:
        raise InputError(f"The column '{task.unit}' is missing.", hint="Scores are of its groups.")
    units = np.array(targets[task.unit], dtype=object)
    predicted = np.asarray(predictions, dtype=np.float64)
    if not np.isfinite(predicted).all():
        raise InputError("A prediction is missing or infinite.", hint="Give a finite number.")
    if len(predicted) != len(targets):
        raise InputError(
            f"There are {len(predicted)} predictions for {len(targets)} instances.",
            hint="Give one prediction for each instance, in the table's order.",
        )
    predicted = predicted.reshape(len(targets), -1)
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


def groups_by(targets: Targets, column: str, task: Task) -> dict[str, NDArray[np.bool_]]:
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
        values = frequency_bands(targets.token).astype(object)
    elif column in targets:
        values = pd.Series(list(targets[column]), dtype=object).astype(str)
    else:
        raise InputError(
            f"The instances have no column '{column}'.",
            where="by",
            hint=nearest(column, ["frequency", *targets.keys()]),
        )
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


def breakdown(targets: Targets, predictions: pd.DataFrame | ArrayLike) -> pd.DataFrame:
    """Return the errors of predictions by genre and frequency band.

    Parameters
    ----------
    targets : Targets
        Rated instances.
    predictions : array-like of shape (n_instances,) or (n_instances, n_repeats)
        Predicted complexity, averaged over repeats.

    Returns
    -------
    DataFrame
        Columns ``by`` (``genre`` or ``frequency``), ``group``, ``n``, ``pearson``, ``mae`` and
        ``bias`` (mean of predicted minus rated complexity). Groups of one instance are left out.
    """
    rated = np.asarray(targets["complexity"])
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(rated), -1).mean(axis=1)
    rows = []
    places = pd.Series(range(len(rated)))
    genres = pd.Series(targets.genre, dtype=object)
    for by, groups in (("genre", genres), ("frequency", frequency_bands(targets.token))):
        for group, members in places.groupby(groups, observed=True):
            if len(members) < 2:  # noqa: PLR2004 - no correlation
                continue
            x, y = rated[members], predicted[members]
            values = RATINGS.weighted(np.ones((len(x), 1)), x, y[:, None], None)[0, 0].tolist()
            figures = dict(zip(RATINGS.names, values, strict=True))
            errors = figures["pearson"], figures["mae"], float((y - x).mean())
            rows.append((by, str(group), len(members), *errors))
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])


def held_out_limits(
    targets: Targets,
    predictions: pd.DataFrame | Floats,
    *,
    probability: float = 0.9,
    folds: int = 5,
    names: NDArray[Any] | None = None,
    random_state: int = 0,
) -> tuple[Floats, Floats]:
    """Return limits for every instance from intervals calibrated without its group.

    The out-of-fold predictions are divided into new folds; the limits of each fold come from
    intervals that were calibrated on the others.

    Parameters
    ----------
    targets : Targets
        Rated instances.
    predictions : array-like of shape (n_instances, n_repeats)
        Out-of-fold predictions of :func:`lcp.evaluation.crossvalidation.cross_validate`.
    probability : float, default=0.9
        Nominal probability: expected share of ratings within the limits.
    folds, random_state
        As in :func:`lcp.evaluation.crossvalidation.cross_validate`.
    names : ndarray of shape (n_instances,), optional
        Group of every instance. Default: its token.

    Returns
    -------
    low, high : ndarray of shape (n_instances, n_repeats)
        Limits of the predictions of each repeat, 0-1.

    Raises
    ------
    InputError
        If there are fewer groups than folds, or `probability` is not between 0 and 1.
    """
    rated = np.asarray(targets["complexity"])
    predicted = np.asarray(predictions, dtype=np.float64).reshape(len(rated), -1)
    low, high = np.empty_like(predicted), np.empty_like(predicted)
    names = np.array(targets.token, dtype=object) if names is None else names
    for train, test in splits.folds(targets, names, folds, random_state):
        fitted = Intervals.fit(targets.take(train), rated[train], predicted[train])
        tested = targets.take(test)
        for repeat in range(predicted.shape[1]):
            values = predicted[test, repeat]
            limits = fitted.limits(tested, values, probability=probability)
            low[test, repeat], high[test, repeat] = limits.T
    return low, high


def interval_coverage(
    targets: Targets,
    predictions: pd.DataFrame | Floats,
    *,
    probability: float = 0.9,
    **options: Any,
) -> pd.DataFrame:
    """Return the measured coverage and the mean width of held-out intervals.

    Parameters and errors as in :func:`held_out_limits`.

    Returns
    -------
    DataFrame
        One row per subset and genre: ``subset`` (see :func:`subsets`),
        ``genre`` (``all``, then each), ``n``, ``nominal`` (the nominal probability), ``coverage``
        (share of ratings within the limits) and ``width`` (mean of high minus low, 0-1 scale).
        Averaged over repeats.
    """
    parts = list(subsets_by_genre(targets))
    rated = np.asarray(targets["complexity"])[:, None]
    low, high = held_out_limits(targets, predictions, probability=probability, **options)
    covered = ((low <= rated) & (rated <= high)).mean(axis=1)
    width = (high - low).mean(axis=1)
    rows = [
        (subset, genre, int(mask.sum()), probability, covered[mask].mean(), width[mask].mean())
        for subset, genre, mask in parts
    ]
    return pd.DataFrame(rows, columns=["subset", "genre", "n", "nominal", "coverage", "width"])
