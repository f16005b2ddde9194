"""Read a document of any format."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.documents.encoding import decoded
from lcp.documents.formats import LARGEST, format_of, read_bytes, too_large
from lcp.documents.signatures import check_signature
from lcp.files import unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lcp.documents.formats import Content, Format


@dataclass(frozen=True, slots=True)
class Document:
    """The readable text of a document.

    Attributes
    ----------
    text : str
        Text; paragraphs are separated by blank lines.
    format : str
        Name of the format, such as ``epub``; see :func:`lcp.documents.formats.formats`.
    title : str or None
        Title in the document's metadata.
    """

    text: str
    format: str
    title: str | None = None


def read_document(source: str | Path | bytes, *, name: str | None = None) -> Document:
    r"""Read a document; the ending of its name determines the format.

    Parameters
    ----------
    source : path or bytes
        A file, or its content.
    name : str, optional
        Name of the file. Required for bytes. Default: that of the path.

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
    with opened(source, name=name) as (form, where, stream):
        content = form.content(stream, where)
        return Document(_joined(content, where), form.name, content.title)


def read_text(source: str | Path | bytes, *, name: str | None = None) -> str:
    """Return the readable text of a document; see :func:`read_document`."""
    return read_document(source, name=name).text


@contextmanager
def opened(
    source: str | Path | bytes, *, name: str | None = None
) -> Iterator[tuple[Format, str, BinaryIO]]:
    """Open a document; yield its format, its name for messages, and a stream of its bytes.

    Raises
    ------
    InputError
        If the file cannot be read, or is not what its ending says.
    """
    where = name or ("document" if isinstance(source, bytes) else str(source))
    form = format_of(where)
    with _stream(source) as stream:
        if stream.seekable():
            check_signature(stream, form.name, where)
            yield form, where, stream
        elif form.name == "text":
            # A named pipe is read as it arrives.
            yield form, where, stream
        else:
            copy = BytesIO(read_bytes(stream, where))
            check_signature(copy, form.name, where)
            yield form, where, copy


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
        return
    with opened(source) as (form, where, stream):
        if form.name == "text":
            # A named pipe has size 0.
            yield decoded(stream, where), source.stat().st_size or None
            return
        text = _joined(form.content(stream, where), where)
    yield iter([text]), len(text.encode("utf-8"))


def _stream(source: str | Path | bytes) -> BinaryIO:
    if isinstance(source, bytes):
        return BytesIO(source)
    try:
        return Path(source).open("rb")
    except OSError as error:
        raise unreadable(Path(source), error.strerror, "Give the path of a document.") from error


def _joined(content: Content, where: str) -> str:
    texts, size = [], 0
    for part in content.parts:
        size += len(part.text)
        if size > LARGEST:
            raise too_large(where)
        if part.text:
            texts.append(part.text)
    return "\n\n".join(texts)
