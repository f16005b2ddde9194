"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import info, print_tables
from lcp.cli.corpora import open_corpus


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
    from lcp.reports.evaluation import overlap_tables

    addresses = (train, test)
    overlaps = measure_overlap(*[open_corpus(address) for address in addresses])
    print_tables(overlap_tables(overlaps, train, test))
    if any(address.split(":")[0] == "complex" for address in addresses):
        info(
            "The lexicon's counts and vectors were made from open texts without ratings. One, "
            "CRAFT, contains most of CompLex's biomedical sentences (docs/experiments.md)."
        )
