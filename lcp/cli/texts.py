"""Read the texts of ``lcp profile`` and ``lcp words``, with a progress bar."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lcp.cli.console import reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import BinaryIO

    from lcp.profiles.known_words import KnownWords

KnownOption = Annotated[
    Path | None,
    typer.Option(
        help="File of words that the reader knows, one per line; a lemma includes all its forms."
    ),
]


@contextmanager
def open_text(file: str, doing: str) -> Iterator[Iterator[str]]:
    """Yield the pieces of a text; a terminal shows a progress bar.

    Parameters
    ----------
    file : str
        Path of a text in UTF-8, or ``-`` for standard input.
    doing : str
        Label of the bar.
    """
    from lcp.annotation.decoding import decoded

    where = "standard input" if file == "-" else file
    with sys.stdin.buffer if file == "-" else _open(Path(file)) as source:
        # A named pipe has size 0.
        total = None if file == "-" else Path(file).stat().st_size or None
        with reading(decoded(source, where), total, doing=doing, shown=True) as pieces:
            yield pieces


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
    from lcp.annotation.decoding import decoded
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
