"""``lcp fit``: train, cross-validate and save a model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from lcp.cli import options
from lcp.cli.console import info, print_scores, progress
from lcp.cli.inputs import (
    choose_features,
    default_task,
    open_training_corpora,
    report_unknown_genres,
    task_defaults,
)

if TYPE_CHECKING:
    import pandas as pd

    from lcp.features.featureset import FeatureSet
    from lcp.model.complexity_model import ComplexityModel
    from lcp.splits.grouping import GroupBy

PANEL = "Train and evaluate"
ORDER = 10


def fit(
    *,
    task: options.TrainingTask = None,
    corpus: options.TrainingCorpora = ["auto"],  # noqa: B006 - typer copies it
    scale: options.RatingScale = "0-1",
    features: options.TrainingFeatures = None,
    model: options.TrainingEstimator = None,
    cv: Annotated[
        int, typer.Option(min=0, help="Number of folds (2 or more); 0 skips cross-validation.")
    ] = 5,
    repeats: options.Repeats = 1,
    group_by: options.TrainingGrouping = None,
    seed: options.Seed = 0,
    jobs: options.Threads = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the model. Default: a new one in lcp-models/.")
    ] = None,
    install: Annotated[
        bool,
        typer.Option(
            "--install",
            help="Save the model where --readers learner:es, learner:de and learner:zh find it. "
            "Needs --corpus kvl.",
        ),
    ] = False,
    overwrite: Annotated[bool, typer.Option(help="Replace an existing model.")] = False,
    precompute: Annotated[
        bool,
        typer.Option(
            help="Store predictions for 300,000 words, for a faster `lcp annotate`. "
            "Requires --model multi-source."
        ),
    ] = False,
) -> None:
    """Train a model on rated instances, cross-validate it and save it."""
    from lcp.estimators import load_estimator
    from lcp.model.destination import check_destination
    from lcp.model.saving import check_can_be_saved
    from lcp.model.training import check_folds, train, training_steps
    from lcp.model.word_predictions import batch_count
    from lcp.recipes import recipe_names

    check_folds(cv, repeats)
    name = task or default_task(corpus)
    of_task = task_defaults(corpus, name)
    features = features or of_task.get("features", "auto")
    model = model or of_task.get("model", "lightgbm")
    # Reports an error in the recipe before anything else happens.
    estimator = load_estimator(model, n_jobs=jobs)
    if model not in recipe_names("models"):
        check_can_be_saved(estimator, model)
    feature_set = choose_features(features)
    if install:
        out = _installed_folder(out, feature_set)
    out = out or _new_folder(name, feature_set.name, model)
    check_destination(out, overwrite=overwrite)
    parts = of_task.get("parts", "") if of_task else None
    table = open_training_corpora(corpus, name, feature_set, model, scale=scale, parts=parts)
    if install:
        _check_first_languages(table)
    with progress(training_steps(table, feature_set, cv, repeats)) as step:
        fitted = train(
            table,
            feature_set,
            model,
            cv=cv,
            repeats=repeats,
            group_by=cast("GroupBy", group_by or of_task.get("group_by", "token")),
            random_state=seed,
            n_jobs=jobs,
            progress=step,
        )
    if precompute:
        with progress(batch_count()) as step:
            fitted.precompute_words(progress=step)
    report_unknown_genres(set(table["genre"]), fitted.feature_set_)
    if fitted.scores_ is None:
        info("No scores and no prediction intervals: both need cross-validation (such as --cv 5).")
    else:
        title = f"Task {name}, {feature_set.name}, {model}: {fitted.scores_from_}"
        print_scores(fitted.scores_, title)
    if fitted.interval_coverage_ is not None:
        _print_coverage(fitted.interval_coverage_)
    folder = fitted.save(out, overwrite=overwrite)
    info(f"Saved to {folder} (CARD.md describes it). Next:")
    for line in _next_commands(folder, fitted, corpus, name, install=install):
        info(f"  {line}")


def _next_commands(
    folder: Path, fitted: ComplexityModel, corpus: list[str], task: str, *, install: bool
) -> list[str]:
    """Return commands that use the model."""
    installed = [f"lcp profile --readers {fitted.readers()[0]} FILE"] if install else []
    of_task = task_defaults(corpus, task)
    if of_task:
        address = f"{corpus[0].split(':')[0]}:{of_task['test']}"
        for_learners = "first_language" in fitted.feature_set_.families
        return [
            *installed,
            f"lcp predict {folder} words.csv --l1 {of_task.get('l1', 'es')}"
            if for_learners
            else f"lcp predict {folder} {address} --task {task} --out predictions.tsv",
            f"lcp evaluate {folder} --corpus {address}",
        ]
    target = "river" if task == "1" else "deep river"
    sentence = f'--sentence "They crossed the deep river." --target "{target}"'
    return installed or [
        f"lcp predict {folder} {sentence}",
        f"lcp predict {folder} FILE.tsv --out predictions.csv",
    ]


def _print_coverage(measured: pd.DataFrame) -> None:
    """Print the share of held-out ratings inside the intervals, overall and by kind and genre."""
    from lcp.evaluation.labels import SUBSETS

    last = measured["subset"].iloc[-1]
    all_genres = measured["genre"] == "all"
    whole = measured[all_genres].iloc[-1]
    kinds = measured[all_genres & (measured["subset"] != last)]
    genres = measured[~all_genres & (measured["subset"] == last)]
    names = [*kinds["subset"].map(SUBSETS), *genres["genre"]]
    shares = [*kinds["coverage"], *genres["coverage"]]
    parts = ", ".join(f"{name} {share:.1%}" for name, share in zip(names, shares, strict=True))
    info(
        f"{whole['nominal']:.0%} prediction intervals contain {whole['coverage']:.1%} of held-out "
        f"ratings ({parts}); mean width {whole['width']:.3f}."
    )


def _installed_folder(out: Path | None, features: FeatureSet) -> Path:
    """Return the folder of the installed model for learners with a first language."""
    from lcp.errors import InputError
    from lcp.model.installed import learners_folder

    if "first_language" not in features.families:
        raise InputError(
            "Only a model for learners with a first language can be installed.",
            where="--install",
            hint="Add --corpus kvl, or give a folder with --out instead.",
        )
    if out is not None:
        raise InputError("--install and --out exclude each other.", hint="Remove one of them.")
    return learners_folder()


def _check_first_languages(table: pd.DataFrame) -> None:
    """Raise an error before training if the model could not predict for any readers."""
    from lcp.errors import InputError
    from lcp.first_language.languages import language_of

    languages = {"es", "de", "zh"}
    if "l1" not in table or not languages & {
        language_of(str(name)) for name in table["l1"].unique()
    }:
        raise InputError(
            "The training data have no first languages of learners.",
            where="--install",
            hint="Give --corpus kvl, or a table with a column 'l1' (es, de or zh).",
        )


def _new_folder(task: str, features: str, model: str) -> Path:
    """Return a folder that does not exist, so that no earlier model is replaced."""
    stem = f"task{task}-{features}-{Path(model).stem}"
    folder = Path("lcp-models", stem)
    number = 2
    while folder.exists():
        folder = Path("lcp-models", f"{stem}-{number}")
        number += 1
    return folder
