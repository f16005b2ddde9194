"""Trees of HTML and XML: their events in order, and replaced texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from html.entities import html5
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

from lxml import etree
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from lcp.reader.documents.encoding import BYTE_ORDER_MARK, declared_encoding, decode
from lcp.reader.documents.formats import damaged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: The kind ("start", "end" or "text"), the name of the element without its namespace or the text,
#: and the element or the place of the text in the tree.
Event = tuple[str, str, Any]
#: Whether an element, of which the name is given, is left out.
Skip = Callable[[str, Any], bool]

#: A document type, after comments and the XML declaration.
_DOCTYPE = re.compile(r"((?>\s+|<!--.*?-->|<\?.*?>)*+)(<!doctype[^>]*>)", re.IGNORECASE | re.DOTALL)
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]*;)")
#: Entities of HTML that XML does not have.
_CHARACTERS = {
    name: text for name, text in html5.items() if name not in {"amp;", "lt;", "gt;", "quot;"}
}
#: Names of elements by format and use.
ELEMENTS = tomllib.loads(Path(__file__).with_name("elements.toml").read_text("utf-8"))
_VOID = frozenset(ELEMENTS["html"]["void"])


class XmlTree:
    """An XML document.

    Nothing outside the document is read, and entity declarations are refused.

    Parameters
    ----------
    data : bytes
        The document.
    where : str
        Name of the file for messages.

    Raises
    ------
    InputError
        If the document is not well-formed, or declares entities.
    """

    def __init__(self, data: bytes, where: str) -> None:
        self.source, _ = decode(data, where, declared_encoding(data))
        if "<!ENTITY" in self.source:
            raise damaged(where, "its XML declares entities")
        # HTML's entities are defined outside the document, in its type.
        source = _ENTITY.sub(
            lambda entity: _CHARACTERS.get(entity[1], entity[0]),
            self.source.removeprefix(BYTE_ORDER_MARK),
        )
        parser = etree.XMLParser(
            encoding="utf-8", resolve_entities=False, no_network=True, huge_tree=True
        )
        try:
            self.root = etree.fromstring(source.encode(), parser)
        except etree.XMLSyntaxError as error:
            raise damaged(where, f"its XML is not well-formed ({error.msg})") from error
        unknown = next(self.root.iter(etree.Entity), None)
        if unknown is not None:
            raise damaged(where, f"its XML has the unknown entity '{unknown.name}'")

    def events(self, is_skipped: Skip, root: etree._Element | None = None) -> Iterator[Event]:
        """Yield the events of the document or an element in their order, without some elements."""
        root = self.root if root is None else root
        walk = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
        for kind, element in walk:
            if kind in {"start", "end"}:
                name = local_name(element)
                if not is_skipped(name, element):
                    yield kind, name, element
                elif kind == "start":
                    walk.skip_subtree()
                    continue
            if kind == "start":
                if element.text:
                    yield "text", element.text, (element, "text")
            elif element.tail and element is not root:
                yield "text", element.tail, (element, "tail")

    def find(self, name: str, element: etree._Element | None = None) -> list[etree._Element]:
        """Return the elements of a name in the document or in an element."""
        within = self.root if element is None else element
        return list(within.iterfind(f".//{{*}}{name}"))

    def attribute(self, element: etree._Element, name: str) -> str | None:
        """Return an attribute."""
        value: str | None = element.get(name)
        return value

    def text_at(self, node: tuple[etree._Element, str]) -> str:
        """Return a text."""
        text: str = getattr(*node)
        return text

    def replace(self, node: tuple[etree._Element, str], markup: str) -> None:
        """Replace a text by markup."""
        element, place = node
        new = self._parsed(markup)
        setattr(element, place, new.text)
        if place == "text":
            element[:0] = list(new)
        else:
            for child in reversed(new):
                element.addnext(child)

    def append_to_body(self, markup: str) -> None:
        """Append markup to the body, or to a document without one."""
        body = self.root.find("{*}body")
        (self.root if body is None else body).extend(self._parsed(markup))

    def append_to_head(self, markup: str) -> None:
        """Append markup to the head."""
        head = self.root.find("{*}head")
        if head is None:
            (head,) = self._parsed("<head></head>")
            self.root.insert(0, head)
        head.extend(self._parsed(markup))

    def data(self) -> bytes:
        """Return the document in UTF-8."""
        if local_name(self.root) == "html":
            # Readers that parse XHTML as HTML need the end tags of elements without content.
            for element in self.root.iter("{*}*"):
                if not len(element) and not element.text and local_name(element) not in _VOID:
                    element.text = ""
        tree = self.root.getroottree()
        standalone = tree.docinfo.standalone or None
        data: bytes = etree.tostring(
            tree, encoding="utf-8", xml_declaration=True, standalone=standalone
        )
        return data

    def _parsed(self, markup: str) -> etree._Element:
        """Return an element, in the namespace of the document, that contains the markup."""
        namespace = etree.QName(self.root).namespace or ""
        return etree.fromstring(f"<x xmlns={quoteattr(namespace)}>{markup}</x>")


class HtmlTree:
    """An HTML page, as browsers read it.

    Parameters
    ----------
    data : bytes
        The page.
    where : str
        Name of the file for messages.

    Raises
    ------
    InputError
        If the page cannot be decoded, or is binary.
    """

    def __init__(self, data: bytes, where: str) -> None:
        declared = declared_encoding(data)
        self.source, self._encoding = decode(data, where, declared)
        self._is_declared = bool(declared) or self.source.startswith(BYTE_ORDER_MARK)
        self._parser = LexborHTMLParser(
            self.source.removeprefix(BYTE_ORDER_MARK),
            options=LexborDocumentOptions.WO_EVENTS,
            scripting=True,
        )

    def events(self, is_skipped: Skip, root: Any = None) -> Iterator[Event]:
        """Yield the events of the document or an element in their order, without some elements."""
        node: Any = self._parser.root if root is None else root
        depth = 0
        while node is not None:
            if node.is_text_node:
                yield "text", node.text_content or "", node
            elif node.is_element_node and not is_skipped(node.tag, node):
                yield "start", node.tag, node
                child = node.first_child
                if child is not None:
                    node, depth = child, depth + 1
                    continue
                yield "end", node.tag, node
            while depth and node.next is None:
                node, depth = node.parent, depth - 1
                yield "end", node.tag, node
            node = node.next if depth else None

    def find(self, name: str, element: Any = None) -> list[object]:
        """Return the elements of a name in the document or in an element."""
        elements: list[Any] = (self._parser if element is None else element).css(name)
        return elements

    def attribute(self, element: Any, name: str) -> str | None:
        """Return an attribute; empty if it has no value."""
        attributes = element.attributes
        return (attributes[name] or "") if name in attributes else None

    def text_at(self, node: Any) -> str:
        """Return a text."""
        return node.text_content or ""

    def replace(self, node: Any, markup: str) -> None:
        """Replace a text by markup."""
        new = LexborHTMLParser(markup, is_fragment=True).root
        while new is not None:
            node.insert_before(new)
            new = new.next
        node.remove()

    def append_to_head(self, markup: str) -> None:
        """Append markup to the head; before it, the encoding if the page does not say it."""
        # The parser adds a head to pages without one.
        head: Any = self._parser.head
        if not self._is_declared:
            markup = f'<meta charset="{self._encoding.name}">{markup}'
        _append(head, markup)

    def append_to_body(self, markup: str) -> None:
        """Append markup to the body."""
        _append(self._parser.body, markup)

    def data(self) -> bytes:
        """Return the page in its encoding."""
        # Parsers remove a line end at the start of these elements.
        for element in self._parser.css("pre, textarea, listing"):
            text = element.first_child
            if text is not None and (text.text_content or "").startswith("\n"):
                text.insert_before("\n")
        html = self._parser.html or ""
        original = _DOCTYPE.match(self.source.removeprefix(BYTE_ORDER_MARK))
        if original and (written := _DOCTYPE.match(html)):
            html = written[1] + original[2] + html[written.end() :]
        if self.source.startswith(BYTE_ORDER_MARK):
            html = BYTE_ORDER_MARK + html
        encoded: bytes = self._encoding.encode(html, "xmlcharrefreplace")[0]
        return encoded


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace."""
    name: str = element.tag
    return name.rpartition("}")[2]


def inherited(styles: Iterable[tuple[str, str, bool | None]]) -> frozenset[str]:
    """Return the names of the styles that have a property, or inherit it.

    Parameters
    ----------
    styles : iterable of (str, str, bool or None)
        Name of each style, name of the style on which it is based or "", and whether it has the
        property; None if it does not say.
    """
    having: list[str] = []
    heirs: dict[str, list[str]] = {}
    for name, base, value in styles:
        if value:
            having.append(name)
        elif value is None and base:
            heirs.setdefault(base, []).append(name)
    for name in having:
        having += heirs.pop(name, ())
    return frozenset(having)


def _append(element: Any, markup: str) -> None:
    new = LexborHTMLParser(markup, is_fragment=True).root
    while new is not None:
        element.insert_child(new)
        new = new.next
