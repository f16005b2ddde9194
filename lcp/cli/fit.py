"""``lcp fit``: train, score by cross-validation, save."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import box, print_scores, progress, say
from lcp.cli.options import (
    Estimator,
    Features,
    Grouping,
    Repeats,
    Seed,
    Task,
    Threads,
    TrainingCorpus,
)
from lcp.cli.predict import say_unknown_genres

if TYPE_CHECKING:
    import pandas as pd

    from lcp.featureset import FeatureSet


def fit(
    *,
    task: Task = 1,
    corpus: TrainingCorpus = "auto",
    features: Features = "auto",
    model: Estimator = "lightgbm",
    cv: Annotated[
        int, typer.Option(min=0, help="Folds of the cross-validation, 2 or more; 0 for none.")
    ] = 5,
    repeats: Repeats = 1,
    group_by: Grouping = "token",
    seed: Seed = 0,
    jobs: Threads = None,
    out: Annotated[
        Path | None, typer.Option(help="The model's folder; a new one below lcp-models/.")
    ] = None,
    overwrite: Annotated[bool, typer.Option(help="Replace a model that is there.")] = False,
) -> None:
    """Train a model on rated instances, score it by cross-validation and save it."""
    from lcp.corpora import load_corpus
    from lcp.errors import InputError
    from lcp.estimators import load_estimator
    from lcp.evaluation.breakdown import breakdown
    from lcp.evaluation.calibration import interval_coverage
    from lcp.evaluation.crossvalidation import cross_validate, score_table, steps
    from lcp.model import ComplexityModel
    from lcp.persistence import check_target
    from lcp.splits import GroupedStratifiedKFold

    if cv == 1:
        raise InputError(
            "One fold leaves nothing to train on.",
            where="--cv",
            hint="Give 2 or more, or 0 to leave the scores out.",
        )
    estimator = load_estimator(model, seed=seed, jobs=jobs)
    chosen = choose_features(features)
    out = out or _new_folder(task, chosen.name, model)
    check_target(out, overwrite=overwrite)
    say_download(corpus)
    # Words teach a model of expressions: with `full` and `lightgbm` its r on them rose by .007.
    table = load_corpus(corpus, task=1 if task == 1 else None)
    require_expressions(table, task)
    announce_training(table, chosen, task, model)
    if cv:
        # Too few groups for the folds are said before the long work, not in the middle of it.
        next(GroupedStratifiedKFold(cv, group_by=group_by, seed=seed).split(table))

    fitted = ComplexityModel(chosen, model, seed=seed, jobs=jobs)
    total = len(chosen.families) + 1 + (steps(chosen, cv, repeats) if cv else 0)
    predictions = None
    with progress(total) as step:
        if cv:
            predictions = cross_validate(
                chosen,
                estimator,
                table,
                folds=cv,
                repeats=repeats,
                group_by=group_by,
                seed=seed,
                progress=step,
            )
        fitted.fit(table, progress=step)
    say_unknown_genres(set(table["corpus"]), fitted.feature_set_)
    if predictions is None:
        say("No scores and no intervals: they need a cross-validation (such as --cv 5).")
    else:
        times = f", {repeats} times" if repeats > 1 else ""
        how = f"{cv}-fold cross-validation grouped by {group_by}{times}, seed {seed}"
        fitted.scores_ = score_table(table, predictions, seed=seed)
        fitted.scores_from_ = how
        fitted.breakdown_ = breakdown(table, predictions)
        covered = interval_coverage(table, predictions, folds=cv, group_by=group_by, seed=seed)
        fitted.calibrate(table, predictions).interval_coverage_ = covered
        print_scores(fitted.scores_, f"Task {task}, {chosen.name}, {model}: {how}")
        _say_coverage(covered)
    folder = fitted.save(out, overwrite=overwrite)
    target = "river" if task == 1 else "deep river"
    say(f"Saved to {folder} (CARD.md there says what it is). Next:")
    say(f'  lcp predict {folder} --sentence "They crossed the deep river." --target "{target}"')
    say(f"  lcp predict {folder} FILE.tsv --out predictions.csv")
    say(f"  lcp evaluate {folder} --corpus FILE.tsv")


def choose_features(name: str) -> FeatureSet:
    """The named feature set, its resources fetched aloud; ``auto`` never downloads.

    Raises
    ------
    ResourceError
        When a named set's resource is missing and cannot be fetched.
    """
    from lcp.cli.fetch import fetch_aloud
    from lcp.errors import ResourceError
    from lcp.featureset import FeatureSet

    if name != "auto":
        chosen = FeatureSet.load(name)
        fetch_aloud(chosen.missing())
        return chosen
    full = FeatureSet.load("full")
    try:
        absent = full.missing()
    except ResourceError as error:
        say(f"Features: core, because a file that the set full needs cannot be used. {error}")
        return FeatureSet.load("core")
    if not absent:
        say("Features: full (all its resources are on this machine).")
        return full
    say(
        f"Features: core. `lcp fetch` would add what the set full needs beyond it: "
        f"{', '.join(absent)}."
    )
    return FeatureSet.load("core")


def say_download(corpus: str) -> None:
    """Say size and licence of CompLex where it is about to be downloaded."""
    from lcp.cli.fetch import announce
    from lcp.resources import Store

    if corpus in {"auto", "complex"} and Store().find("complex") is None:
        announce("complex")


def require_expressions(table: pd.DataFrame, task: int) -> None:
    """Refuse to train for expressions on a corpus that holds none."""
    from lcp.errors import InputError
    from lcp.evaluation.crossvalidation import subsets

    if task != 1 and "mwe" not in subsets(table):
        raise InputError(
            "The corpus holds no multi-word expression to train on.",
            hint="Ask for task 1, or give a corpus with expressions.",
        )


def announce_training(table: pd.DataFrame, features: FeatureSet, task: int, model: str) -> None:
    """Say what is trained on, and warn where it is the sample."""
    name = table.attrs["corpus"]
    if name == "sample":
        why = table.attrs.get("why")
        box(
            (f"{why}\n\n" if why else "")
            + "Training on the BUNDLED SAMPLE CORPUS: its ratings were predicted by a model, not "
            "given by people. The model will work, but its scores mean nothing and may not be "
            "compared with published ones.",
            title="CompLex is not at hand" if why else "Sample corpus",
        )
    say(
        f"Task {task} on {name}: {len(table):,} instances, feature set {features.name}, "
        f"estimator {model}."
    )


def _say_coverage(measured: pd.DataFrame) -> None:
    """Say in a line what share of held-out ratings lies within the intervals."""
    from lcp.reports.tables import SUBSETS

    last = measured["subset"].iloc[-1]
    everywhere = measured["corpus"] == "all"
    whole = measured[everywhere].iloc[-1]
    kinds = measured[everywhere & (measured["subset"] != last)]
    corpora = measured[~everywhere & (measured["subset"] == last)]
    names = [*kinds["subset"].map(SUBSETS), *corpora["corpus"]]
    shares = [*kinds["coverage"], *corpora["coverage"]]
    parts = ", ".join(f"{name} {share:.1%}" for name, share in zip(names, shares, strict=True))
    say(
        f"{whole['nominal']:.0%} intervals hold {whole['coverage']:.1%} of held-out ratings "
        f"({parts}); mean width {whole['width']:.3f}."
    )


def _new_folder(task: int, features: str, model: str) -> Path:
    """A folder that is not there yet, so that an earlier model is never replaced unasked."""
    stem = f"task{task}-{features}-{Path(model).stem}"
    folder = Path("lcp-models", stem)
    number = 2
    while folder.exists():
        folder = Path("lcp-models", f"{stem}-{number}")
        number += 1
    return folder
