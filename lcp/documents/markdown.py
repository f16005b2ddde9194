"""Markdown (CommonMark with tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.documents.formats import Content, read_bytes
from lcp.documents.html import Page
from lcp.documents.trees import HtmlTree
from lcp.english.characters import check_characters

if TYPE_CHECKING:
    from typing import BinaryIO


def read(stream: BinaryIO, where: str) -> Content:
    """Return the text as a browser shows it; the first heading is the title."""
    from markdown_it import MarkdownIt

    source, _ = decode(read_bytes(stream, where), where)
    check_characters(source, where)
    # HTML in the source is read like a page.
    parser = MarkdownIt("commonmark").enable("table")
    html = parser.render(_without_front_matter(source.removeprefix(BYTE_ORDER_MARK)))
    tree = HtmlTree(html.encode(), where)
    return Content(tree.text_of("h1, h2, h3, h4, h5, h6"), [Page(tree)])


def _without_front_matter(source: str) -> str:
    r"""Leave out metadata between two lines of three hyphens at the start.

    >>> _without_front_matter("---\ntitle: A\n---\nThe text.")
    'The text.'
    """
    first, _, rest = source.partition("\n")
    if first.rstrip() != "---":
        return source
    lines = rest.split("\n")
    ends = (number for number, line in enumerate(lines) if line.rstrip() in {"---", "..."})
    end = next(ends, None)
    return source if end is None else "\n".join(lines[end + 1 :])
