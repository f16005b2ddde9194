"""Comparison of systems on the same rated instances."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.base.task import TASKS
from lcp.corpora.corpus import as_instances
from lcp.errors import InputError
from lcp.evaluation.bootstrap import (
    holm,
    intervals,
    paired_difference,
    resampled_scores,
    significance,
)
from lcp.evaluation.crossvalidation import in_threads
from lcp.evaluation.held_out import breakdown
from lcp.evaluation.metrics import RATINGS, finite_arrays
from lcp.evaluation.scores import subsets, subsets_by_genre
from lcp.evaluation.submission import DECIMALS, read_submission
from lcp.model.model import ComplexityModel
from lcp.model.saved_model import load_model
from lcp.model.training_record import seen
from lcp.targets import Targets
from lcp.targets.groups import groups
from lcp.targets.instance_columns import as_table, refuse_columns, require_columns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats
    from lcp.base.task import Task
    from lcp.corpora.corpus import Addresses
    from lcp.targets.instance_columns import Table

    #: A model, its folder, a file of predictions, or predictions.
    System = ComplexityModel | str | Path | ArrayLike


#: Metrics of ratings that a comparison leaves out, because MAE and r say the same.
OMITTED = ("mse", "r2")
_SCORES = ("subset", "genre", "n", "metric", "a", "b", "difference", "low", "high", "p")
#: Columns that a comparison adds to its instances.
RESULTS = ("a", "b", "error_a", "error_b", "seen_a", "seen_b", "difference")
#: Name of the model with all parts of a feature set.
WHOLE = "all"


@dataclass(frozen=True)
class Comparison:
    """Result of :func:`compare` for two systems, ``a`` and ``b``.

    Attributes
    ----------
    scores : DataFrame
        One row per ``subset`` (``single``, ``mwe``, ``all``, if present), ``genre`` (``all``, then
        each genre of at least two tokens) and ``metric`` (such as ``pearson``): ``n`` instances,
        scores ``a`` and ``b``, their ``difference`` (a minus b), and its 95%
        interval ``low`` and ``high`` and ``p``, by paired bootstrap over tokens.
    breakdown : DataFrame
        ``by`` (genre or frequency), ``group``, ``n``, and ``mae`` and ``bias`` of each system, as
        ``mae_a`` and so on; see :func:`lcp.evaluation.held_out.breakdown`.
    instances : DataFrame of shape (n_instances, ...)
        All instances, by decreasing absolute ``difference`` (error of a minus error of b): the
        table's columns, the predictions ``a`` and ``b`` and their absolute errors ``error_a`` and
        ``error_b``. For a model, ``seen_a`` or ``seen_b`` is whether it was trained on the
        instance.
    """

    scores: pd.DataFrame
    breakdown: pd.DataFrame
    instances: pd.DataFrame


def compare(
    a: System,
    b: System,
    instances: Table | Addresses,
    *,
    task: str | int | Task = "complexity:2",
    n_resamples: int = 1000,
    random_state: int = 0,
) -> Comparison:
    """Compare two systems on rated instances.

    Predictions are rounded to six decimals, so a model equals the file that it wrote.

    Parameters
    ----------
    a, b : ComplexityModel, str, Path, or array-like of shape (n_instances,)
        A model or its folder, the path of a file of predictions (see
        :func:`~lcp.evaluation.submission.read_submission`), or predictions in the order of the
        instances.
    instances : table, or what :func:`lcp.load_corpus` accepts
        Instances with their ``complexity``, and with their ``id`` if `a` or `b` is a file.
    task : str, int or Task, default="complexity:2"
        The task, or its name: its instances are compared, with its metrics and units of resamples.
    n_resamples : int, default=1000
        Number of resamples of the bootstrap.
    random_state : int, default=0
        Seed of the bootstrap.

    Raises
    ------
    InputError
        If ratings or predictions are missing, their numbers differ, the ratings are not of what
        the task predicts, there are fewer than two tokens, or a column has the name of a result.
    ResourceError
        If a resource of a model is missing.

    Examples
    --------
    >>> import lcp
    >>> table = lcp.load_corpus("sample", task=1)
    >>> comparison = compare(table["complexity"], table["token"].str.len() / 20, table)
    >>> comparison.scores.query("genre == 'all' and metric == 'mae'")["a"].tolist()
    [0.0]
    """
    task = TASKS.find(task)
    table = as_instances(instances, task)
    targets = Targets.rated(table)
    refuse_columns(targets, RESULTS)
    rated = np.asarray(targets["complexity"])
    tokens = groups(targets, task.unit)
    metrics = task.metrics() or RATINGS
    if len(set(tokens)) < 2:  # noqa: PLR2004
        raise InputError(
            "A comparison needs instances of at least two tokens.", hint="Give more instances."
        )
    systems = {"a": open_system(a), "b": open_system(b)}
    predicted = [_predictions(system, targets).round(DECIMALS) for system in systems.values()]
    scored = []
    for subset, genre, mask in subsets_by_genre(targets, task.subsets(targets)):
        if len(set(tokens[mask])) < 2:  # noqa: PLR2004 - nothing to resample
            continue
        rows = paired_difference(
            rated[mask],
            *(each[mask] for each in predicted),
            groups=tokens[mask],
            n_resamples=n_resamples,
            random_state=random_state,
            metrics=metrics,
        )
        rows = rows.rename(columns={"value": "difference"}).reset_index()
        rows = rows.assign(subset=subset, genre=genre, n=int(mask.sum()))
        scored.append(rows[~rows["metric"].isin(OMITTED)])
    return Comparison(
        scores=pd.concat(scored, ignore_index=True)[list(_SCORES)],
        breakdown=_breakdowns(targets, *predicted),
        instances=_instances(table, targets, systems, predicted),
    )


def compare_models(
    targets: Targets,
    predictions: Mapping[str, Floats],
    *,
    step: str = "without",
    n_resamples: int = 1000,
    random_state: int = 0,
    n_jobs: int = 1,
) -> pd.DataFrame:
    """Score the model without each part, and compare it with the whole by paired bootstrap.

    Resamples draw tokens with all their instances and are the same for every model. Metrics are
    averaged over repeats before differences and limits are computed.

    Parameters
    ----------
    targets : Targets
        Rated instances.
    predictions : mapping of str to ndarray of shape (n_instances, n_repeats)
        Predictions of the model without each part, and of :data:`WHOLE`.
    step : str, default="without"
        How the models differ from the whole: ``step`` of their rows.
    n_resamples, random_state
        As in :func:`lcp.evaluation.bootstrap.bootstrap`.
    n_jobs : int, default=1
        Number of threads.

    Returns
    -------
    DataFrame
        One row per part, subset and metric. ``low`` and ``high`` are the 95% interval of
        ``value``; ``difference`` is the value minus the whole feature set's, with its paired
        interval; ``p`` is two-sided, and ``p_holm`` corrected for all parts of the same subset
        and metric (Holm, 1979). The whole has no difference (NaN).

    Raises
    ------
    InputError
        If a subset has fewer than two tokens.
    """
    rated = np.asarray(targets["complexity"])
    tokens = groups(targets)

    def resample(part: str, mask: Bools) -> tuple[Floats, Floats]:
        value, resampled = resampled_scores(
            rated[mask],
            predictions[part][mask],
            groups=tokens[mask],
            n_resamples=n_resamples,
            random_state=random_state,
        )
        return np.mean(value, axis=0), np.mean(resampled, axis=0)

    tables = []
    for subset, mask in subsets(targets).items():
        results = in_threads(resample, [(part, mask) for part in predictions], n_jobs)
        resampled = dict(zip(predictions, results, strict=True))
        for part, (value, resamples) in resampled.items():
            rows = intervals(value, resamples)
            differences = ["difference", "difference_low", "difference_high", "p"]
            rows[differences] = np.nan
            if part != WHOLE:
                change = value - resampled[WHOLE][0], resamples - resampled[WHOLE][1]
                rows[differences] = significance(*change)
            kind = "reference" if part == WHOLE else step
            rows = rows.reset_index().assign(step=kind, group=part)
            tables.append(rows.assign(subset=subset, n=int(mask.sum())))
    rows = pd.concat(tables, ignore_index=True)
    rows["p_holm"] = rows.groupby(["subset", "metric"])["p"].transform(holm)
    return rows


def open_system(system: System) -> ComplexityModel | Path | ArrayLike:
    """Return the model in a folder, the path of a file, or else what is given."""
    if not isinstance(system, str | Path):
        return system
    path = Path(system)
    return load_model(path) if path.is_dir() else path


def _predictions(system: System, targets: Targets) -> Floats:
    if isinstance(system, ComplexityModel):
        return system.predict(targets)
    if isinstance(system, Path):
        require_columns(targets, "id")
        return read_submission(system, targets["id"])
    return finite_arrays(rated=targets["complexity"], predicted=system)[1]


def _breakdowns(targets: Targets, a: Floats, b: Floats) -> pd.DataFrame:
    first, second = (breakdown(targets, values).drop(columns="pearson") for values in (a, b))
    keys = ["by", "group", "n"]
    return first.merge(second, on=keys, suffixes=("_a", "_b"), validate="one_to_one")


def _instances(
    table: pd.DataFrame,
    targets: Targets,
    systems: Mapping[str, object],
    predicted: list[Floats],
) -> pd.DataFrame:
    columns: dict[str, Any] = dict(zip("ab", predicted, strict=True))
    columns |= {name: list(targets[name]) for name in ("sentence", "start", "end", "genre")}
    instances = as_table(table).assign(**columns).reset_index(drop=True)
    for name, system in systems.items():
        instances[f"error_{name}"] = np.abs(instances[name] - targets["complexity"])
        if isinstance(system, ComplexityModel):
            instances[f"seen_{name}"] = seen(system.trained_on_, targets)
    instances["difference"] = instances["error_a"] - instances["error_b"]
    order = instances["difference"].abs().sort_values(ascending=False, kind="stable").index
    return instances.loc[order].reset_index(drop=True)
