"""``lcp fit``: train, cross-validate and save a model."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_scores, print_table, progress
from lcp.cli.corpus_arguments import open_training_corpora
from lcp.cli.inputs import open_features, refuse, report_unused_sentences

if TYPE_CHECKING:
    import pandas as pd


def fit(
    *,
    task: options.TrainingTask = "2",
    corpus: options.TrainingCorpora = None,
    columns: options.Columns = "",
    features: options.TrainingFeatures = None,
    estimator: options.Estimator = None,
    cv: Annotated[
        int, typer.Option(min=0, help="Number of folds (2 or more); 0 skips cross-validation.")
    ] = 5,
    group_by: options.TrainingGrouping = None,
    seed: options.Seed = 0,
    jobs: options.TrainingJobs = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the model. Default: a new one in lcp-models/.")
    ] = None,
) -> None:
    """Train a model on rated instances, cross-validate it and save it.

    The folder also contains the out-of-fold predictions, as out-of-fold.csv, and the standardised
    coefficients of a linear model, as coefficients.csv.
    """
    from lcp.base.task import TASKS
    from lcp.estimators.estimator_recipe import load_estimator
    from lcp.evaluation.splits import check_folds
    from lcp.evaluation.training import train, training_steps
    from lcp.files.recipes import recipe_path
    from lcp.model.manifest import COEFFICIENTS
    from lcp.model.output_folder import check_can_be_saved, check_destination

    check_folds(cv or 2, random_state=seed)
    if not cv:
        hint = "Remove it, or give --cv 2 or more."
        refuse("is for cross-validation", hint, group_by=group_by)
    spec = TASKS.find(task)
    features, estimator = features or spec.features, estimator or spec.estimator
    # Reports an error in the recipe before anything else happens.
    regressor = load_estimator(estimator)
    # Estimators that consist of others need the columns of their task.
    if recipe_path("models", estimator) is None and not getattr(regressor, "stages", ()):
        check_can_be_saved(regressor, estimator)
    feature_set = open_features(features)
    out = out or _new_folder(spec.name, feature_set.name, estimator)
    check_destination(out)
    table = open_training_corpora(corpus, spec, feature_set, estimator, columns)
    with progress(training_steps(table, feature_set, cv)) as step:
        fitted = train(
            table,
            feature_set,
            estimator,
            cv=cv,
            task=spec.name,
            group_by=group_by,
            random_state=seed,
            n_jobs=jobs,
            progress=step,
        )
    report_unused_sentences(table, fitted)
    if fitted.scores_ is None:
        info("No scores and no prediction intervals: both need cross-validation (such as --cv 5).")
    else:
        title = f"Task {spec.name}, {feature_set.name}, {estimator}: {fitted.scores_from_}"
        print_scores(fitted.scores_, title)
    if fitted.interval_coverage_ is not None:
        _print_coverage(fitted.interval_coverage_)
    folder = fitted.save(out)
    if COEFFICIENTS in fitted.state_.tables:
        _print_coefficients(fitted.state_.tables[COEFFICIENTS])
    info(f"Saved to {folder} (CARD.md describes it). Next:")
    info(f"  lcp evaluate --model {folder}")
    info(f"  lcp predict FILE --model {folder} --out predictions.csv")


def _print_coefficients(table: pd.DataFrame, limit: int = 10) -> None:
    """Print the largest coefficients of a linear model."""
    largest = table.sort_values("beta", key=abs, ascending=False).head(limit)
    info(f"The {len(largest)} largest of {len(table)} standardised coefficients:")
    rows = ([name, *(f"{value:.3f}" for value in values)] for name, *values in largest.to_numpy())
    print_table(largest.columns, rows, right=["beta", "se", "low", "high", "vif"])


def _print_coverage(measured: pd.DataFrame) -> None:
    """Print the share of held-out ratings inside the intervals; the card has it by genre."""
    whole = measured[measured["genre"] == "all"].iloc[-1]
    info(
        f"{whole['nominal']:.0%} prediction intervals contain {whole['coverage']:.1%} of held-out "
        f"ratings; mean width {whole['width']:.3f}."
    )


def _new_folder(task: str, features: str, estimator: str) -> Path:
    """Return a folder that does not exist, so that no earlier model is replaced."""
    stem = f"{task.replace(':', '-')}-{features}-{Path(estimator).stem}"
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    folders = (Path("lcp-models", name) for name in names)
    return next(folder for folder in folders if not folder.exists())
