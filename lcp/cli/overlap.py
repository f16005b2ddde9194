"""``lcp overlap``: measure the overlap of test and training instances and its effect on scores."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_tables, progress
from lcp.cli.inputs import choose_features, open_corpus

PANEL = "Data"
ORDER = 34


def overlap(
    train: options.CorpusArgument = "complex:train",
    test: Annotated[str, typer.Argument(help="Test instances, rated or not.")] = "complex:test",
    *,
    task: options.Task = 2,
    scores: Annotated[
        bool,
        typer.Option(help="Cross-validate on TRAIN, with folds grouped by each kind of overlap."),
    ] = True,
    features: options.Features = "core",
    model: options.Estimator = "lightgbm",
    cv: options.Folds = 5,
    repeats: options.Repeats = 1,
    seed: options.Seed = 0,
    jobs: options.Threads = None,
    out: options.ReportFolder = None,
) -> None:
    """Measure the overlap of TEST with TRAIN, and its effect on scores."""
    from lcp.estimators import load_estimator
    from lcp.evaluation.crossvalidation import steps
    from lcp.evaluation.overlap import GROUPINGS, grouped_scores
    from lcp.evaluation.overlap import overlap as measure_overlap
    from lcp.reports.overlap import CAVEAT, grouping_tables, overlap_page, overlap_tables
    from lcp.reports.page import check_report_folder, write_report
    from lcp.targets.ratings import ratings

    if out is not None:
        check_report_folder(out)
    table = open_corpus(train, task)
    frames = {"overlaps": measure_overlap(table, open_corpus(test, task))}
    tables = overlap_tables(frames["overlaps"], train, test)
    print_tables(tables)
    if scores:
        ratings(table, hint="Use rated instances as TRAIN, or --no-scores.")
        estimator = load_estimator(model, random_state=seed, n_jobs=jobs)
        feature_set = choose_features(features)
        with progress(steps(feature_set, cv, repeats * len(GROUPINGS))) as step:
            frames["scores"] = grouped_scores(
                table,
                feature_set,
                estimator,
                folds=cv,
                repeats=repeats,
                random_state=seed,
                n_jobs=jobs,
                progress=step,
            )
        method = (
            f"{features}, {model}: {cv}-fold cross-validation, "
            f"{f'{repeats} times, ' if repeats > 1 else ''}seed {seed}; "
            "95% intervals over tokens in parentheses"
        )
        grouped = grouping_tables(frames["scores"], train, method)
        print_tables(grouped)
        info(CAVEAT)
        tables += grouped
    if out is not None:
        page = overlap_page(train, test, tables)
        info(f"Wrote {', '.join(write_report(out, page, frames))} to {out}.")
