"""``lcp annotate`` for Parquet files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.cli.console import err, info
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def annotate_parquet(
    pattern: str,
    out: Path | None,
    *,
    workers: int | None,
    column: str | None,
    **options: Any,
) -> None:
    """Rate the texts in Parquet files; `options` as in ``BatchAnnotator``.

    Raises
    ------
    InputError
        If there is no output folder, or the files or options are invalid.
    """
    from lcp.cli.inputs import warnings_printed
    from lcp.engines.arrow import BatchAnnotator
    from lcp.engines.parquet import finish, prepare, run

    if out is None:
        raise InputError("Parquet files need an output folder.", hint="Give one with --out.")
    annotator = BatchAnnotator(column=column or "text", **options)
    with warnings_printed():
        annotator.load()
    parts = prepare(pattern, out, annotator)
    finished = sum(part.counts() is not None for part in parts)
    _show(run(parts, annotator, workers or 1), len(parts) - finished)
    texts, words = finish(parts)
    info(
        f"Parts: {len(parts):,} (finished before: {finished:,}). Texts: {texts:,}. "
        f"Rated words: {words:,}. Written to {out}."
    )


def _show(done: Iterator[int], total: int) -> None:
    """Show the number of finished parts, in a terminal, while they are rated."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns: tuple[Any, ...] = (
        TextColumn("parts"),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(elapsed_when_finished=True),
    )
    with Progress(*columns, console=err, disable=not err.is_terminal) as bar:
        task = bar.add_task("parts", total=total)
        for number in done:
            bar.update(task, completed=number)
