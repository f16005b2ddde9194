"""Markdown (CommonMark with tables)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lcp.documents.encoding import check_characters, decode
from lcp.documents.formats import Content, Format, Part, read_bytes
from lcp.documents.html import PageReader

if TYPE_CHECKING:
    from typing import BinaryIO


class Markdown(Format):
    """Markdown."""

    name = "markdown"
    title = "Markdown"
    suffixes = (".md", ".markdown")
    library = "markdown-it-py"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the text as a browser shows it; the first heading is the title."""
        from markdown_it import MarkdownIt

        source, _ = decode(read_bytes(stream, where), where)
        check_characters(source, where)
        # HTML in the source is read like a page.
        parser = MarkdownIt("commonmark").enable("table")
        source = _without_front_matter(source.removeprefix("\ufeff"))
        tokens = parser.parse(source)
        title = next(
            (
                " ".join(PageReader(parser.renderInline(text.content)).mapped().text.split())
                for heading, text in pairwise(tokens)
                if heading.type == "heading_open"
            ),
            None,
        )
        html = parser.renderer.render(tokens, parser.options, {})
        return Content(title, [Part(PageReader(html).mapped().text)])


FORMAT = Markdown()


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
