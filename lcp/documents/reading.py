"""Read documents of any format."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lcp.documents.encoding import decoded
from lcp.documents.extraction import extract
from lcp.documents.formats import format_of, opened
from lcp.documents.process import work

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


class Document(NamedTuple):
    """The readable text of a document.

    Attributes
    ----------
    text : str
        Text; paragraphs are separated by blank lines.
    format : str
        Name of the format, such as ``epub``; see :data:`lcp.documents.FORMATS`.
    title : str or None
        Title in the document's metadata.
    """

    text: str
    format: str
    title: str | None = None


def read_document(source: str | Path | bytes, *, name: str | None = None) -> Document:
    r"""Read a document; the ending of its name determines the format.

    All formats except plain text are parsed in a separate process with limits of time and memory;
    see :mod:`lcp.documents.process`.

    Parameters
    ----------
    source : path or bytes
        A file, or its content.
    name : str, optional
        Name of the file. Required for bytes. Default: the name in the path.

    Raises
    ------
    InputError
        If the ending is unknown, or the file is damaged, encrypted, too large or not what its
        ending says.
    ResourceError
        If a package for the format is not installed.

    Examples
    --------
    >>> read_document(b"<title>A</title><p>The <i>ewe</i> slept.<p>It woke.", name="a.html")
    Document(text='The ewe slept.\n\nIt woke.', format='html', title='A')
    """
    where = name or ("document" if isinstance(source, bytes) else str(source))
    source = Path(source) if isinstance(source, str) else source
    if format_of(where).name == "text":
        return Document(**extract(source, where))
    return Document(**work("extract", source, where))


def read_text(source: str | Path | bytes, *, name: str | None = None) -> str:
    """Return the readable text of a document; see :func:`read_document`."""
    return read_document(source, name=name).text


@contextmanager
def open_pieces(source: Path | BinaryIO) -> Iterator[tuple[Iterator[str], int | None]]:
    """Open a document of any size to read its text in pieces.

    Plain text is read as it is needed; other documents are in memory.

    Parameters
    ----------
    source : path or binary stream
        A file, or a stream of plain text such as standard input.

    Yields
    ------
    pieces : iterator of str
        Consecutive pieces of the text.
    size : int or None
        Number of their bytes in UTF-8, if it is certain.

    Raises
    ------
    InputError
        If the document cannot be read; see :func:`read_document`.
    """
    if not isinstance(source, Path):
        yield decoded(source, "standard input"), None
    elif format_of(str(source)).name == "text":
        with opened(source, str(source)) as (_, stream):
            # A named pipe has size 0.
            yield decoded(stream, str(source)), source.stat().st_size or None
    else:
        text = read_text(source)
        yield iter([text]), len(text.encode("utf-8"))
