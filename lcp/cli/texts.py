"""Documents, known words and output files of the commands that read texts."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from lcp.cli.console import reading
from lcp.cli.faults import standard_input
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lcp.profiles.known_words import KnownWords
    from lcp.profiles.positions import Lines

#: Formats of documents, for the help of commands.
FORMATS = "plain text, HTML, Markdown, EPUB, DOCX, PDF or subtitles; - reads plain text."
#: Formats whose documents are one file with lines.
_LINED = frozenset({"html", "markdown", "subtitles"})
#: Maximum number of characters of a list of known words.
_LARGEST_LIST = 20_000_000
KnownOption = Annotated[
    Path | None,
    typer.Option(
        "--known",
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
        from lcp.errors import InputError

        raise InputError(
            f"The results cannot be written as '{ending}'."
            if ending
            else "The name of the output file has no ending.",
            where=str(out),
            hint=f"End the name in {', '.join(formats)}, or choose a --format.",
        )
    return formats[ending]


@contextmanager
def open_text(file: str, doing: str) -> Iterator[tuple[Iterator[str], Lines]]:
    """Yield the pieces of a document, and its lines; a terminal shows a progress bar.

    Plain text is read in pieces. Of HTML, Markdown and subtitles, the lines are those of the file;
    of other formats, those of the extracted text.

    Parameters
    ----------
    file : str
        Path of a document, or ``-`` for plain text from standard input.
    doing : str
        Label of the bar.
    """
    from lcp.documents.reading import open_pieces
    from lcp.profiles.positions import Lines

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
    from lcp.documents.encoding import decode
    from lcp.documents.formats import format_of
    from lcp.documents.reading import opened
    from lcp.profiles.positions import AlignedLines, SourceLines

    if format_of(str(path)).name not in _LINED:
        return None
    with opened(path) as (form, where, stream):
        (part,) = form.content(stream, where).parts
        if part.mapped is not None:
            return part.text, SourceLines(part.mapped)
        stream.seek(0)
        source, _ = decode(stream.read(), where)
        return part.text, AlignedLines(part.text, source)


@contextmanager
def output(out: Path | None) -> Iterator[Callable[[str], object]]:
    """Yield a function that writes text to a file, moved into place at the end, or prints it."""
    from lcp.files import written_aside

    if out is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    with written_aside(out) as aside, aside.open("w", encoding="utf-8", newline="\n") as stream:
        yield stream.write


def read_known_words(path: Path | None) -> KnownWords:
    """Return the words of a file, one per line; none without a file."""
    from lcp.documents.reading import open_pieces
    from lcp.profiles.known_words import KnownWords

    if path is None:
        return KnownWords()
    with open_pieces(path) as (pieces, _):
        texts, size = [], 0
        for piece in pieces:
            texts.append(piece)
            size += len(piece)
            if size > _LARGEST_LIST:
                raise InputError(
                    f"The list of words has more than {_LARGEST_LIST:,} characters.",
                    where=str(path),
                    hint="Give a file with one word per line.",
                )
        return KnownWords("".join(texts).splitlines())
