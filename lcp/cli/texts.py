"""Documents, known words and output files of ``lcp profile`` and ``lcp words``."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from lcp.profiles.known_words import KnownWords
    from lcp.profiles.positions import Lines

#: Formats of documents, for the help of commands.
FORMATS = "plain text, HTML, Markdown, EPUB, DOCX, PDF or subtitles; - reads plain text."
KnownOption = Annotated[
    Path | None,
    typer.Option(
        "--known",
        help="File of words that the reader knows, one per line; a lemma includes all its forms.",
    ),
]


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
    from lcp.documents.encoding import decoded
    from lcp.documents.formats import Part, format_of
    from lcp.documents.reading import opened
    from lcp.profiles.positions import Lines, SourceLines

    if file == "-":
        with reading(decoded(sys.stdin.buffer, "standard input"), None, doing=doing) as pieces:
            yield pieces, Lines()
    elif format_of(file).name == "text":
        with _open(Path(file)) as source:
            # A named pipe has size 0.
            total = Path(file).stat().st_size or None
            with reading(decoded(source, file), total, doing=doing) as pieces:
                yield pieces, Lines()
    else:
        with opened(file) as (form, where, stream):
            parts = iter(form.content(stream, where).parts)
            first = next(parts, Part(""))
            # A member of an archive has lines of its own, which nobody sees.
            mapped = None if first.member else first.mapped
            lines = Lines() if mapped is None else SourceLines(mapped)
            texts = (f"{part.text}\n\n" for part in chain([first], parts))
            with reading(texts, None, doing=doing) as pieces:
                yield pieces, lines


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
    from lcp.documents.encoding import decoded
    from lcp.profiles.known_words import KnownWords

    if path is None:
        return KnownWords()
    with _open(path) as source:
        return KnownWords("".join(decoded(source, str(path))).splitlines())


def _open(path: Path) -> BinaryIO:
    from lcp.files import unreadable

    try:
        return path.open("rb")
    except OSError as error:
        hint = "Give a text file, or - for standard input."
        raise unreadable(path, error.strerror, hint) from error
