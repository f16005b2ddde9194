"""Train a model: cross-validate, fit, calibrate and score in one call."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.loading import load_corpus
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import (
    Fold,
    SharedFeatures,
    held_out_predictions,
    named_genres,
    steps,
)
from lcp.evaluation.scores import breakdown, interval_coverage, score_table
from lcp.evaluation.splits import check_seed, group_codes
from lcp.levels import LEVELS
from lcp.model.intervals import UNSEEN, Intervals
from lcp.model.levels import LevelScale
from lcp.model.model import ComplexityModel
from lcp.model.rater import Rater
from lcp.targets.ratings import rated_targets
from lcp.task import TASKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lcp.features.featureset import FeatureSet
    from lcp.targets import Targets
    from lcp.task import Task


def train(
    table: pd.DataFrame | str | Path | Sequence[str | Path] = "auto",
    features: str | Path | FeatureSet = "core",
    estimator: Any = "lightgbm",
    *,
    task: str | int = "complexity:2",
    cv: int = 5,
    repeats: int = 1,
    group_by: str = "token",
    random_state: int = 0,
    n_jobs: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> ComplexityModel:
    """Train a model, with cross-validated scores and prediction intervals.

    Features that do not learn from the training data are computed once, for all folds and the
    final model.

    Parameters
    ----------
    table : DataFrame, or what :func:`lcp.load_corpus` accepts, default="auto"
        Rated instances.
    features : str, path or FeatureSet, default="core"
        A feature set, or the name or TOML file of one.
    estimator : str, path or scikit-learn regressor, default="lightgbm"
        A regressor, or the name or TOML file of a recipe.
    task : str, default="complexity:2"
        What is predicted: a task that `lcp tasks` lists, such as ``complexity:1``.
    cv : int, default=5
        Number of folds. 0 skips cross-validation: the model then has no scores and no
        prediction intervals.
    repeats : int, default=1
        Number of cross-validations, each with new folds.
    group_by : str, default="token"
        Grouping variable for the folds; see :func:`lcp.evaluation.splits.groups`.
    random_state : int, default=0
        Seed of the folds, the estimator and the bootstrap.
    n_jobs : int, optional
        Number of models trained at the same time, in threads, and number of threads of the final
        model. Default: all processors.
    progress : callable, optional
        Called with a label before each step; :func:`training_steps` gives their number.

    Returns
    -------
    ComplexityModel
        Fitted, calibrated and scored.

    Raises
    ------
    InputError
        If ratings are missing or outside 0-1, there are fewer groups than folds, `cv` is 1,
        `repeats` is less than 1, or the seed is invalid.
    ResourceError
        If a resource of the feature set is missing.

    Examples
    --------
    >>> import lcp
    >>> model = lcp.train("sample", "frequency-baseline", "linear", cv=3)
    >>> model.scores_.query("subset == 'single' and metric == 'pearson'")["value"].item() > 0.5
    True
    """
    about = TASKS.find(task)
    check_folds(cv, repeats)
    check_seed(random_state)
    if isinstance(table, str | Path | list | tuple):
        table = load_corpus(table)
    targets = rated_targets(table)
    model = ComplexityModel(
        features, estimator, task=about.name, random_state=random_state, n_jobs=n_jobs
    )
    trainer = model.trainer()
    feature_set = trainer.load_features()
    if cv:
        group_codes(targets, cv, group_by)
    shared = SharedFeatures(feature_set, targets, progress=progress)
    feature_set.learn(targets, shared.rated)
    folds: Iterable[Fold] = ()
    options: dict[str, Any] = {"group_by": group_by, "random_state": random_state}
    if cv:
        folds = chain(shared.folds(cv, range(repeats), **options), shared.genre_folds())
    held_out = held_out_predictions(
        shared, folds, trainer.load_estimator(), n_jobs=n_jobs, progress=progress
    )
    if progress is not None:
        progress("final model")
    matrix = shared.matrix().to_numpy()
    judged = _judged(targets, held_out, about, folds=cv, **options) if cv else {}
    if cv:
        times = f", {repeats} times" if repeats > 1 else ""
        judged["scores_from"] = (
            f"{cv}-fold cross-validation grouped by {group_by}{times}, seed {random_state}"
        )
    state = trainer.fit(targets, shared.rated, feature_set, matrix)
    return model.with_rater(Rater(replace(state, **judged)))


def _judged(targets: Targets, held_out: pd.DataFrame, task: Task, **options: Any) -> dict[str, Any]:
    """Return the fields of the fitted state that come from held-out predictions."""
    random_state = options["random_state"]
    predictions = held_out.drop(columns=UNSEEN, errors="ignore")
    unseen = held_out.reindex(columns=[UNSEEN])
    scores = score_table(targets, predictions, task, random_state=random_state)
    if not task.intervals:
        unseen_scores = _unseen_scores(targets, unseen, task, random_state)
        scores = pd.concat([scores, *unseen_scores], ignore_index=True)
        return {"scores": scores.to_dict(orient="records")}
    targets = _with_source_as_genre(targets)
    judged = {
        "scores": scores.to_dict(orient="records"),
        "levels": _level_scale(targets, predictions),
        "breakdown": breakdown(targets, predictions).to_dict(orient="records"),
    }
    targets, predictions = _with_unseen_genres(targets, predictions, unseen)
    coverage = interval_coverage(targets, predictions, **options)
    return {
        **judged,
        "interval_coverage": coverage.to_dict(orient="records"),
        "intervals": Intervals.fit(targets, targets["complexity"], predictions),
    }


def check_folds(cv: int, repeats: int = 1) -> None:
    """Check numbers of folds and repeats.

    Raises
    ------
    InputError
        If `cv` is 1 or negative, or `repeats` is less than 1.
    """
    if cv == 1 or cv < 0:
        raise InputError(
            f"Cross-validation with {cv} folds is not possible.",
            where="cv",
            hint="Use 2 or more folds, or 0 to skip cross-validation.",
        )
    if repeats < 1:
        raise InputError(
            f"Cross-validation cannot be repeated {repeats} times.",
            where="repeats",
            hint="Use 1 or more repeats.",
        )


def training_steps(table: pd.DataFrame, features: FeatureSet, cv: int = 5, repeats: int = 1) -> int:
    """Return how often :func:`train` reports progress."""
    return steps(features, cv, repeats) + (len(named_genres(table["genre"])) if cv else 0) + 1


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


def _unseen_scores(
    targets: Targets, unseen: pd.DataFrame, task: Task, random_state: int
) -> list[pd.DataFrame]:
    """Return the scores on each genre of models trained without that genre, if there are any."""
    rows = unseen[UNSEEN].notna().to_numpy()
    if not rows.any():
        return []
    added = score_table(targets.take(rows), unseen[rows], task, random_state=random_state)
    added = added[added["subset"] != "all"]
    return [added.assign(subset=added["subset"] + f", {UNSEEN}")]


def _with_unseen_genres(
    targets: Targets, predictions: pd.DataFrame, unseen: pd.DataFrame
) -> tuple[Targets, pd.DataFrame]:
    """Append the instances that were predicted by a model trained without their genre."""
    rows = np.flatnonzero(unseen[UNSEEN].notna())
    added = pd.concat([unseen.iloc[rows]] * predictions.shape[1], axis=1)
    added = added.set_axis(predictions.columns, axis=1)
    both = targets.take(np.concatenate([np.arange(len(targets)), rows]))
    both = replace(both, genre=(*targets.genre, *[UNSEEN] * len(rows)))
    return both, pd.concat([predictions, added], ignore_index=True)
