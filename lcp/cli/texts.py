"""Documents, known words and output files of the commands that read texts."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from lcp.cli.console import info, reading
from lcp.cli.faults import discard_output, standard_input
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import pandas as pd

    from lcp.model.rater import Rater
    from lcp.reading.lines import Lines
    from lcp.reading.measures import KnownWords

#: Formats of documents, for the help of commands.
FORMATS = "plain text, HTML, Markdown, EPUB, DOCX, PDF or subtitles; - reads plain text."
#: Formats whose documents are one file with lines.
_LINED = frozenset({"html", "markdown", "subtitles"})
#: Maximum number of bytes of a list of known words.
_LARGEST_LIST = 20_000_000
KnownOption = Annotated[
    Path | None,
    typer.Option(
        "--known",
        exists=True,
        dir_okay=False,
        help="File of words that the reader knows, one per line; a lemma includes all its forms.",
    ),
]

_Name = TypeVar("_Name", bound=str)


def named_format(out: Path | None, formats: Mapping[str, _Name], default: _Name) -> _Name:
    """Return the format that the ending of an output file names; `default` without a file.

    Raises
    ------
    InputError
        If the ending names no format.
    """
    if out is None:
        return default
    ending = out.suffix.lower()
    if ending not in formats:
        raise InputError(
            f"The results cannot be written as '{ending}'."
            if ending
            else "The name of the output file has no ending.",
            where=str(out),
            hint=f"End the name in {', '.join(formats)}.",
        )
    return formats[ending]


@contextmanager
def open_text(file: str, doing: str) -> Iterator[tuple[Iterator[str], Lines]]:
    """Yield the pieces of a document, and its lines; a terminal shows a progress bar.

    Plain text is read in pieces. Of HTML, Markdown and subtitles, the lines of the file count;
    of other formats, the lines of the extracted text.

    Parameters
    ----------
    file : str
        Path of a document, or ``-`` for plain text from standard input.
    doing : str
        Label of the bar.
    """
    from lcp.documents.reading import open_pieces
    from lcp.reading.lines import Lines

    source = standard_input() if file == "-" else Path(file)
    lined = _with_lines(source) if isinstance(source, Path) else None
    if lined is not None:
        text, lines = lined
        with reading([text], len(text.encode("utf-8")), doing=doing) as pieces:
            yield pieces, lines
        return
    with open_pieces(source) as (parts, total), reading(parts, total, doing=doing) as pieces:
        yield pieces, Lines()


def _with_lines(path: Path) -> tuple[str, Lines] | None:
    """Return text and lines of a document that is one file with markup, None for others."""
    from lcp.documents.encoding import declared_encoding, decode
    from lcp.documents.formats import format_of
    from lcp.documents.reading import read_text
    from lcp.english.markup import markup, without
    from lcp.reading.lines import AlignedLines

    form = format_of(str(path)).name
    if form not in _LINED:
        return None
    text, data = read_text(path), path.read_bytes()
    declared = declared_encoding(data) if form == "html" else None
    source, _ = decode(data, str(path), declared)
    return text, AlignedLines(text, without(source, markup(source)))


def require_levels(rater: Rater, where: str | None = None) -> None:
    """Raise :class:`InputError` if a rater gives no CEFR levels."""
    if not rater.gives_levels:
        raise InputError(
            "The model does not predict CEFR levels.",
            where=where,
            hint="Use the bundled model, or train one on several corpora, among them cefr.",
        )


@contextmanager
def output(out: Path | None) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to a file, moved into place at the end, or prints it."""
    from lcp.files import written_aside

    if out is None:
        try:
            yield lambda text: typer.echo(text, nl=False)
        except BrokenPipeError as error:
            # The reader, such as `head`, closed the pipe: Python's flush at exit must not fail.
            discard_output()
            raise typer.Exit from error
        return
    with written_aside(out) as aside, aside.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream.write


def write_results(table: pd.DataFrame, out: Path | None, what: str) -> None:
    """Write a table to a file, and print what was written; without a file, print the table."""
    from lcp.evaluation.submission import DECIMALS
    from lcp.table_files import as_csv, write_table

    if out is None:
        typer.echo(as_csv(table, DECIMALS), nl=False)
        return
    write_table(table, out, DECIMALS)
    info(f"Wrote {what} to {out}.")


def read_known_words(path: Path | None) -> KnownWords:
    """Return the words of a file, one per line; none without a file."""
    from lcp.documents.encoding import BYTE_ORDER_MARK, decode
    from lcp.files import read_at_most
    from lcp.reading.measures import KnownWords

    if path is None:
        return KnownWords()
    data = read_at_most(path, _LARGEST_LIST, "Give a file with one word per line.")
    text, _ = decode(data, str(path))
    return KnownWords(text.removeprefix(BYTE_ORDER_MARK).splitlines())
