"""The formats of documents, and how a file's format is recognised."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from lcp.errors import InputError
from lcp.files.input_files import LARGEST, unreadable
from lcp.reader.documents.encoding import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_ZIP = b"PK\x03\x04"


class Format(NamedTuple):
    """A document format; the module ``lcp.reader.documents.<name>`` reads it.

    Attributes
    ----------
    name : str
        Short name.
    title : str
        Name for people.
    suffixes : tuple of str
        Endings of file names, in lower case with their dot.
    library : str
        What reads the format.
    signature : bytes
        First bytes of each file; empty if there is no signature.
    styles : tuple of str
        Styles of marks that a copy can have; see :mod:`lcp.reader.documents.marked_copy`.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    library: str
    signature: bytes = b""
    styles: tuple[str, ...] = ()


_STYLES = ("gloss", "heatmap")
#: All formats, by name.
FORMATS = {
    form.name: form
    for form in (
        Format("text", "plain text", (".txt", ".text"), "built in", styles=("gloss",)),
        Format("html", "HTML", (".html", ".htm", ".xhtml"), "selectolax, lxml", styles=_STYLES),
        Format("markdown", "Markdown", (".md", ".markdown"), "markdown-it-py", styles=("gloss",)),
        Format("epub", "EPUB", (".epub",), "zipfile (Python), lxml", _ZIP, _STYLES),
        Format("docx", "Word (DOCX)", (".docx",), "zipfile (Python), lxml", _ZIP, _STYLES),
        Format("odt", "OpenDocument text (ODT)", (".odt",), "zipfile (Python), lxml", _ZIP),
        Format("rtf", "RTF", (".rtf",), "striprtf", b"{\\rtf"),
        Format("pdf", "PDF", (".pdf",), "pypdfium2", b"%PDF-"),
        Format(
            "subtitles",
            "subtitles (SRT, WebVTT)",
            (".srt", ".vtt"),
            "built in",
            styles=("gloss",),
        ),
    )
}
#: Endings of the names of files that can be read.
SUFFIXES = tuple(suffix for form in FORMATS.values() for suffix in form.suffixes)


def format_of(name: str) -> Format:
    """Return the format of a file by the ending of its name; without an ending, plain text.

    Raises
    ------
    InputError
        If the ending is unknown.
    """
    suffix = PurePath(name).suffix.lower() or ".txt"
    for form in FORMATS.values():
        if suffix in form.suffixes:
            return form
    raise InputError(
        f"Files that end in '{suffix}' are not supported.",
        where=name,
        hint=f"Supported: {', '.join(SUFFIXES)}. If the file is plain text, rename it to end in "
        ".txt.",
    )


@contextmanager
def opened(
    source: Path | bytes, where: str, encoding: str | None = None
) -> Iterator[tuple[Format, BinaryIO]]:
    """Open a document; yield its format, and a stream of its bytes.

    The stream supports ``seek``, except that a named pipe with plain text is read as it arrives.

    Parameters
    ----------
    source : Path or bytes
        A file, or its content.
    where : str
        Its name, whose ending determines the format.
    encoding : str, optional
        Its encoding, which is stronger than what the file says; the stream is UTF-8 with a byte
        order mark. Not for formats with a signature.

    Raises
    ------
    InputError
        If the file cannot be read, or is not what its ending says or in the encoding.
    """
    form = format_of(where)
    if encoding is not None and form.signature:
        raise InputError(
            f"Documents in the format {form.title} contain their encoding.",
            where=where,
            hint="Leave --encoding out.",
        )
    try:
        stream: BinaryIO = BytesIO(source) if isinstance(source, bytes) else source.open("rb")
    except OSError as error:
        raise unreadable(Path(where), error, "Check the path and its permissions.") from error
    with stream:
        if not stream.seekable() and form.name != "text":
            stream = BytesIO(read_bytes(stream, where))
        if stream.seekable():
            _check_signature(stream, form, where)
        if encoding is not None:
            text = "".join(decoded(BytesIO(read_bytes(stream, where)), where, encoding))
            stream = BytesIO(text.encode("utf-8-sig", errors="replace"))
        yield form, stream


def read_bytes(stream: BinaryIO, where: str) -> bytes:
    """Return the content of a stream.

    Raises
    ------
    InputError
        If it is larger than a document may be.
    """
    data = stream.read(LARGEST["document"] + 1)
    if len(data) > LARGEST["document"]:
        raise too_large(where)
    return data


def too_large(where: str, largest: int = LARGEST["document"]) -> InputError:
    """Return the error for a document with too much content."""
    return InputError(
        f"The document has more than {largest // 1024**2:,} MiB of content.",
        where=where,
        hint="Split it, or convert it to plain text, which may have any size.",
    )


def damaged(where: str, reason: str) -> InputError:
    """Return the error for a damaged document."""
    return InputError(
        f"The document is damaged: {reason}.",
        where=where,
        hint="Save it again in the program that wrote it, or copy it again.",
    )


def _check_signature(stream: BinaryIO, form: Format, where: str) -> None:
    """Check that the first bytes of a file belong to its format, and rewind it."""
    # A PDF's signature may be anywhere in its first 1,024 bytes, by its specification.
    head = stream.read(1024)
    stream.seek(0)
    if form.signature:
        fits = form.signature in (head if form.name == "pdf" else head[: len(form.signature)])
    else:
        fits = not any(o.signature and head.startswith(o.signature) for o in FORMATS.values())
    if not fits:
        raise InputError(
            f"The file is not a document in the format {form.title}.",
            where=where,
            hint="The file is damaged or encrypted, or its ending is wrong.",
        )
