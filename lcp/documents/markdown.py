"""Markdown (CommonMark with tables)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from lcp.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.documents.formats import read_bytes
from lcp.documents.html import Page
from lcp.documents.markup_trees import HtmlTree

if TYPE_CHECKING:
    from typing import BinaryIO

#: Macros of generators of sites, and the lines at which blocks of pandoc and MyST begin and end.
_MACRO = re.compile(r"^:::.*$|\{\{[^{}]*\}\}|\{%[^{}]*%\}", re.MULTILINE)


def read(stream: BinaryIO, where: str) -> list[Page]:
    """Return the text as a browser shows it, without code, formulas and macros."""
    source, _ = decode(read_bytes(stream, where), where)
    # HTML in the source is read like a page.
    parser = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
    parser.use(dollarmath_plugin, allow_digits=False, allow_space=False)
    source = _without_front_matter(source.removeprefix(BYTE_ORDER_MARK))
    html = parser.render(_MACRO.sub("", source))
    return [Page(HtmlTree(html.encode(), where))]


def _without_front_matter(source: str) -> str:
    r"""Leave out metadata between two lines of three hyphens or plus signs at the start.

    >>> _without_front_matter("---\ntitle: A\n---\nThe text.")
    'The text.'
    """
    first, _, rest = source.partition("\n")
    if first.rstrip() not in {"---", "+++"}:
        return source
    lines = rest.split("\n")
    ends = (index for index, line in enumerate(lines) if line.rstrip() in {first.rstrip(), "..."})
    end = next(ends, None)
    return source if end is None else "\n".join(lines[end + 1 :])
