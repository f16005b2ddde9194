"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import print_tables
from lcp.cli.inputs import open_corpus
from lcp.cli.options import CorpusArgument

PANEL = "Data"
ORDER = 34


def overlap(
    train: CorpusArgument = "complex:train",
    test: Annotated[str, typer.Argument(help="Test instances, rated or not.")] = "complex:test",
) -> None:
    """Count the instances of TEST whose token, form, lemma, stem or sentence occurs in TRAIN."""
    from lcp.evaluation.overlap import overlap as measure_overlap
    from lcp.reports.overlap import overlap_tables

    overlaps = measure_overlap(open_corpus(train, task=2), open_corpus(test, task=2))
    print_tables(overlap_tables(overlaps, train, test))
