"""Train a model: cross-validate, fit, calibrate and score in one call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.task import TASKS
from lcp.corpora.corpus import as_instances
from lcp.corpora.parsers.instances_file import free_names
from lcp.evaluation.coefficients import coefficients_of, is_linear
from lcp.evaluation.crossvalidation import held_out_predictions, steps
from lcp.evaluation.held_out import held_out_state
from lcp.evaluation.splits import check_folds, genre_folds, named_genres, repeated_folds
from lcp.features.shared_features import SharedFeatures
from lcp.model.fitting import fit_state, load_features, load_regressor
from lcp.model.intervals import UNSEEN
from lcp.model.manifest import COEFFICIENTS, OUT_OF_FOLD
from lcp.model.model import ComplexityModel
from lcp.model.predictor import Predictor
from lcp.targets.groups import groups
from lcp.targets.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.base.estimator_base import RegressorLike
    from lcp.base.task import Task
    from lcp.corpora.corpus import Addresses
    from lcp.features.featureset import FeatureSet
    from lcp.targets.targets import Instances


def train(
    instances: Instances | Addresses | None = None,
    features: str | Path | FeatureSet | None = None,
    estimator: RegressorLike | str | Path | None = None,
    *,
    task: str | int | Task = "complexity:2",
    cv: int = 5,
    repeats: int = 1,
    group_by: str | None = None,
    random_state: int = 0,
    n_jobs: int | None = None,
    progress: Callable[[str], object] | None = None,
) -> ComplexityModel:
    """Train a model, with cross-validated scores and prediction intervals.

    Features that do not learn from the training data are computed once, for all folds and the
    final model. The saved model has two tables more: ``out-of-fold.csv``, the instances without
    their sentences with their cross-validated predictions, and ``coefficients.csv``, the
    standardised coefficients of a linear model.

    Parameters
    ----------
    instances : table, or what :func:`lcp.load_corpus` accepts, optional
        Rated instances, of which those that the task is about are used. Default: the task's
        training corpus.
    features : str, path or FeatureSet, optional
        A feature set, or the name or TOML file of one. Default: the task's, such as ``core``.
    estimator : str, path or scikit-learn regressor, optional
        A regressor, or the name or TOML file of a recipe. Default: the task's, such as
        ``lightgbm``.
    task : str, int or Task, default="complexity:2"
        What is predicted: a task that `lcp tasks` lists, such as ``complexity:1``.
    cv : int, default=5
        Number of folds. 0 skips cross-validation: the model then has no scores and no
        prediction intervals.
    repeats : int, default=1
        Number of cross-validations, each with new folds.
    group_by : str, optional
        Grouping variable for the folds; see :func:`lcp.targets.groups.groups`. Default: the
        task's, such as ``token``.
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
        If ratings are missing, outside 0-1 or not of what the task predicts, no instance is of the
        task, there are fewer groups than folds, `cv` is 1, `repeats` is less than 1, or the seed
        is invalid.
    ResourceError
        If a resource of the feature set is missing.

    Examples
    --------
    >>> import lcp
    >>> model = lcp.train("sample", "frequency-baseline", "linear", cv=3)
    >>> model.scores_.query("subset == 'single' and metric == 'pearson'")["value"].item() > 0.5
    True
    """
    spec = TASKS.find(task)
    check_folds(cv or 2, repeats, random_state)
    parameters: dict[str, Any] = {"random_state": random_state, "n_jobs": n_jobs}
    features = spec.features if features is None else features
    estimator = spec.estimator if estimator is None else estimator
    group_by = spec.group_by if group_by is None else group_by
    feature_set = load_features(features)
    rows = as_instances(instances, spec)
    targets = Targets.rated(rows)
    names = groups(targets, group_by if cv else "token")
    folds = []
    if cv:
        folds = [
            *genre_folds(targets.genre),
            *repeated_folds(
                names,
                targets.genre,
                np.asarray(targets["complexity"]),
                cv,
                range(repeats),
                random_state=random_state,
            ),
        ]
    shared = SharedFeatures(feature_set, targets, progress=progress)
    matrix = shared.matrix()
    fitted = feature_set.learn(targets, shared.rated)
    regressor = load_regressor(estimator, random_state=random_state, n_jobs=n_jobs)
    held_out = held_out_predictions(shared, folds, regressor, n_jobs=n_jobs, progress=progress)
    if progress is not None:
        progress("final model")
    held_out_fields: dict[str, Any] = {}
    if cv:
        held_out_fields = held_out_state(
            targets, names, held_out, spec, folds=cv, random_state=random_state
        )
        times = f", {repeats} times" if repeats > 1 else ""
        scored = held_out.drop(columns=UNSEEN, errors="ignore")
        held_out_fields["out_of_fold"] = scored.to_dict(orient="records")
        held_out_fields["scores_from"] = (
            f"{cv}-fold cross-validation grouped by {group_by}{times}, seed {random_state}"
        )
    state = fit_state(targets, fitted, matrix, estimator, task=spec, **parameters)
    tables = {}
    if cv:
        tables[OUT_OF_FOLD] = _with_predictions(rows, scored.mean(axis=1).to_numpy())
    if is_linear(state.estimator):
        tables[COEFFICIENTS] = coefficients_of(state, targets)
    predictor = Predictor(replace(state, **held_out_fields, tables=tables))
    model = ComplexityModel(features, estimator, task=spec.name, **parameters)
    return model.with_predictor(predictor)


def _with_predictions(rows: Any, predicted: NDArray[np.float64]) -> pd.DataFrame:
    """Return the columns of instances, without their sentences, and their held-out predictions."""
    import pandas as pd

    names = [name for name in [*rows.keys()] if name not in {"sentence", "start", "end"}]
    columns = zip(free_names(map(str, names), ["predicted"]), map(rows.get, names), strict=True)
    return pd.DataFrame(dict(columns) | {"predicted": predicted})


def training_steps(instances: pd.DataFrame, features: FeatureSet, cv: int, repeats: int = 1) -> int:
    """Return how often :func:`train` reports progress."""
    return steps(features, cv, repeats) + (len(named_genres(instances["genre"])) if cv else 0) + 1
