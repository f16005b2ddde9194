"""OpenDocument texts (ODT): body, tables and text boxes, then footnotes and endnotes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.archive import Archive
from lcp.documents.formats import damaged
from lcp.documents.markup_trees import XmlTree
from lcp.documents.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lxml import etree

_CONTENT = "content.xml"
_TEXT, _STYLE = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("text", "style")
)
#: Elements whose text is not in the final document: deleted text, comments, numbers of notes,
#: formulas, descriptions of drawings, and annotations of East Asian text.
_IGNORED = frozenset(
    {"tracked-changes", "annotation", "note-citation", "math", "title", "desc", "ruby-text"}
)


def read(stream: BinaryIO, where: str) -> Iterator[Part]:
    """Yield the texts: the body, then the notes."""
    tree = XmlTree(Archive(stream, where).read(_CONTENT), where)
    body = next(tree.root.iter("{*}body"), None)
    if body is None:
        raise damaged(where, "it has no body")
    # The text after a note is in its tail: it is kept.
    notes = list(body.iter("{*}note-body"))
    yield _part(tree, [body], _IGNORED | {"note"})
    yield _part(tree, notes, _IGNORED)


def _part(tree: XmlTree, roots: list[etree._Element], ignored: frozenset[str]) -> Part:
    part = Part()
    in_paragraph = 0
    hiding = {(f"{_TEXT}is-hidden", "true")} | {
        (f"{_TEXT}style-name", properties.getparent().get(f"{_STYLE}name"))
        for properties in tree.root.iter("{*}text-properties")
        if properties.get(f"{_TEXT}display") == "none"
    }

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
