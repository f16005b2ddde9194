"""``lcp annotate``: the complexity of every word of a text."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from lcp.cli.console import reading, say
from lcp.thresholds import Audience

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lcp.annotation import Annotator

Format = Literal["table", "json", "jsonl", "csv", "html", "conll"]

#: Formats by the ending of the file to write.
ENDINGS: dict[str, Format] = {
    ".json": "json",
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".html": "html",
    ".conll": "conll",
    ".conllu": "conll",
}


def annotate(
    file: Annotated[str, typer.Argument(help="A text file in UTF-8; - reads standard input.")],
    *,
    model: Annotated[
        Path | None, typer.Option(help="A model's folder; the one that ships unless given.")
    ] = None,
    format: Annotated[  # noqa: A002 - the option's name
        Format | None,
        typer.Option(
            help="jsonl: a line per sentence; conll: CoNLL-U; html: a heat map. "
            "By the ending of --out, else table."
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(help="From this complexity on, a word is complex; 0.5 unless given."),
    ] = None,
    audience: Annotated[
        Audience | None,
        typer.Option(
            help="A threshold by name: learner 0.25 (easy), general 0.5 (neutral), "
            "expert 0.75 (difficult)."
        ),
    ] = None,
    mwe: Annotated[
        bool, typer.Option("--mwe", help="Rate noun-noun and adjective-noun expressions too.")
    ] = False,
    pipeline: Annotated[
        str | None,
        typer.Option(help="A spaCy pipeline whose tags --mwe uses; NLTK's tagger unless given."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write here and not to the screen.")] = None,
) -> None:
    """Rate the content words of a text of any size, with their places."""
    from lcp.annotation import Annotator
    from lcp.annotation.decoding import decoded
    from lcp.cli.predict import load_aloud
    from lcp.errors import InputError
    from lcp.files import written_aside
    from lcp.reports.annotation import write_annotation
    from lcp.thresholds import threshold_of

    if pipeline is not None and not mwe:
        raise InputError("--pipeline is for --mwe.", hint="Give both, or neither.")
    chosen = format or (ENDINGS.get(out.suffix.lower(), "table") if out else "table")
    limit = threshold_of(threshold, audience)
    where = "standard input" if file == "-" else file
    with sys.stdin.buffer if file == "-" else _opened(Path(file)) as source:
        annotator = Annotator(load_aloud(model), threshold=limit, mwe=mwe, pipeline=pipeline)
        # Of a pipe the size is 0.
        total = None if file == "-" else Path(file).stat().st_size or None
        # A bar on the screen that the result is written to would be in its way.
        shown = out is not None or not sys.stdout.isatty()
        with reading(decoded(source, where), total, shown=shown) as pieces:
            text = write_annotation(annotator, annotator.stream(pieces), chosen)
            if out is None:
                if not _print(text):
                    return
            else:
                with (
                    written_aside(out) as aside,
                    aside.open("w", encoding="utf-8", newline="\n") as to,
                ):
                    to.writelines(text)
    _summarise(annotator)


def _opened(path: Path) -> BinaryIO:
    from lcp.errors import InputError

    try:
        return path.open("rb")
    except OSError as error:
        raise InputError(
            f"The file cannot be read ({error.strerror}).",
            where=str(path),
            hint="Give a text file, or - for standard input.",
        ) from error


def _print(text: Iterator[str]) -> bool:
    """Print all, and tell whether it was read to its end."""
    try:
        for part in text:
            typer.echo(part, nl=False)
    except BrokenPipeError:
        # Whoever reads has enough, as `head` does; Python's own flush at exit must not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True


def _summarise(annotator: Annotator) -> None:
    counts = annotator.counts
    rated = counts.kinds["word"] + counts.expressions
    if not rated:
        say("There is no word to rate.")
    skipped = ", ".join(
        f"{kind} {number:,}" for kind, number in counts.kinds.most_common() if kind != "word"
    )
    say(
        f"Rated targets: {rated:,} (expressions: {counts.expressions:,}; complex, from "
        f"{annotator.threshold:.4g} on: {counts.complex:,}) in sentences: {counts.sentences:,}. "
        f"Not rated: {skipped or 'nothing'}."
    )
    if warning := annotator.warning():
        say(warning)
