"""``lcp overlap``: measure the overlap of test and training instances."""

from __future__ import annotations

from typing import Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_tables
from lcp.cli.corpus_arguments import open_corpus
from lcp.cli.texts import write_results


def overlap(
    train: Annotated[
        str,
        typer.Argument(
            metavar="TRAIN", help=f"Training instances, rated or not: {options.INSTANCES}"
        ),
    ] = "complex:train",
    test: Annotated[
        str, typer.Argument(metavar="TEST", help="Test instances, as for TRAIN.")
    ] = "complex:test",
    *,
    out: options.TableFile = None,
) -> None:
    """Count the instances of TEST whose token, form, lemma, stem or sentence occurs in TRAIN."""
    from lcp.evaluation.overlap import overlap as measure_overlap
    from lcp.evaluation.reports.score_tables import overlap_tables
    from lcp.tables.output_tables import check_ending

    check_ending(out)
    addresses = (train, test)
    overlaps = measure_overlap(*[open_corpus(address) for address in addresses])
    print_tables(overlap_tables(overlaps, train, test))
    if out is not None:
        write_results(overlaps, out)
    if any(address.split(":")[0] == "complex" for address in addresses):
        info(
            "The lexicon's counts and vectors were made from open texts without ratings. One, "
            "CRAFT, contains most of CompLex's biomedical sentences (docs/experiments.md)."
        )
