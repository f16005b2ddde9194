"""``lcp features``: list the feature families, their features and their coverage of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli import options
from lcp.cli.console import info, print_lines, progress
from lcp.cli.console import out as console
from lcp.cli.corpus_arguments import open_with_file, with_input
from lcp.cli.inputs import download_resources, open_features, refuse, warnings_printed
from lcp.cli.texts import write_results

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd


def features(
    *,
    features: Annotated[
        str,
        typer.Option(help=f"{options.FEATURES} Default: all families; with --corpus, core."),
    ] = "",
    corpus: Annotated[
        str | None,
        typer.Option(help=f"Instances to measure coverage on, rated or not: {options.INSTANCES}"),
    ] = None,
    columns: options.Columns = "",
    out: Annotated[
        Path | None,
        typer.Option(
            help="Output file for the features of --corpus: .csv, .tsv, .xlsx, .parquet or .jsonl."
        ),
    ] = None,
    provenance: options.Provenance = False,
) -> None:
    """List the feature families and their features, with their coverage of a corpus."""
    from lcp.features.family import families
    from lcp.features.featureset import FeatureSet

    if out is None:
        refuse("requires an output file", "Add --out FILE.", provenance=provenance)
    if corpus is None:
        refuse("requires a corpus", "Add --corpus sample.", out=out, columns=columns)
        with warnings_printed():
            every = FeatureSet({name: {} for name in families()})
        listed = open_features(features) if features else every
        _print_features(listed.feature_table())
        return

    from lcp.corpora.parsers.instances_header import COLUMNS
    from lcp.features.provenance import provenance_of, with_provenance
    from lcp.tables.output_tables import check_ending
    from lcp.targets import Targets

    check_ending(out)
    feature_set = open_features(features or "core")
    feature_set.aggregations = _with_mean(feature_set.aggregations)
    table, source = open_with_file(corpus, columns)
    download_resources(feature_set.missing())
    with progress(len(feature_set.families)) as step:
        targets = Targets.table(table)
        matrix = feature_set.learn(targets, targets.get("complexity")).transform(
            table, progress=step
        )
    matrix = matrix.rename(columns=_named_as_feature).round(6)
    coverage = matrix.notna().mean().groupby(lambda column: column.partition("@")[0]).max()
    without = matrix.columns[matrix.isna().all()]
    if len(without):
        info(
            f"{len(without)} features have no value for these instances, for example because they "
            "need a sentence; they are not written."
        )
        matrix = matrix.drop(columns=without)
    if feature_set.expressions_:
        info(
            f"{targets.is_expression.sum():,} of {len(table):,} targets are expressions. The "
            f"features of their words are aggregated: {', '.join(feature_set.aggregations)}."
        )
    if out is not None:
        # A list of words has neither sentences nor genres.
        names = [name for name in (*COLUMNS, "complexity") if name in table]
        names_with_values = [name for name in names if table[name].astype(str).any()]
        if provenance:
            origins = provenance_of(feature_set, table).rename(columns=_named_as_feature)
            matrix = with_provenance(matrix, origins)
        what = f"{len(matrix):,} rows × {matrix.shape[1]} columns"
        write_results(with_input(matrix, table, source, names_with_values), out, what)
    # Last: a closed pipe ends the command.
    _print_features(feature_set.feature_table(), coverage)


def _with_mean(aggregations: Sequence[str]) -> list[str]:
    """Return aggregations with the mean, unless there is only one.

    Columns of the mean are named as the feature, so that expressions rename no column.
    """
    from lcp.features.aggregation import without_aliases

    several = without_aliases(aggregations)
    return list(dict.fromkeys(("mean", *several) if len(several) > 1 else several))


def _named_as_feature(column: str) -> str:
    return column.replace("@mean", "")


def _print_features(table: pd.DataFrame, coverage: pd.Series | None = None) -> None:
    families = table["family"].nunique()
    shares = {} if coverage is None else coverage.map("{:.0%}".format).to_dict()
    console.print(f"{len(table):,} features in {families} families.", highlight=False)
    for family, part in table.groupby("family", sort=False):
        first = part.iloc[0]
        needs = f", needs {first['resources']}" if first["resources"] else ""
        console.print()
        print_lines([f"{family} (scope: {first['scope']}{needs})"], indent=0)
        for name, row in zip(part.index, part.itertuples(), strict=True):
            share = "" if coverage is None else f"  {shares.get(name, 'dropped')}"
            print_lines([f"{name}{share}  {row.description} [{row.unit}]; {row.source}"])
