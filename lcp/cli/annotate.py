"""``lcp annotate``: the complexity of every word of a text."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from lcp.cli.console import info, reading
from lcp.cli.copies import Gloss, GlossAll, GlossAs, Heatmap, annotate_copy, copy_style
from lcp.cli.engines import annotate_parquet, is_parquet
from lcp.cli.faults import discard_output, standard_input
from lcp.cli.options import (
    Column,
    EngineOption,
    Genre,
    Master,
    ModelOption,
    PartRows,
    ReadersOption,
    Workers,
)
from lcp.cli.texts import named_format
from lcp.errors import InputError
from lcp.model.scale import Audience

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lcp.annotation import Annotator

Format = Literal["table", "json", "jsonl", "csv", "html", "conll"]

PANEL = "Predict and explain"
ORDER = 23

#: Formats by suffix of the output file.
SUFFIXES: dict[str, Format] = {
    ".txt": "table",
    ".json": "json",
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".html": "html",
    ".conll": "conll",
    ".conllu": "conll",
}


def annotate(
    file: Annotated[
        str,
        typer.Argument(
            help="Document: plain text in UTF-8, HTML, Markdown, EPUB, DOCX, PDF, SRT or VTT; - "
            "reads plain text from standard input. Or Parquet files, as 'in/*.parquet'."
        ),
    ],
    *,
    model: ModelOption = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="Output format; jsonl: one line per sentence, conll: CoNLL-U, html: a heat map. "
            "Default: by the suffix of --out, else table."
        ),
    ] = None,
    genre: Genre = "",
    readers: ReadersOption = "general",
    threshold: Annotated[
        float | None,
        typer.Option(
            help="Complexity from which a word is marked as complex. Default: by --audience."
        ),
    ] = None,
    audience: Annotated[
        Audience | None,
        typer.Option(
            help="Threshold by name: a complexity above that of 60% (learner), 90% (general) or "
            "98% (expert) of the words in running text. Default: general."
        ),
    ] = None,
    mwe: Annotated[
        bool, typer.Option("--mwe", help="Also rate noun-noun and adjective-noun expressions.")
    ] = False,
    pipeline: Annotated[
        str | None,
        typer.Option(
            help="spaCy pipeline whose tags and entities decide what is a name, and whose tags "
            "find expressions. Default: rules, and NLTK's tagger."
        ),
    ] = None,
    rate_names: Annotated[
        bool, typer.Option("--rate-names", help="Also rate names, such as Paris.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(help="Output file, or folder for Parquet files. Default: standard output."),
    ] = None,
    gloss: Gloss = False,
    gloss_as: GlossAs = None,
    gloss_all: GlossAll = False,
    heatmap: Heatmap = False,
    engine: EngineOption = None,
    master: Master = None,
    workers: Workers = None,
    column: Column = None,
    part_rows: PartRows = None,
) -> None:
    """Rate the content words of a document of any size, with their positions in its text.

    --gloss and --heatmap write a copy of the document with marks on its complex words instead.
    Parquet files give one Parquet file per part; the same command continues an interrupted run.
    """
    from lcp.annotation import Annotator
    from lcp.cli.inputs import open_model
    from lcp.documents.reading import open_pieces
    from lcp.files import written_aside

    options: dict[str, Any] = {
        "genre": genre,
        "readers": readers,
        "threshold": threshold,
        "audience": audience,
        "mwe": mwe,
        "pipeline": pipeline,
        "rate_names": rate_names,
    }
    parquet: dict[str, Any] = {
        "master": master,
        "column": column,
        "part_rows": part_rows,
    }
    if is_parquet(file, engine, parquet, format):
        annotate_parquet(
            file,
            out,
            engine=engine or "local",
            model=model,
            workers=workers,
            **parquet,
            **options,
        )
        return
    style = copy_style(
        file,
        out,
        gloss=gloss,
        gloss_as=gloss_as,
        gloss_all=gloss_all,
        heatmap=heatmap,
        report=format,
    )
    if style and out:
        if workers and workers > 1:
            hint = "Remove it: a copy is written by one process."
            raise InputError("--workers is for reports.", hint=hint)
        annotator = Annotator(open_model(model), **options)
        annotate_copy(
            annotator, Path(file), out, style, repeat=gloss_all, genre=genre, readers=readers
        )
        _print_counts(annotator)
        return
    to = format or named_format(out, SUFFIXES, "table")
    with open_pieces(standard_input() if file == "-" else Path(file)) as (pieces, total):
        rate, annotator = _rating(model, workers, options)
        # A bar would disturb a result that is printed on the same terminal.
        shown = out is not None or not sys.stdout.isatty()
        with reading(pieces, total, shown=shown) as pieces_read:
            text = rate(pieces_read, to)
            if out is None:
                if not _print_text(text):
                    return
            else:
                with (
                    written_aside(out) as aside,
                    aside.open("w", encoding="utf-8", newline="\n") as stream,
                ):
                    stream.writelines(text)
    _print_counts(annotator)


def _rating(
    model: Path | None, workers: int | None, options: dict[str, Any]
) -> tuple[Callable[[Iterable[str], Format], Iterator[str]], Annotator]:
    """Return a function that rates and formats a text, and the annotator that counts its words."""
    from lcp.annotation import Annotator
    from lcp.cli.inputs import open_model
    from lcp.reports.annotation import write_annotation

    if workers and workers > 1:
        from lcp.batch import BatchAnnotator
        from lcp.cli.inputs import warnings_printed
        from lcp.parallel import write_parallel

        batch = BatchAnnotator(model, **options)
        with warnings_printed():
            own = batch.load()
        return lambda pieces, to: write_parallel(pieces, batch, to, workers), own
    annotator = Annotator(open_model(model), **options)
    return lambda pieces, to: write_annotation(annotator, annotator.stream(pieces), to), annotator


def _print_text(text: Iterator[str]) -> bool:
    """Print a text; return whether all of it was read."""
    try:
        for part in text:
            typer.echo(part, nl=False)
    except BrokenPipeError:
        # The reader, such as `head`, closed the pipe: Python's own flush at exit must not fail.
        discard_output()
        return False
    return True


def _print_counts(annotator: Annotator) -> None:
    from lcp.annotation.kinds import in_numbers

    counts = annotator.counts
    if not counts.rated:
        info("The text has no words to rate.")
    rated = {"word", "name"} if annotator.rate_names else {"word"}
    skipped = ", ".join(
        in_numbers(kind, number) for kind, number in counts.kinds.most_common() if kind not in rated
    )
    info(
        f"Sentences: {counts.sentences:,}. Rated: {counts.rated:,} (expressions: "
        f"{counts.expressions:,}). Complex, {annotator.threshold:.4g} or more: "
        f"{counts.complex:,}. Not rated: {skipped or 'nothing'}."
    )
    if warning := annotator.warning():
        info(warning)
