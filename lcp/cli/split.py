"""``lcp split``: divide rated instances as CompLex was divided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import print_table, say


def split(
    file: Annotated[Path, typer.Argument(help="A rated TSV file in CompLex's format.")],
    *,
    out: Annotated[Path, typer.Option(help="The folder for train.tsv, trial.tsv, test.tsv.")],
) -> None:
    """Divide rated instances into train, trial and test: stratified, grouped by token."""
    from lcp.corpora import read_instances
    from lcp.splits import write_split

    table = read_instances(file)
    counts = write_split(table, out)
    rows = [[part, f"{n:,}", f"{n / len(table):.1%}"] for part, n in counts.items()]
    print_table(["part", "instances", "share"], rows)
    say(f"Wrote {', '.join(f'{part}.tsv' for part in counts)} to {out}.")
