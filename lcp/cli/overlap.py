"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import print_tables
from lcp.cli.inputs import open_corpus

PANEL = "Data"
ORDER = 34


def overlap(
    train: Annotated[
        str, typer.Argument(metavar="TRAIN", help="Training instances, rated or not.")
    ] = "complex:train",
    test: Annotated[
        str, typer.Argument(metavar="TEST", help="Test instances, rated or not.")
    ] = "complex:test",
) -> None:
    """Count the instances of TEST whose token, form, lemma, stem or sentence occurs in TRAIN."""
    from lcp.evaluation.overlap import overlap as measure_overlap
    from lcp.reports.overlap import overlap_tables

    overlaps = measure_overlap(open_corpus(train), open_corpus(test))
    print_tables(overlap_tables(overlaps, train, test))
