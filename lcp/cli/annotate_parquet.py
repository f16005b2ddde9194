"""``lcp annotate`` for Parquet files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lcp.cli.console import info, progress
from lcp.errors import InputError

if TYPE_CHECKING:
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
    from lcp.engines.parquet import prepare, run

    if out is None:
        raise InputError("Parquet files need an output folder.", hint="Give one with --out.")
    annotator = BatchAnnotator(column=column or "text", **options)
    with warnings_printed():
        annotator.load()
    parts = prepare(pattern, out, annotator)
    pending = sum(not part.is_done() for part in parts)
    with progress(pending) as step:
        step("parts")
        for _ in run(parts, annotator, workers or 1):
            step("parts")
    info(
        f"Parts: {len(parts):,} (finished before: {len(parts) - pending:,}). "
        f"Texts: {sum(part.rows for part in parts):,}. Written to {out}."
    )
