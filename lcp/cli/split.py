"""``lcp split``: divide rated instances as CompLex was divided."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import print_table, say
from lcp.grouping import GroupBy


def split(
    file: Annotated[Path, typer.Argument(help="A rated TSV file in CompLex's format.")],
    *,
    out: Annotated[Path, typer.Option(help="The folder for train.tsv, trial.tsv, test.tsv.")],
    group_by: Annotated[
        GroupBy, typer.Option(help="What may not stand in two parts; CompLex's is token.")
    ] = "token",
) -> None:
    """Divide rated instances into train, trial and test: stratified and grouped."""
    from lcp.corpora import read_instances
    from lcp.splits import write_split

    table = read_instances(file)
    counts = write_split(table, out, group_by)
    rows = [[part, f"{n:,}", f"{n / len(table):.1%}"] for part, n in counts.items()]
    print_table(["part", "instances", "share"], rows)
    say(f"Wrote {', '.join(f'{part}.tsv' for part in counts)} to {out}.")
