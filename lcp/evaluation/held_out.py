"""What held-out predictions say about a model: scores, errors, intervals and levels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.base.levels import LEVELS
from lcp.evaluation import metrics, splits
from lcp.evaluation.scores import frequency_bands, score_table, subsets_by_genre
from lcp.model.intervals import UNSEEN, Intervals
from lcp.model.level_scale import LevelScale

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from lcp.base.array_types import Floats
    from lcp.base.task import Task
    from lcp.targets import Targets


def held_out_state(
    targets: Targets,
    names: NDArray[Any],
    held_out: pd.DataFrame,
    task: Task,
    *,
    folds: int,
    random_state: int,
) -> dict[str, Any]:
    """Return the fields of the fitted state that come from held-out predictions."""
    predictions = held_out.drop(columns=UNSEEN, errors="ignore")
    unseen = held_out.reindex(columns=[UNSEEN])
    rows = np.flatnonzero(unseen[UNSEEN].notna())
    by_source = _with_source_as_genre(targets)
    levels = _level_scale(targets, predictions)
    # Instances count twice if a model that was trained without their genre predicted them.
    twice = np.concatenate([np.arange(len(targets)), rows])
    genres = (*by_source.genre, *[UNSEEN] * len(rows))
    calibration = replace(by_source.take(twice), genre=genres)
    repeated = np.repeat(unseen.to_numpy()[rows], predictions.shape[1], axis=1)
    predicted = np.vstack([predictions.to_numpy(), repeated])
    fields: dict[str, Any] = {}
    scored = [(targets, predictions)]
    if task.intervals:
        coverage = interval_coverage(
            calibration, predicted, names=names[twice], folds=folds, random_state=random_state
        )
        fields = {
            "breakdown": breakdown(by_source, predictions).to_dict(orient="records"),
            "interval_coverage": coverage.to_dict(orient="records"),
            "intervals": Intervals.fit(calibration, calibration["complexity"], predicted),
            "levels": levels,
        }
    elif len(rows):
        scored.append((targets.take(rows), unseen.iloc[rows]))
    scores, *added = (score_table(*each, task, random_state=random_state) for each in scored)
    for table in added:
        of_genres = table[table["subset"] != "all"]
        renamed = of_genres.assign(subset=of_genres["subset"] + f", {UNSEEN}")
        scores = pd.concat([scores, renamed], ignore_index=True)
    return fields | {"scores": scores.to_dict(orient="records")}


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
    for by, groups in (("genre", genres), ("frequency", frequency_bands(targets.target))):
        for group, members in places.groupby(groups, observed=True):
            if len(members) < 2:  # noqa: PLR2004 - no correlation
                continue
            x, y = rated[members], predicted[members]
            figures = metrics.scores(x, y)
            errors = figures["pearson"], figures["mae"], float((y - x).mean())
            rows.append((by, str(group), len(members), *errors))
    return pd.DataFrame(rows, columns=["by", "group", "n", "pearson", "mae", "bias"])


def held_out_limits(
    targets: Targets,
    predictions: pd.DataFrame | Floats,
    *,
    probability: float,
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
    probability : float
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
    names = np.array(targets.target, dtype=object) if names is None else names
    for train, test in splits.folds(names, targets.genre, rated, folds, random_state):
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


def _with_source_as_genre(targets: Targets) -> Targets:
    """Use the source as the genre of instances without one, if there are several sources."""
    sources = targets.get("source", ())
    if len(set(sources)) <= 1:
        return targets
    pairs = zip(targets.genre, sources, strict=True)
    return replace(targets, genre=tuple(genre or source for genre, source in pairs))


def _level_scale(targets: Targets, predictions: pd.DataFrame) -> LevelScale | None:
    """Fit CEFR levels to the predictions of the instances that have one, if any."""
    if "level" not in targets:
        return None
    rows = np.array([level in LEVELS for level in targets["level"]])
    levels = [LEVELS.index(level) for level in targets["level"] if level in LEVELS]
    return LevelScale.fit(predictions[rows].mean(axis=1), levels)
