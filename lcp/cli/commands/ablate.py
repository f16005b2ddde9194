"""``lcp ablate``: measure the contribution of each part of a feature set."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from lcp.cli import options
from lcp.cli.console import info, print_tables, progress
from lcp.cli.corpus_arguments import open_training_corpora
from lcp.cli.inputs import open_features


def ablate(
    *,
    task: options.TrainingTask = "2",
    corpus: options.TrainingCorpora = None,
    columns: options.Columns = "",
    features: options.TrainingFeatures = None,
    estimator: options.Estimator = None,
    leave_out: Annotated[
        Literal["family", "feature", "resource"],
        typer.Option(
            help="What each model is trained without: one family, feature or resource "
            "(the source of features)."
        ),
    ] = "family",
    curve: Annotated[
        bool,
        typer.Option(
            "--curve",
            help="Also train on 10% to 80% of the training groups, and report the learning curve.",
        ),
    ] = False,
    cv: options.Folds = 5,
    repeats: options.Repeats = 3,
    group_by: options.TrainingGrouping = None,
    seed: options.Seed = 0,
    jobs: options.TrainingJobs = None,
    out: Annotated[
        Path | None,
        typer.Option(
            file_okay=False,
            help="Folder for the report. Default: a folder in lcp-ablations/.",
        ),
    ] = None,
) -> None:
    """Measure the contribution of each part of a feature set, and write a report."""
    from lcp.base.task import TASKS
    from lcp.estimators.estimator_recipe import load_estimator
    from lcp.evaluation.ablation import Ablation
    from lcp.evaluation.reports.ablation_report import ablation_tables, write_ablation_report

    start = time.monotonic()
    spec = TASKS.find(task)
    features, estimator = features or spec.features, estimator or spec.estimator
    # Parallel models with one thread each use the processors better than threads inside a model.
    regressor = load_estimator(estimator, random_state=seed, n_jobs=1)
    feature_set = open_features(features)
    name = f"{spec.name.replace(':', '-')}-{feature_set.name}-{Path(estimator).stem}-by-{leave_out}"
    out = out or Path("lcp-ablations", name)
    table = open_training_corpora(corpus, spec, feature_set, estimator, columns)
    with progress(len(feature_set.families)) as step:
        study = Ablation.prepare(
            table,
            feature_set,
            regressor,
            leave_out=leave_out,
            cv=cv,
            repeats=repeats,
            group_by=group_by or spec.group_by,
            random_state=seed,
            n_jobs=jobs,
            curve=curve,
            metadata={"task": spec.name, "model": Path(estimator).stem},
            progress=step,
        )
    with progress(len(study.models)) as step:
        result = study.run(progress=step)
    seconds = time.monotonic() - start
    command = shlex.join(["lcp", *sys.argv[1:]])
    names = write_ablation_report(result, out, command=command, seconds=seconds)
    headings = ("features", "r", "difference in r", "p (Holm)")
    tables = ablation_tables(result)
    print_tables(t.only(*headings) if {*headings} <= {*t.columns} else t for t in tables)
    info(f"Wrote {', '.join(names)} to {out}.")
    if not any(name.endswith(".pdf") for name in names):
        info("Figures need matplotlib: pip install 'lexical-complexity[figures]'.")
