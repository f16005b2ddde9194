"""``lcp norms``: the norms of a list of words, with a codebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_table
from lcp.cli.corpus_arguments import open_with_file, with_input
from lcp.cli.inputs import download_resources, open_features, refuse
from lcp.cli.texts import output, write_results

if TYPE_CHECKING:
    import pandas as pd


def norms(
    words: Annotated[str, typer.Argument(metavar="FILE", help=f"Words: {options.INSTANCES}")],
    *,
    columns: options.Columns = "",
    features: Annotated[
        str,
        typer.Option(help=f"{options.FEATURES} A file can name your own norms."),
    ] = "norms",
    out: options.TableFile = None,
    codebook: Annotated[
        Path | None,
        typer.Option(help="File for the description of the columns: .json or .md."),
    ] = None,
    provenance: options.Provenance = False,
) -> None:
    """Look up the norms of words, with the same columns for every list.

    An expression is looked up as a whole, and has no value if a norm does not list it.
    """
    from lcp.features.provenance import trace, with_provenance
    from lcp.tables.formatting import markdown_table
    from lcp.tables.output_tables import check_ending
    from lcp.targets import Targets

    if out is None:
        refuse("requires an output file", "Add --out FILE.", provenance=provenance)
    check_ending(out)
    check_ending(codebook, (".json", ".md"))
    feature_set = open_features(features)
    table, source = open_with_file(words, columns)
    download_resources(feature_set.missing())
    targets = Targets.table(table)
    tokens = targets.target
    values, provenance_of_values = trace(feature_set.learn(targets, None), tokens)
    described = _codebook(feature_set.feature_table(), values, provenance_of_values)
    columns_printed = ["column", "covered", "unit"]
    print_table(columns_printed, [[str(row[c]) for c in columns_printed] for row in described])
    if out is not None:
        # Counts are whole numbers.
        results = values.round(6).convert_dtypes()
        if provenance:
            results = with_provenance(results, provenance_of_values)
        results.insert(0, "looked_up", tokens)
        what = f"{len(values):,} words × {values.shape[1]} values"
        write_results(with_input(results, table, source, ["token"]), out, what)
    else:
        info("Add --out FILE for the values.")
    if codebook is not None:
        text = (
            json.dumps(described, indent=1, ensure_ascii=False)
            if codebook.suffix.lower() == ".json"
            else markdown_table(described[0], [row.values() for row in described])
        )
        with output(codebook, "the codebook") as write:
            write(f"{text}\n")


def _codebook(
    described: pd.DataFrame, values: pd.DataFrame, provenance: pd.DataFrame
) -> list[dict[str, object]]:
    """Describe each column, with the number of words that it covers by how they were found."""
    from lcp.features.provenance import PROVENANCE

    facts = described.loc[values.columns, ["description", "unit", "source", "licence", "n"]]
    rows = []
    for column, row in zip(values, facts.to_numpy().tolist(), strict=True):
        counted = provenance[column].value_counts()
        covered = f"{values[column].notna().mean():.1%}"
        counts = {way: int(counted.get(way, 0)) for way in PROVENANCE}
        # Features without a list of words have no number of them.
        described_by = {str(name): value or "" for name, value in zip(facts, row, strict=True)}
        rows.append({"column": column, **described_by, "covered": covered, **counts})
    return rows
