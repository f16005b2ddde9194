"""``lcp features``: the families, their features, and what they know of a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import out as console
from lcp.cli.console import progress, say
from lcp.cli.options import OnlyTask

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
    task: OnlyTask = None,
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

    from lcp.cli.fit import choose_features, say_download
    from lcp.corpora import load_corpus
    from lcp.evaluation.coverage import feature_coverage

    if out is not None:
        _check_format(out)
    chosen = choose_features(features or "auto")
    say_download(corpus)
    table = load_corpus(corpus, task=task)
    with progress(len(chosen.families)) as step:
        matrix = chosen.fit(table).transform(table, progress=step)
    _list(chosen.describe(), feature_coverage(matrix))
    if out is not None:
        _write(table, matrix, out)
        say(f"Wrote {len(matrix):,} rows × {matrix.shape[1]} features to {out}.")


def _list(described: pd.DataFrame, coverage: pd.Series | None) -> None:
    from rich.markup import escape

    for family, part in described.groupby("family", sort=False):
        first = part.iloc[0]
        needs = f", needs {first['resources']}" if first["resources"] else ""
        console.print(f"[bold]{family}[/]  {first['level']} level{needs}", soft_wrap=True)
        for row in part.itertuples():
            column = f"{row.family}__{row.feature}"
            known = f"{_known(column, coverage):>8}" if coverage is not None else ""
            text = f"  {column:<36}{known}  {row.description} [{row.unit}]; {row.source}"
            console.print(escape(text), soft_wrap=True)


def _known(column: str, coverage: pd.Series) -> str:
    """Share of the rows for which a feature has a value."""
    return f"{coverage[column]:.0%}" if column in coverage.index else "dropped"


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
