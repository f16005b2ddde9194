"""``lcp split``: divide rated instances as CompLex was divided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table
from lcp.cli.corpus_arguments import open_corpus


def split(
    corpus: options.CorpusArgument,
    *,
    out: Annotated[Path, typer.Option(help="Folder for train.tsv, trial.tsv and test.tsv.")],
    columns: options.Columns = "",
    group_by: options.Grouping = "token",
) -> None:
    """Divide rated instances into train, trial and test: stratified and grouped."""
    from lcp.corpora.complex_split import write_split

    table = open_corpus(corpus, columns)
    counts = write_split(table, out, group_by)
    rows = [[part, f"{n:,}", f"{n / len(table):.1%}"] for part, n in counts.items()]
    print_table(["part", "instances", "share"], rows)
    info(f"Wrote {', '.join(f'{part}.tsv' for part in counts)} to {out}.")
