"""``lcp annotate`` for Parquet files: the same options, on this machine or with Spark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from lcp.cli.console import err, info
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.batch import BatchAnnotator
    from lcp.parquet import Part

Engine = Literal["local", "spark"]


def is_parquet(
    file: str, engine: Engine | None, parquet: dict[str, Any], text_format: str | None
) -> bool:
    """Return whether the input is Parquet files, and check that the options fit.

    Raises
    ------
    InputError
        If an option for Parquet files is used for a text, or the other way round.
    """
    if engine or file.endswith(".parquet"):
        if text_format:
            hint = "Remove it: Parquet files give Parquet files."
            raise InputError("--format is for text files.", hint=hint)
        return True
    for name, value in parquet.items():
        if value is not None:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is for Parquet files.", hint="Remove it, or add --engine.")
    return False


def annotate_parquet(
    pattern: str,
    out: Path | None,
    *,
    engine: Engine,
    master: str | None,
    workers: int | None,
    part_rows: int | None,
    column: str | None,
    **options: Any,
) -> None:
    """Rate the texts in Parquet files; `options` are those of ``BatchAnnotator``.

    Raises
    ------
    InputError
        If there is no output folder, or an option does not fit the engine.
    """
    from lcp.batch import BatchAnnotator
    from lcp.cli.inputs import warnings_printed
    from lcp.parquet import PART_ROWS, begin, finish, parts_of

    if out is None:
        raise InputError("Parquet files need an output folder.", hint="Give one with --out.")
    if engine == "local" and master:
        raise InputError("--master needs --engine spark.", hint="Add it, or remove --master.")
    if engine == "spark" and workers:
        hint = "Spark's master sets the number of processes, as in --master 'local[2,4]'."
        raise InputError("--workers needs --engine local.", hint=hint)
    rows = part_rows or PART_ROWS
    annotator = BatchAnnotator(column=column or "text", **options)
    with warnings_printed():
        annotator.load()
    parts = parts_of(pattern, out, annotator, rows)
    if engine == "spark":
        from lcp.spark import check_installed

        check_installed()
    begin(out, annotator, rows)
    finished = sum(part.finished() for part in parts)
    _show(_run(parts, annotator, engine, master or "", workers or 1), len(parts), finished)
    texts, words = finish(parts)
    info(
        f"Parts: {len(parts):,} (finished before: {finished:,}). Texts: {texts:,}. "
        f"Rated words: {words:,}. Written to {out}."
    )


def _run(
    parts: list[Part], annotator: BatchAnnotator, engine: Engine, master: str, workers: int
) -> Iterator[int]:
    if engine == "spark":
        from lcp.spark import run as run_spark

        return run_spark(parts, annotator, master)
    from lcp.parquet import run

    return run(parts, annotator, workers)


def _show(done: Iterator[int], total: int, finished: int) -> None:
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
        task = bar.add_task("parts", total=total - finished)
        for number in done:
            bar.update(task, completed=number)
