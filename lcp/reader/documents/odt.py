"""OpenDocument texts (ODT): body, tables and text boxes, then footnotes and endnotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.reader.documents.archive import Archive
from lcp.reader.documents.formats import damaged
from lcp.reader.documents.markup_trees import ELEMENTS, XmlTree, inherited
from lcp.reader.documents.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lxml import etree

_CONTENT, _STYLES = "content.xml", "styles.xml"
_TEXT, _STYLE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("text", "style")
)
_UNREADABLE = frozenset(ELEMENTS["odt"]["unreadable"])


def read(stream: BinaryIO, where: str) -> Iterator[Part]:
    """Yield the texts: the body, then the notes."""
    archive = Archive(stream, where)
    tree = XmlTree(archive.read(_CONTENT), where)
    named = [XmlTree(archive.read(_STYLES), where).root] if _STYLES in archive else []
    hidden = inherited(
        (
            style.get(f"{_STYLE}name", ""),
            style.get(f"{_STYLE}parent-style-name", ""),
            _is_hidden(style.find("{*}text-properties")),
        )
        for root in (*named, tree.root)
        for style in root.iter(f"{_STYLE}style")
    )
    body = next(tree.root.iter("{*}body"), None)
    if body is None:
        raise damaged(where, "it has no body")
    # The text after a note is in its tail: it is kept.
    notes = list(body.iter("{*}note-body"))
    hiding = {(f"{_TEXT}is-hidden", "true"), *((f"{_TEXT}style-name", name) for name in hidden)}
    yield _part(tree, [body], _UNREADABLE | {"note"}, hiding)
    yield _part(tree, notes, _UNREADABLE, hiding)


def _is_hidden(properties: etree._Element | None) -> bool | None:
    display = None if properties is None else properties.get(f"{_TEXT}display")
    return None if display is None else display == "none"


def _part(
    tree: XmlTree,
    roots: list[etree._Element],
    ignored: frozenset[str],
    hiding: set[tuple[str, str]],
) -> Part:
    part = Part()
    in_paragraph = 0

    def is_skipped(name: str, node: etree._Element) -> bool:
        return name in ignored or not hiding.isdisjoint(node.attrib.items())

    for root in roots:
        for kind, value, node in tree.events(is_skipped, root):
            if kind == "text":
                if in_paragraph:
                    part.add_collapsed(value, node)
                continue
            if value in {"p", "h"}:
                in_paragraph += 1 if kind == "start" else -1
                part.paragraph()
            elif kind == "start" and value in {"s", "tab"}:
                part.space()
            elif kind == "start" and value == "line-break":
                part.line()
    return part
