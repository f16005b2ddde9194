"""``lcp features``: the families, their features, and what they know of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import print_table, progress, say

if TYPE_CHECKING:
    import pandas as pd


def features(
    *,
    features: Annotated[
        str, typer.Option(help="Only this feature set: its name or a TOML file.")
    ] = "",
    corpus: Annotated[
        str | None, typer.Option(help="Show coverage on a corpus: complex, sample or a file.")
    ] = None,
    task: Annotated[int | None, typer.Option(min=1, max=2, help="Only this task's.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the matrix of --corpus: .parquet, .csv or .tsv.")
    ] = None,
) -> None:
    """List the feature families and their features; with --corpus, how much each knows."""
    from lcp.errors import InputError
    from lcp.extractors import families
    from lcp.featureset import FeatureSet

    if out is not None and corpus is None:
        raise InputError("--out needs a corpus.", hint="Give --corpus complex, sample or a file.")
    if corpus is None:
        chosen = (
            FeatureSet.load(features) if features else FeatureSet({name: {} for name in families()})
        )
        _list(chosen.describe(), None)
        return

    from lcp.cli.fit import choose_features
    from lcp.corpora import load_corpus

    if out is not None:
        _check_format(out)
    chosen = choose_features(features or "auto")
    table = load_corpus(corpus, task=task)
    with progress(len(chosen.families)) as step:
        matrix = chosen.fit(table).transform(table, progress=step)
    _list(chosen.describe(), matrix.notna().mean())
    if out is not None:
        _write(table, matrix, out)
        say(f"Wrote {len(matrix):,} rows × {matrix.shape[1]} features to {out}.")


def _list(described: pd.DataFrame, coverage: pd.Series | None) -> None:
    rows = []
    for row in described.itertuples():
        column = f"{row.family}__{row.feature}"
        cells = [column, row.level, f"{row.description} [{row.unit}]", row.source, row.resources]
        if coverage is not None:
            ways = [name for name in coverage.index if name.split("@")[0] == column]
            cells.insert(1, f"{coverage[ways].max():.0%}" if ways else "dropped")
        rows.append(cells)
    headings = ["feature", "level", "what it is", "source", "needs"]
    if coverage is not None:
        headings.insert(1, "known")
    print_table(headings, rows)


def _check_format(out: Path) -> None:
    from lcp.errors import InputError

    if out.suffix not in {".parquet", ".csv", ".tsv"}:
        raise InputError(
            f"A matrix cannot be written as '{out.suffix}'.",
            where=str(out),
            hint="Name a file that ends with .parquet, .csv or .tsv.",
        )


def _write(table: pd.DataFrame, matrix: pd.DataFrame, out: Path) -> None:
    import pandas as pd

    from lcp.files import written_aside

    columns = [
        name for name in ("id", "corpus", "sentence", "token", "complexity") if name in table
    ]
    whole = pd.concat([table[columns], matrix], axis=1)
    with written_aside(out) as path:
        if out.suffix == ".parquet":
            whole.to_parquet(path, index=False)
        else:
            whole.to_csv(path, index=False, sep="," if out.suffix == ".csv" else "\t")
