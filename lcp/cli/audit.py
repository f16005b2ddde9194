"""``lcp audit``: what a test set shares with its training set, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import print_table, progress, say
from lcp.cli.fit import choose_features, say_download
from lcp.cli.options import (
    Estimator,
    Features,
    Folds,
    OnlyTask,
    Repeats,
    ReportFolder,
    Seed,
    Threads,
)

if TYPE_CHECKING:
    import pandas as pd


def audit(
    train: Annotated[
        str, typer.Argument(help="A file or folder in CompLex's format, or complex:PART+PART.")
    ] = "complex:train",
    test: Annotated[str, typer.Argument(help="The same, rated or not.")] = "complex:test",
    *,
    task: OnlyTask = None,
    scores: Annotated[
        bool, typer.Option(help="Cross-validate on TRAIN with each overlap grouped away.")
    ] = True,
    features: Features = "core",
    model: Estimator = "lightgbm",
    cv: Folds = 5,
    repeats: Repeats = 1,
    seed: Seed = 0,
    jobs: Threads = None,
    out: ReportFolder = None,
) -> None:
    """Count what of TEST stands in TRAIN, and say what such overlap is worth in score."""
    from lcp.corpora.address import load_address, split_address
    from lcp.evaluation.audit import audit as count
    from lcp.reports.audit import overlap_cells, page
    from lcp.reports.tables import SUBSETS, check_report_folder, write_report

    if out is not None:
        check_report_folder(out)
    for address in (train, test):
        say_download(split_address(address)[0])
    known = load_address(train, task=task)
    overlaps = count(known, load_address(test, task=task))
    for subset in overlaps["subset"].unique():
        say(f"{test}, {SUBSETS[subset]}: instances with the same in {train} (n = {len(known):,})")
        print_table(*overlap_cells(overlaps, subset))

    lost = None
    how = (
        f"{features}, {model}: {cv}-fold cross-validation, "
        f"{f'{repeats} times, ' if repeats > 1 else ''}seed {seed}; "
        "in brackets 95 % intervals over tokens"
    )
    if scores:
        lost = _scores(known, features, model, cv=cv, repeats=repeats, seed=seed, jobs=jobs)
        _print_scores(lost, train, how)
    if out is not None:
        tables = {"overlaps": overlaps} | ({} if lost is None else {"scores": lost})
        text = page(overlaps, lost, names=(train, test), how=f"{how}.")
        say(f"Wrote {', '.join(write_report(out, text, tables))} to {out}.")


def _scores(
    table: pd.DataFrame,
    features: str,
    model: str,
    *,
    cv: int,
    repeats: int,
    seed: int,
    jobs: int | None,
) -> pd.DataFrame:
    from lcp.corpora.ratings import ratings
    from lcp.estimators import load_estimator
    from lcp.evaluation.audit import GROUPINGS, grouped_scores
    from lcp.evaluation.crossvalidation import steps

    ratings(table, hint="Give rated instances to train on, or --no-scores.")
    estimator = load_estimator(model, seed=seed, jobs=jobs)
    chosen = choose_features(features)
    with progress(steps(chosen, cv, repeats) * len(GROUPINGS)) as step:
        return grouped_scores(
            table, chosen, estimator, folds=cv, repeats=repeats, seed=seed, progress=step
        )


def _print_scores(lost: pd.DataFrame, train: str, how: str) -> None:
    from lcp.reports.audit import CAVEAT, score_cells
    from lcp.reports.tables import SUBSETS

    for subset, part in lost.groupby("subset", sort=False):
        n = part["n"].iloc[0]
        say(f"{train}, {SUBSETS[str(subset)]}, n = {n:,}: {how}")
        print_table(*score_cells(lost, str(subset)))
    say(CAVEAT)
