"""``lcp annotate``: the complexity of every word of a text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer

from lcp.cli import options
from lcp.cli.console import info, progress, text_progress
from lcp.cli.inputs import open_model, refuse, warnings_printed
from lcp.cli.process_errors import standard_input
from lcp.cli.texts import named_format, output
from lcp.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from lcp.reader.annotation.tally import Tally


Format = Literal["text", "json", "jsonl", "csv", "html"]


def annotate(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help=f"Document: {options.FORMATS} Or Parquet files, as 'in/*.parquet'.",
        ),
    ],
    *,
    model: options.Model = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="Output format; jsonl: one line per sentence, html: a heat map. Default: by the "
            "ending of --out, else text."
        ),
    ] = None,
    genre: options.Genre = "",
    readers: options.Readers = "general",
    threshold: options.Threshold = "some",
    expressions: Annotated[
        Literal["yes", "no", "both"] | None,
        typer.Option(
            help="Annotate expressions (phrasal verbs, idioms, fixed phrases, compounds): yes "
            "(instead of their words), no, both. Default: yes, if the model predicts for them."
        ),
    ] = None,
    pipeline: Annotated[
        str | None,
        typer.Option(
            help="spaCy pipeline whose tags and entities decide what is a name and what is an "
            "expression. Default: lcp's own analysis of English."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Output file, or folder for Parquet files. Default: standard output."),
    ] = None,
    encoding: options.Encoding = None,
    jobs: options.ParquetJobs = None,
    column: options.Column = None,
) -> None:
    """Predict the complexity of the content words in a document of any size.

    Parquet files give one Parquet file per part; the same command continues an interrupted run.
    """
    from lcp.reader.annotation.annotator import Annotator
    from lcp.reader.annotation.tally import Tally
    from lcp.reader.documents.opening import open_pieces
    from lcp.reader.reports.annotation_output import write_annotation

    settings: dict[str, Any] = {
        "genre": genre,
        "readers": readers,
        "threshold": options.threshold_of(threshold),
        "expressions": expressions,
        "pipeline": pipeline,
    }
    if file.endswith(".parquet"):
        hint = "Remove it: Parquet files give Parquet files."
        refuse("is for text files", hint, format=format, encoding=encoding)
        _annotate_parquet(file, out, model=model, jobs=jobs, column=column, **settings)
        return
    refuse("is for Parquet files", "Remove it.", jobs=jobs, column=column)
    to = format or named_format(out, get_args(Format))
    annotator = Annotator(open_model(model), **settings)
    tally = Tally()
    source = standard_input() if file == "-" else Path(file)
    with warnings_printed(), open_pieces(source, encoding) as (pieces, total):
        # A bar would disturb a result that is printed on the same terminal.
        shown = out is not None or not (sys.stdout and sys.stdout.isatty())
        with text_progress(pieces, total, shown=shown) as pieces_read, output(out) as write:
            for part in write_annotation(
                annotator, tally.counting(annotator.stream(pieces_read)), to
            ):
                write(part)
    _print_tally(tally, annotator.threshold)


def _print_tally(tally: Tally, threshold: float) -> None:
    from lcp.english.kinds import in_numbers

    if not tally["word"]:
        info("The text has no words to annotate.")
    skipped = ", ".join(
        in_numbers(kind, number) for kind, number in tally.kinds.most_common() if kind != "word"
    )
    info(
        f"Sentences: {tally['sentences']:,}. Words: {tally.words:,} (content words: "
        f"{tally['word']:,}; {threshold:.4g} or more: {tally['hard']:,}). "
        f"Expressions: {tally['expressions']:,}. Skipped: {skipped or 'nothing'}."
    )
    if warning := tally.warning:
        info(warning)


def _annotate_parquet(
    pattern: str, out: Path | None, *, jobs: int | None, column: str | None, **settings: Any
) -> None:
    """Annotate the texts in Parquet files; `settings` as in ``BatchAnnotator``."""
    from lcp.reader.engines.arrow import BatchAnnotator
    from lcp.reader.engines.parquet import prepare, run

    if out is None:
        raise InputError("Parquet files need an output folder.", hint="Give one with --out.")
    annotator = BatchAnnotator(column=column or "text", **settings)
    with warnings_printed():
        annotator.load()
    parts = prepare(pattern, out, annotator)
    pending = sum(not part.is_done() for part in parts)
    with progress(pending) as step:
        step("parts")
        for _ in run(parts, annotator, jobs or 1):
            step("parts")
    info(
        f"Parts: {len(parts):,} (finished before: {len(parts) - pending:,}). "
        f"Texts: {sum(part.rows for part in parts):,}. Written to {out}."
    )
