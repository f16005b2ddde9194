"""Markdown (CommonMark with tables)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from lcp.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.documents.formats import read_bytes
from lcp.documents.html import Page
from lcp.documents.trees import HtmlTree

if TYPE_CHECKING:
    from typing import BinaryIO


def read(stream: BinaryIO, where: str) -> list[Page]:
    """Return the text as a browser shows it."""
    source, _ = decode(read_bytes(stream, where), where)
    # HTML in the source is read like a page.
    parser = MarkdownIt("commonmark").enable("table")
    html = parser.render(_without_front_matter(source.removeprefix(BYTE_ORDER_MARK)))
    return [Page(HtmlTree(html.encode(), where))]


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
