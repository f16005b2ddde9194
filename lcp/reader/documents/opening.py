"""Read documents of any format."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.files.input_files import LARGEST, as_path
from lcp.reader.documents.encoding import decoded
from lcp.reader.documents.extraction import extract, whole_text
from lcp.reader.documents.formats import format_of, opened
from lcp.reader.documents.process import work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


def read_text(
    source: str | Path | bytes, *, name: str | None = None, encoding: str | None = None
) -> str:
    r"""Return the readable text of a document; paragraphs are separated by blank lines.

    The ending of its name determines the format. All formats except plain text are parsed in a
    separate process with limits of time and memory; see :mod:`lcp.reader.documents.process`.

    Parameters
    ----------
    source : path or bytes
        A file, or its content.
    name : str, optional
        Name of the file. Required for bytes. Default: the name in the path.
    encoding : str, optional
        Encoding of plain text, HTML, Markdown or subtitles. Default: what the file says, or
        UTF-8, UTF-16 or Windows-1252, whichever fits.

    Raises
    ------
    InputError
        If the ending or the encoding is unknown, or the file is damaged, encrypted, too large or
        not what its ending says.
    ResourceError
        If a package for the format is not installed.

    Examples
    --------
    >>> read_text(b"<title>A</title><p>The <i>ewe</i> slept.<p>It woke.", name="a.html")
    'The ewe slept.\n\nIt woke.'
    """
    source = source if isinstance(source, bytes) else as_path(source)
    named = "document" if isinstance(source, bytes) else source
    where = str(named if name is None else as_path(name))
    if format_of(where).name == "text":
        return whole_text(extract(source, where, encoding=encoding))
    reply = work("extract", source, where, LARGEST["document"], encoding)
    for note in reply["notes"]:
        warnings.warn(note, stacklevel=2)
    return whole_text(reply)


@contextmanager
def open_pieces(
    source: Path | BinaryIO, encoding: str | None = None
) -> Iterator[tuple[Iterator[str], int | None]]:
    """Open a document of any size to read its text in pieces.

    Plain text is read as it is needed; other documents are in memory.

    Parameters
    ----------
    source : path or binary stream
        A file, or a stream of plain text such as standard input.
    encoding : str, optional
        As for :func:`read_text`.

    Yields
    ------
    pieces : iterator of str
        Consecutive pieces of the text.
    size : int or None
        Number of their bytes in UTF-8, if it is certain.

    Raises
    ------
    InputError
        If the document cannot be read; see :func:`read_text`.
    """
    if not isinstance(source, Path):
        yield decoded(source, "standard input", encoding), None
    elif format_of(str(source)).name == "text":
        with opened(source, str(source)) as (_, stream):
            # A named pipe has size 0.
            yield decoded(stream, str(source), encoding), source.stat().st_size or None
    else:
        text = read_text(source, encoding=encoding)
        yield iter([text]), len(text.encode("utf-8"))
