"""``lcp recam candidates``: words that the rules of SemEval-2021 Task 4 select."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import info, print_table, working
from lcp.cli.inputs import open_corpus

PANEL = "Data"
ORDER = 39

app = typer.Typer(name="recam", no_args_is_help=True)


@app.callback()
def recam() -> None:
    """Select abstract words in summaries, as in SemEval-2021 Task 4."""


@app.command()
def candidates(
    corpus: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Questions in the format of the task (.jsonl), recam:dev-1, or a table with the "
            "columns sentence (the summary), token and passage.",
        ),
    ],
    *,
    out: Annotated[
        Path | None, typer.Option(help="Table of all targets with the rules that they pass, TSV.")
    ] = None,
) -> None:
    """Print the share of words that pass each rule: of the right options, if they are labelled."""
    from lcp.disambiguation.selection import passing_shares, selection_rules
    from lcp.evaluation.questions import has_answers
    from lcp.files import written_aside
    from lcp.reports.tables import number

    is_questions = Path(corpus).is_file() and Path(corpus).suffix in (".json", ".jsonl")
    table = open_corpus(f"recam:{corpus}" if is_questions else corpus, task=2)
    labelled = has_answers(table)
    if labelled and out is None:
        table = table[table["complexity"] == 1].reset_index(drop=True)
    with working(f"checking {len(table):,} words"):
        rules = selection_rules(table)
    if out is not None:
        text = rules.to_csv(sep="\t", index=False, float_format="%.4f", lineterminator="\n")
        with written_aside(out) as aside:
            aside.write_text(text, encoding="utf-8", newline="\n")
        info(f"Wrote {len(rules):,} rows to {out}.")
    parts = table["part"] if "part" in table else table["source"]
    groups = parts.astype(str)
    if labelled:
        right = table["complexity"] == 1
        groups = groups + right.map({True: ": right options", False: ": other options"})
    shares = passing_shares(rules, groups.tolist())
    counts = groups.value_counts()
    headings = ["share that passes", *(f"{name}\nn = {counts[str(name)]:,}" for name in shares)]
    rows = [[rule, *(number(value, 3) for value in row)] for rule, *row in shares.itertuples()]
    print_table(headings, rows, right=headings[1:])
