"""``lcp compare``: compare two models or files of predictions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import info, print_table, working
from lcp.cli.inputs import available_rated_corpus, open_model, open_rated_corpus, warn_of_seen
from lcp.cli.options import BootstrapSeed, RatedCorpus, RatingScale, ReportFolder, ScoredTask

if TYPE_CHECKING:
    from lcp.evaluation.comparison import Comparison
    from lcp.model.complexity_model import ComplexityModel

PANEL = "Train and evaluate"
ORDER = 12

_SYSTEM = "Folder of a model, or a file of predictions with lines 'id,prediction'."


def compare(
    a: Annotated[Path, typer.Argument(help=_SYSTEM)],
    b: Annotated[Path, typer.Argument(help=_SYSTEM)],
    *,
    corpus: RatedCorpus = "auto",
    scale: RatingScale = "0-1",
    task: ScoredTask = None,
    instances: Annotated[
        int,
        typer.Option(min=0, help="Number of instances to list, those whose errors differ most."),
    ] = 10,
    seed: BootstrapSeed = 0,
    out: ReportFolder = None,
) -> None:
    """Compare two systems on the same rated instances: scores, significance, differences."""
    from lcp.evaluation.comparison import compare as compare_systems
    from lcp.reports.comparison import comparison_page
    from lcp.reports.tables import check_report_folder, write_report

    if out is not None:
        check_report_folder(out)
    systems = {"A": _open_system(a), "B": _open_system(b)}
    models = {name: system for name, system in systems.items() if not isinstance(system, Path)}
    if task is None and any(not model.feature_set_.multiword_ for model in models.values()):
        task = 1
        info("A model was trained on single words: expressions are skipped.")
    corpus = available_rated_corpus(corpus)
    table = open_rated_corpus(corpus, task or 2, scale)
    warnings = [warn_of_seen(model, table, f"model {name}") for name, model in models.items()]
    with working(f"comparing on {len(table):,} instances"):
        comparison = compare_systems(systems["A"], systems["B"], table, random_state=seed)
    method = (
        f"A: {a}. B: {b}. p-values and 95% intervals by paired bootstrap over tokens, seed {seed}."
    )
    info(method)
    if (comparison.instances["a"] == comparison.instances["b"]).all():
        info("A and B predict the same for every instance.")
    _print_comparison(comparison, corpus, instances)
    if out is not None:
        page = comparison_page(
            comparison,
            names=(str(a), str(b)),
            corpus=corpus,
            n_quoted=instances,
            method=method,
            notes=[warning for warning in warnings if warning],
        )
        info(f"Wrote {', '.join(write_report(out, page, vars(comparison)))} to {out}.")


def _open_system(path: Path) -> ComplexityModel | Path:
    from lcp.errors import InputError

    if not path.exists():
        raise InputError(
            "There is no such file or folder.",
            where=str(path),
            hint="Give a model's folder, or a file with a line 'id,prediction' for each instance.",
        )
    return open_model(path) if path.is_dir() else path


def _print_comparison(comparison: Comparison, corpus: str, n_quoted: int) -> None:
    from lcp.evaluation.labels import SUBSETS
    from lcp.reports.comparison import (
        breakdown_cells,
        instance_cells,
        score_cells,
        undefined_tests,
        williams_cells,
    )

    for subset in comparison.scores["subset"].unique():
        info(f"{corpus}, {SUBSETS[subset]}")
        print_table(*score_cells(comparison, subset))
    info("Williams' test of equal correlation with the ratings (Steiger, 1980)")
    print_table(*williams_cells(comparison))
    if undefined_tests(comparison):
        info(undefined_tests(comparison))
    info("Errors by genre, and by frequency of the target's rarest word")
    print_table(*breakdown_cells(comparison))
    if n_quoted:
        info("Instances whose absolute errors differ most")
        print_table(*instance_cells(comparison.instances.head(n_quoted)))
