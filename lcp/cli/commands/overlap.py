"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import info, print_tables
from lcp.cli.corpora import file_of, open_corpus
from lcp.cli.options import Columns


def overlap(
    train: Annotated[
        str, typer.Argument(metavar="TRAIN", help="Training instances, rated or not.")
    ] = "complex:train",
    test: Annotated[
        str, typer.Argument(metavar="TEST", help="Test instances, rated or not.")
    ] = "complex:test",
    *,
    columns: Columns = "",
) -> None:
    """Count the instances of TEST whose token, form, lemma, stem or sentence occurs in TRAIN."""
    from lcp.evaluation.overlap import overlap as measure_overlap
    from lcp.reports.overlap import overlap_tables

    addresses = (train, test)
    named = [_columns_in(address, columns) for address in addresses]
    if {pair for pairs in named for pair in pairs} != {*filter(None, columns.split(","))}:
        named = [[columns], [columns]]  # for the error: a column is in no file
    tables = [
        open_corpus(address, ",".join(pairs))
        for address, pairs in zip(addresses, named, strict=True)
    ]
    overlaps = measure_overlap(*tables)
    print_tables(overlap_tables(overlaps, train, test))
    if any(address.split(":")[0] == "complex" for address in (train, test)):
        info(
            "The lexicon's counts and vectors were made from open texts without ratings. One, "
            "CRAFT, contains most of CompLex's biomedical sentences (docs/experiments.md)."
        )


def _columns_in(address: str, columns: str) -> list[str]:
    """Return the names of columns that a file has."""
    from lcp.corpora.raters import rater_columns
    from lcp.tables.reading import read_table

    path = file_of(address)
    header = read_table(path).header if path else []
    pairs = filter(None, columns.split(","))
    return [pair for pair in pairs if rater_columns(header, pair.partition("=")[2].strip())]
