"""EPUB books: the chapters in reading order (EPUB 2 and 3)."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lcp.documents.archive import Archive
from lcp.documents.formats import Content, Format, Part
from lcp.documents.html import page_part
from lcp.documents.xml_tokens import XmlReader, decode_xml
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lcp.documents.formats import Dialect

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = {"application/xhtml+xml", "text/html"}


class Epub(Format):
    """EPUB books."""

    name = "epub"
    title = "EPUB"
    suffixes = (".epub",)
    library = "zipfile, expat and html.parser (Python)"
    syntax = "html"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the chapters, each read when it is needed."""
        archive = Archive(stream, where)
        package = read_package(archive)
        return Content(package.title, _chapters(archive, package))


FORMAT = Epub()


class Package(XmlReader):
    """The package document of a book: title, version, and the paths of its chapters."""

    def __init__(self, where: str, path: str) -> None:
        super().__init__(where)
        self._path = path
        self.version = ""
        self._title: list[str] = []
        self._in_title = False
        self._pages: dict[str, str] = {}
        self._spine: list[str] = []

    @property
    def title(self) -> str | None:
        """The first title."""
        return " ".join("".join(self._title).split()) or None

    @property
    def chapters(self) -> list[str]:
        """Paths in the archive, in reading order, without the table of contents."""
        return list(dict.fromkeys(self._pages[item] for item in self._spine if item in self._pages))

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:  # noqa: ARG002
        """Read the version, items of the manifest and their order."""
        if name == "package":
            self.version = attributes.get("version", "")
        elif name == "title":
            self._in_title = not self._title
        elif name == "item" and attributes.get("media-type") in _PAGES:
            if "nav" not in attributes.get("properties", "").split():
                target = unquote(attributes.get("href", ""))
                path = normpath(join(dirname(self._path), target))
                self._pages[attributes.get("id", "")] = path
        elif name == "itemref":
            self._spine.append(attributes.get("idref", ""))

    def on_end(self, name: str, start: int) -> None:  # noqa: ARG002
        """End the title."""
        self._in_title = self._in_title and name != "title"

    def on_text(self, text: str, start: int, end: int) -> None:  # noqa: ARG002
        """Add to the title."""
        if self._in_title:
            self._title.append(text)


class _Attributes(XmlReader):
    """Values of an attribute of an element."""

    def __init__(self, where: str, element: str, attribute: str) -> None:
        super().__init__(where)
        self._element, self._attribute = element, attribute
        self.values: list[str] = []

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:  # noqa: ARG002
        if name == self._element and self._attribute in attributes:
            self.values.append(attributes[self._attribute])


def read_package(archive: Archive) -> Package:
    """Return the package document of a book.

    Raises
    ------
    InputError
        If it is missing or damaged, or the chapters are encrypted.
    """
    paths = _values(archive, _CONTAINER, "rootfile", "full-path")
    if not paths:
        hint = "The file is damaged, or it is not a book."
        raise InputError("The book has no package document.", where=archive.where, hint=hint)
    package = Package(archive.where, paths[0])
    package.read(decode_xml(archive.read(paths[0]), archive.where)[0])
    if _ENCRYPTION in archive:
        # Fonts may be obfuscated in a book that is not encrypted.
        encrypted = map(unquote, _values(archive, _ENCRYPTION, "CipherReference", "URI"))
        if set(encrypted) & set(package.chapters):
            hint = "Books with copy protection cannot be read."
            raise InputError("The book is encrypted.", where=archive.where, hint=hint)
    return package


def _values(archive: Archive, member: str, element: str, attribute: str) -> list[str]:
    reader = _Attributes(archive.where, element, attribute)
    reader.read(decode_xml(archive.read(member), archive.where)[0])
    return reader.values


def _chapters(archive: Archive, package: Package) -> Iterator[Part]:
    for path in package.chapters:
        dialect: Dialect = "epub-2" if package.version.startswith(("1", "2")) else "epub-3"
        _, part = page_part(archive.read(path), f"{archive.where}, {path}", path, dialect)
        yield part
