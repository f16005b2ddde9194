"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli.console import info, print_tables
from lcp.cli.inputs import is_file, open_corpus
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
    # Without a file, opening a corpus refuses the option.
    renamed = [address for address in addresses if is_file(address)] or addresses
    tables = [open_corpus(address, columns if address in renamed else "") for address in addresses]
    overlaps = measure_overlap(*tables)
    print_tables(overlap_tables(overlaps, train, test))
    if any(address.split(":")[0] == "complex" for address in (train, test)):
        info(
            "The lexicon's counts and vectors were made from open texts without ratings. One, "
            "CRAFT, contains 288 of the 289 biomedical sentences of CompLex's test part for words."
        )
