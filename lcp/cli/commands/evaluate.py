"""``lcp evaluate``: score a model on rated instances."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_scores, print_tables, progress
from lcp.cli.corpus_arguments import TEST, open_rated_corpus, renamed_columns
from lcp.cli.inputs import open_model, warn_of_seen


def evaluate(
    corpus: options.RatedCorpusArgument = None,
    *,
    model: options.Model = None,
    columns: options.Columns = "",
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Column whose values are scored one by one: genre, frequency (of the rarest "
            "word) or any column of the instances. Repeat it for further columns."
        ),
    ] = None,
    out: options.ReportFolder = None,
) -> None:
    """Score a model on rated instances, with bootstrap intervals.

    --out also writes the predictions, the largest errors first.
    """
    from lcp.base.task import TASKS
    from lcp.evaluation.leaderboard import places
    from lcp.evaluation.reports.report_page import report_page, write_report
    from lcp.evaluation.reports.score_tables import evaluation_tables
    from lcp.evaluation.scores import groups_by, score_table
    from lcp.targets import Targets

    fitted = open_model(model)
    spec = TASKS.find(fitted.capabilities_.task)
    address, table = open_rated_corpus(corpus, spec, columns)
    warning = warn_of_seen(fitted, table)
    targets = Targets.rated(table)
    masks = {column: groups_by(targets, column, spec) for column in by or ()}
    with progress(1) as step:
        step(f"scoring {len(table):,} instances")
        predicted = fitted.predict(targets)
        scores = score_table(targets, predicted, spec)
        parts = {
            column: score_table(targets, predicted, spec, masks=groups).rename(
                columns={"subset": column}
            )
            for column, groups in masks.items()
        }
    title = f"{model or 'The bundled model'} on {address}"
    print_scores(scores, title)
    results = {"predicted": predicted, "error": predicted - table["complexity"]}
    instances = renamed_columns(table, [*results]).assign(**results)
    instances = instances.sort_values("error", key=abs, ascending=False, kind="stable")
    tables = evaluation_tables(parts, instances)
    print_tables(tables[:-1])
    if out is not None:
        method = f"95% intervals by bootstrap over {spec.unit}s, seed 0."
        page = report_page(title, [*filter(None, [warning]), method], tables)
        files = {"scores": scores}
        for number, (name, part) in enumerate(parts.items(), start=1):
            file = "by-" + re.sub(r"[^\w +,-]+", "_", name)[:100]
            files[f"{file}-{number}" if file in files else file] = part
        written = write_report(out, page, files | {"instances": instances})
        info(f"Wrote {', '.join(written)} to {out}.")
    if address == TEST:
        for sentence in places(scores):
            info(sentence)
