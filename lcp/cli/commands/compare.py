"""``lcp compare``: compare two models or files of predictions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_tables, progress
from lcp.cli.corpus_arguments import open_rated_corpus, renamed_columns
from lcp.cli.inputs import warn_of_seen, warnings_printed

_SYSTEM = "Folder of a model, or a file that `lcp predict --submission` writes."


def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help=_SYSTEM)],
    b: Annotated[Path, typer.Argument(metavar="B", help=_SYSTEM)],
    *,
    corpus: options.RatedCorpus = None,
    columns: options.Columns = "",
    task: options.ScoredTask = None,
    out: options.ReportFolder = None,
) -> None:
    """Compare two systems on the same rated instances: scores, significance, differences."""
    from lcp.base.task import TASKS
    from lcp.evaluation.comparison import RESULTS, open_system
    from lcp.evaluation.comparison import compare as compare_systems
    from lcp.evaluation.reports.report_page import report_page, write_report
    from lcp.evaluation.reports.score_tables import comparison_tables
    from lcp.model.model import ComplexityModel

    with warnings_printed():
        systems = {"A": open_system(a), "B": open_system(b)}
    models = {
        name: system for name, system in systems.items() if isinstance(system, ComplexityModel)
    }
    # Of models of complexity, the one with fewer instances decides: 1 for single words.
    spec = TASKS.find(task or min((m.capabilities_.task for m in models.values()), default="2"))
    address, rated = open_rated_corpus(corpus, spec, columns)
    table = renamed_columns(rated, RESULTS)
    warnings = [warn_of_seen(model, table, f"model {name}") for name, model in models.items()]
    with progress(1) as step:
        step(f"comparing on {len(table):,} instances")
        comparison = compare_systems(systems["A"], systems["B"], table, task=spec)
    method = f"A: {a}. B: {b}. p-values and 95% intervals by paired bootstrap over {spec.unit}s."
    info(method)
    if (comparison.instances["a"] == comparison.instances["b"]).all():
        info("A and B predict the same for every instance.")
    tables = comparison_tables(comparison, address)
    print_tables(tables)
    if out is not None:
        notes = [method, *filter(None, warnings)]
        page = report_page(f"{a} (A) and {b} (B) on {address}", notes, tables)
        info(f"Wrote {', '.join(write_report(out, page, vars(comparison)))} to {out}.")
