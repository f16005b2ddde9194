"""HTML pages and XHTML: their readable text, and marks in it."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.reader.documents.formats import read_bytes
from lcp.reader.documents.markup_trees import ELEMENTS, HtmlTree, XmlTree
from lcp.reader.documents.parts import Part, divided, listed

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from lcp.reader.documents.parts import Mark

_UNREADABLE, _BLOCKS, _QUIET, _ROLES = (
    frozenset(ELEMENTS["html"][name]) for name in ("unreadable", "blocks", "quiet", "roles")
)
#: Styles of other elements that begin and end a paragraph.
_BLOCK_STYLE = re.compile(
    r"(?i:display\s*:\s*(?:block|flex|grid|list-item|table[a-z-]*))\s*(?:;|!|$)"
)
#: Style of hidden elements; classes of formulas and code.
_HIDDEN_STYLE = re.compile(r"(?i:display\s*:\s*none|visibility\s*:\s*hidden)\s*(?:;|!|$)")
_CLASSES = re.compile(r"(?:^|\s)(?:math|sourceCode|highlight|prettyprint|language-\S+)(?:\s|$)")
#: Class of every element with a gloss.
_GLOSS = "lcp-gloss"


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text of a page."""
    data = read_bytes(stream, where)
    is_xml = PurePath(where).suffix.lower() == ".xhtml"
    return [Page(XmlTree(data, where) if is_xml else HtmlTree(data, where))]


class Page(Part):
    """A page, or a chapter of a book.

    Parameters
    ----------
    tree : XmlTree or HtmlTree
        The page.
    member : str
        Name of its file in the book.
    has_ruby : bool
        Whether it may have the elements of HTML 5, such as ruby and mark.
    """

    def __init__(
        self, tree: XmlTree | HtmlTree, member: str = "", *, has_ruby: bool = True
    ) -> None:
        super().__init__(member)
        self.tree = tree
        self.gloss_follows = not has_ruby
        preformatted = disturbed = 0
        main = tree.find("main")
        root = main[0] if len(main) == 1 else None
        for kind, value, node in tree.events(self._is_unreadable, root):
            if kind == "text":
                (self.add if preformatted else self.add_collapsed)(value, node)
                continue
            change = 1 if kind == "start" else -1
            if value in _BLOCKS or _BLOCK_STYLE.search(tree.attribute(node, "style") or ""):
                self.paragraph()
            elif value == "br" and change > 0:
                self.line()
            preformatted += change * (value == "pre")
            if value in _QUIET or (value == "a" and tree.attribute(node, "href") is not None):
                disturbed += change
                self.set_quiet(quiet=disturbed > 0)

    def _is_unreadable(self, name: str, element: object) -> bool:
        """Return whether an element is hidden, code, a formula or no text."""
        attribute = self.tree.attribute
        return (
            name in _UNREADABLE
            or attribute(element, "hidden") is not None
            or attribute(element, "aria-hidden") == "true"
            or attribute(element, "role") in _ROLES
            or bool(_HIDDEN_STYLE.search(attribute(element, "style") or ""))
            or bool(_CLASSES.search(attribute(element, "class") or ""))
            or (name == "pre" and bool(self.tree.find("code", element)))
        )

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the page with glosses or colours.

        Raises
        ------
        InputError
            If the page has marks of an earlier run.
        """
        marks = list(marks)
        if f'class="{_GLOSS}"' in self.tree.source:
            where = self.member or None
            raise InputError(
                "The document already has glosses.", where=where, hint="Use the original."
            )
        for node, spans in self.by_node(marks):
            pieces = divided(self.tree.text_at(node), spans)
            markup = (
                escape(text) if mark is None else self._marked_word(text, mark)
                for text, mark in pieces
            )
            self.tree.replace(node, "".join(markup))
        if entries := listed(marks):
            pairs = ((escape(term), escape(text)) for term, text in entries)
            rows = "".join(f"<dt>{term}</dt><dd>{text}</dd>" for term, text in pairs)
            self.tree.append_to_body(f'<hr/><dl class="{_GLOSS}">{rows}</dl>')
        sheet = "colours.css" if marks[0].strength else "glosses.css"
        rules = Path(__file__).with_name(sheet).read_text("utf-8")
        self.tree.append_to_head(f'<style type="text/css">{rules}</style>')
        return self.tree.data()

    def _marked_word(self, word: str, mark: Mark) -> str:
        """Return the markup of a marked word."""
        word, note = escape(word), escape(mark.note)
        if mark.strength:
            tag = "span" if self.gloss_follows else "mark"
            return f'<{tag} class="lcp-{mark.strength}" title="{note}">{word}</{tag}>'
        if self.gloss_follows:
            return f'{word}<span class="{_GLOSS}"> ({note})</span>'
        return f'<ruby class="{_GLOSS}">{word}<rp> (</rp><rt>{note}</rt><rp>)</rp></ruby>'
