"""EPUB books: the chapters in reading order (EPUB 2 and 3)."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from lcp.errors import InputError
from lcp.reader.documents.archive import Archive
from lcp.reader.documents.formats import damaged
from lcp.reader.documents.html import Page
from lcp.reader.documents.markup_trees import HtmlTree, XmlTree

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = {"application/xhtml+xml", "text/html"}


def read(stream: BinaryIO, where: str) -> Iterator[Page]:
    """Yield the chapters, each read when it is needed.

    Raises
    ------
    InputError
        If the package document is missing or damaged, or the chapters are encrypted.
    """
    archive = Archive(stream, where)
    paths = _attribute_values(archive, _CONTAINER, "rootfile", "full-path")
    if not paths:
        raise damaged(where, "it has no package document")
    package = XmlTree(archive.read(paths[0]), where)
    chapters = _chapters(package, dirname(paths[0]))
    if _ENCRYPTION in archive:
        # Fonts may be obfuscated in a book that is not encrypted.
        encrypted = map(unquote, _attribute_values(archive, _ENCRYPTION, "CipherReference", "URI"))
        if set(encrypted) & set(chapters):
            hint = "Books with copy protection cannot be read."
            raise InputError("The book is encrypted.", where=where, hint=hint)
    is_old = package.root.get("version", "").startswith(("1", "2"))
    for path in chapters:
        # EPUB 2 does not have ruby.
        yield Page(_tree_of(archive, path), path, has_ruby=not is_old)


def _chapters(package: XmlTree, folder: str) -> list[str]:
    """Return paths in the archive, in reading order, without the table of contents."""
    pages = {
        item.get("id"): normpath(join(folder, unquote(item.get("href", ""))))
        for item in package.root.iter("{*}item")
        if item.get("media-type") in _PAGES and "nav" not in item.get("properties", "").split()
    }
    spine = [item.get("idref") for item in package.root.iter("{*}itemref")]
    return list(dict.fromkeys(pages[item] for item in spine if item in pages))


def _tree_of(archive: Archive, path: str) -> XmlTree | HtmlTree:
    data, where = archive.read(path), f"{archive.where}, {path}"
    try:
        return XmlTree(data, where)
    except InputError:
        # Reading systems show such chapters too.
        return HtmlTree(data, where)


def _attribute_values(archive: Archive, member: str, element: str, attribute: str) -> list[str]:
    """Return the values of an attribute."""
    tree = XmlTree(archive.read(member), archive.where)
    return [child.get(attribute, "") for child in tree.root.iter(f"{{*}}{element}")]
