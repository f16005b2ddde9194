"""Document formats: what each module of this package defines, and the registry of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from lcp.documents.mapping import MappedText

#: Modules with one format each, in the order of listings.
_MODULES = ("text", "html", "markdown", "epub", "docx", "pdf", "subtitles")
#: Maximum size of a document that is read into memory, and of the text of one, in bytes.
LARGEST = 256 * 1024 * 1024

#: How a format accepts marks: as HTML, in WordprocessingML, or as text in parentheses.
Syntax = Literal["html", "docx", "text"]

#: Which elements HTML may have: those of the web, or of chapters in EPUB 3 or EPUB 2.
Dialect = Literal["html", "epub-3", "epub-2"]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a document that is read as one text, such as a chapter.

    Attributes
    ----------
    text : str
        Readable text; paragraphs are separated by blank lines.
    mapped : MappedText or None
        The text with its places in the source, if the format accepts marks.
    member : str
        Name of the file inside a ZIP archive; empty for other documents.
    encoding : str
        Encoding of the source.
    dialect : {"html", "epub-3", "epub-2"}
        Which elements HTML may have.
    """

    text: str
    mapped: MappedText | None = None
    member: str = ""
    encoding: str = "utf-8"
    dialect: Dialect = "html"


class Content(NamedTuple):
    """Title of a document, and its parts, which are read when they are needed."""

    title: str | None
    parts: Iterable[Part]


class Format:
    """A document format. Subclasses define the attributes and ``content``.

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
    syntax : {"html", "docx", "text"} or None
        How marks are written into a copy of the document; None if they cannot be.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    library: ClassVar[str]
    syntax: ClassVar[Syntax | None] = None

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Read a document from a binary stream that supports ``seek``.

        Raises
        ------
        InputError
            If the document is damaged, encrypted or too large.
        """
        raise NotImplementedError


@cache
def formats() -> dict[str, Format]:
    """Return all formats by name."""
    modules: list[Any] = [import_module(f"lcp.documents.{name}") for name in _MODULES]
    return {module.FORMAT.name: module.FORMAT for module in modules}


@cache
def suffixes() -> dict[str, str]:
    """Return the name of the format of each ending, such as ``.epub``."""
    return {suffix: form.name for form in formats().values() for suffix in form.suffixes}


def format_of(name: str) -> Format:
    """Return the format of a file by the ending of its name; without an ending, plain text.

    Raises
    ------
    InputError
        If the ending is unknown.
    """
    suffix = PurePath(name).suffix.lower()
    if suffix and suffix not in suffixes():
        raise InputError(
            f"Files that end in '{suffix}' are not supported.",
            where=name,
            hint=f"Supported: {', '.join(suffixes())}. If the file is plain text, rename it to "
            "end in .txt.",
        )
    return formats()[suffixes()[suffix] if suffix else "text"]


def read_bytes(stream: BinaryIO, where: str, largest: int = LARGEST) -> bytes:
    """Return the content of a stream.

    Raises
    ------
    InputError
        If it has more than `largest` bytes.
    """
    data = stream.read(largest + 1)
    if len(data) > largest:
        raise too_large(where, largest)
    return data


def too_large(where: str, largest: int = LARGEST) -> InputError:
    """Return the error for a document with too much content."""
    return InputError(
        f"The document has more than {largest // 1024**2:,} MiB of content.",
        where=where,
        hint="Split it, or convert it to plain text, which may have any size.",
    )
