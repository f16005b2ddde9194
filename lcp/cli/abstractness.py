"""``lcp abstractness``: how abstract each target of a file is in its sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lcp.cli.console import info
from lcp.cli.inputs import open_corpus

PANEL = "Data"
ORDER = 38


def abstractness(
    corpus: Annotated[
        str,
        typer.Argument(
            help="Instances, rated or not: a TSV file in CompLex's format, a folder or a corpus."
        ),
    ],
    *,
    out: Annotated[
        Path | None, typer.Option(help="Output file, TSV. Default: standard output.")
    ] = None,
) -> None:
    """Measure imperceptibility and nonspecificity of the targets, with sense and gloss."""
    from lcp.disambiguation.abstractness import abstractness_table
    from lcp.files import written_aside

    table = abstractness_table(open_corpus(corpus, task=2))
    text = table.to_csv(sep="\t", index=False, float_format="%.4f", lineterminator="\n")
    if out is None:
        typer.echo(text, nl=False)
        return
    with written_aside(out) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")
    info(f"Wrote {len(table):,} rows to {out}.")
