"""Markdown (CommonMark with tables)."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from lcp.reader.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.reader.documents.formats import read_bytes
from lcp.reader.documents.html import Page
from lcp.reader.documents.markup_trees import HtmlTree
from lcp.reader.documents.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from lcp.english.columns import Span
    from lcp.reader.documents.parts import Mark

#: Macros of generators of sites, and the lines at which blocks of pandoc and MyST begin and end.
_MACRO = re.compile(r"^:::.*$|\{\{[^{}]*\}\}|\{%[^{}]*%\}", re.MULTILINE)
#: Letters outside brackets, tags and references, in which a number would change the meaning.
_LETTERS = re.compile(
    r"""\[(?:\\.|[^\[\]\\])*\] | <[/!?a-zA-Z](?:"[^"]*"|'[^']*'|[^<>"'])*> | &\#?\w+;
    | (?P<letters>[^\W\d_]+)""",
    re.VERBOSE | re.DOTALL,
)
#: Digits that no text contains, for numbers of words: noncharacters, which Unicode reserves for
#: such a use.
_DIGITS, _WIDTH = "".join(map(chr, range(0xFDD0, 0xFDE0))), 6
_TO_DIGITS = str.maketrans("0123456789abcdef", _DIGITS)
_FROM_DIGITS = {new: old for old, new in _TO_DIGITS.items()}
_NUMBER = re.compile(f"[{_DIGITS}]{{{_WIDTH}}}")
#: Characters with a meaning in Markdown or HTML.
_SPECIAL = re.compile(r"[\\`*_\[\]<>|&$#{}]")


def read(stream: BinaryIO, where: str) -> list[Markdown]:
    """Return the text as a browser shows it, without code, formulas and macros."""
    source, _ = decode(read_bytes(stream, where), where)
    return [Markdown(source.removeprefix(BYTE_ORDER_MARK), where)]


class Markdown(Text):
    """A text in Markdown. Words in brackets have no glosses."""

    def __init__(self, source: str, where: str) -> None:
        super().__init__(source, "- ")
        spans: list[Span] = []

        def numbered(match: re.Match[str]) -> str:
            if not match["letters"]:
                return match[0]
            spans.append(match.span())
            return match[0] + f"{len(spans) - 1:0{_WIDTH}x}".translate(_TO_DIGITS)

        # HTML in the source is read like a page.
        parser = MarkdownIt("commonmark").enable("table").use(footnote_plugin)
        parser.use(dollarmath_plugin, allow_digits=False, allow_space=False)
        source = _LETTERS.sub(numbered, re.sub(f"[{_DIGITS}]", "\ufffd", source))
        source = source.replace("\r\n", "\n").replace("\r", "\n")
        html = parser.render(_MACRO.sub("", _without_front_matter(source)))
        page = Page(HtmlTree(html.encode(), where))
        text, copied = page.text, 0
        numbers = [*_NUMBER.finditer(text)]
        for number in numbers:
            start, end = spans[int(number[0].translate(_FROM_DIGITS), 16)]
            letters = number.start() - (end - start)
            self.add(text[copied:letters], self._source, width=0)
            self.add(text[letters : number.start()], self._source, start)
            copied = number.end()
        self.add(text[copied:], self._source, width=0)
        places = [number.start() for number in numbers]
        self.quiet = [
            (start - _WIDTH * bisect_left(places, start), end - _WIDTH * bisect_left(places, end))
            for start, end in page.quiet
        ]

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the source with glosses, as plain text is."""
        return super().marked(
            mark._replace(note=_escaped(mark.note), listed=_escaped(mark.listed)) for mark in marks
        )


def _escaped(text: str) -> str:
    """Return a text as Markdown, and HTML in it, have it."""
    return _SPECIAL.sub(lambda match: f"&#{ord(match[0])};", text)


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
