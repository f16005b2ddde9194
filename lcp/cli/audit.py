"""``lcp audit``: measure the overlap of test and training instances and its effect on scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table, progress
from lcp.cli.inputs import choose_features, open_corpus

if TYPE_CHECKING:
    import pandas as pd

PANEL = "Data"
ORDER = 34


def audit(
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
    from lcp.corpora.ratings import ratings
    from lcp.estimators import load_estimator
    from lcp.evaluation.audit import GROUPINGS, grouped_scores
    from lcp.evaluation.audit import audit as measure_overlap
    from lcp.evaluation.crossvalidation import steps
    from lcp.evaluation.labels import SUBSETS
    from lcp.reports.audit import audit_page, overlap_cells
    from lcp.reports.tables import check_report_folder, write_report

    if out is not None:
        check_report_folder(out)
    table = open_corpus(train, task)
    overlaps = measure_overlap(table, open_corpus(test, task))
    for subset in overlaps["subset"].unique():
        info(f"{test}, {SUBSETS[subset]}: instances that overlap with {train} (n = {len(table):,})")
        print_table(*overlap_cells(overlaps, subset))

    by_grouping = None
    method = (
        f"{features}, {model}: {cv}-fold cross-validation, "
        f"{f'{repeats} times, ' if repeats > 1 else ''}seed {seed}; "
        "95% intervals over tokens in parentheses"
    )
    if scores:
        ratings(table, hint="Use rated instances as TRAIN, or --no-scores.")
        estimator = load_estimator(model, random_state=seed, n_jobs=jobs)
        feature_set = choose_features(features)
        with progress(steps(feature_set, cv, repeats * len(GROUPINGS))) as step:
            by_grouping = grouped_scores(
                table,
                feature_set,
                estimator,
                folds=cv,
                repeats=repeats,
                random_state=seed,
                n_jobs=jobs,
                progress=step,
            )
        _print_grouped_scores(by_grouping, train, method)
    if out is not None:
        tables = {"overlaps": overlaps}
        if by_grouping is not None:
            tables["scores"] = by_grouping
        page = audit_page(overlaps, by_grouping, names=(train, test), method=f"{method}.")
        info(f"Wrote {', '.join(write_report(out, page, tables))} to {out}.")


def _print_grouped_scores(scores: pd.DataFrame, train: str, method: str) -> None:
    from lcp.evaluation.labels import SUBSETS
    from lcp.reports.audit import CAVEAT, grouping_cells

    for subset, part in scores.groupby("subset", sort=False):
        n = part["n"].iloc[0]
        info(f"{train}, {SUBSETS[str(subset)]}, n = {n:,}: {method}")
        print_table(*grouping_cells(scores, str(subset)))
    info(CAVEAT)
