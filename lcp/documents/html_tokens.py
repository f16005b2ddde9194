"""HTML tokens with their positions in the source, by the parser of the standard library."""

from __future__ import annotations

import html
from html.parser import HTMLParser
from itertools import accumulate

#: Characters parsed at once, or as many as an incomplete token already has. The parser reads an
#: incomplete token again with each addition.
_CHUNK = 16_384
#: Incomplete tokens at the end of a source that are read as text, one after the other. More occur
#: only in damaged or hostile files; the text after them is read without markup.
_INCOMPLETE = 10

Attributes = list[tuple[str, str | None]]


class TokenReader(HTMLParser):
    """Read the tokens of HTML or XHTML; subclasses override the methods ``on_...``.

    Malformed markup is text. Elements need not be closed.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self._lines: list[int] = []
        self._source = ""

    def read(self, source: str) -> None:
        """Read a whole source."""
        self._source = source
        self._lines = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
        begin = 0
        while begin < len(source):
            end = begin + max(_CHUNK, len(self.rawdata))
            self.feed(source[begin:end])
            begin = end
        for _ in range(_INCOMPLETE):
            if not self.rawdata:
                return
            if self.cdata_elem is not None:
                self.on_unclosed(self.cdata_elem)
                self.clear_cdata_mode()
            else:
                self._consume(1)
            self.goahead(False)  # noqa: FBT003 - the parser's signature
        self._consume(len(self.rawdata))

    @property
    def position(self) -> int:
        """Position of the current token in the source, counted from 0."""
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def on_text(self, text: str, start: int, end: int) -> None:
        """Handle text, or the text of a character reference, in a span of the source."""

    def on_start(self, tag: str, attributes: Attributes, start: int) -> None:
        """Handle a start tag; an empty element has an end tag too."""

    def on_end(self, tag: str, start: int) -> None:
        """Handle an end tag."""

    def on_other(self, start: int) -> None:
        """Handle a comment, a declaration or a processing instruction."""

    def on_unclosed(self, tag: str) -> None:
        """Handle a script or style that does not end; its content is read as HTML."""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Handle a start tag."""
        self.on_start(tag, attrs, self.position)

    def handle_endtag(self, tag: str) -> None:
        """Handle an end tag."""
        self.on_end(tag, self.position)

    def handle_data(self, data: str) -> None:
        """Handle text."""
        start = self.position
        self.on_text(data, start, start + len(data))

    def handle_entityref(self, name: str) -> None:
        """Handle a named character reference, valid or not."""
        self._reference(f"&{name}")

    def handle_charref(self, name: str) -> None:
        """Handle a numeric character reference."""
        self._reference(f"&#{name}")

    def handle_comment(self, data: str) -> None:  # noqa: ARG002 - the parser's signature
        """Handle a comment."""
        self.on_other(self.position)

    def handle_decl(self, decl: str) -> None:  # noqa: ARG002
        """Handle a doctype."""
        self.on_other(self.position)

    def handle_pi(self, data: str) -> None:  # noqa: ARG002
        """Handle a processing instruction or XML declaration."""
        self.on_other(self.position)

    def unknown_decl(self, data: str) -> None:  # noqa: ARG002
        """Handle another declaration."""
        self.on_other(self.position)

    def parse_marked_section(self, i: int, report: bool = True) -> int:  # noqa: FBT001, FBT002
        """Read a marked section as a comment, as the HTML standard does."""
        return self.parse_bogus_comment(i, report)

    def _reference(self, source: str) -> None:
        start = self.position
        end = start + len(source)
        if self._source.startswith(";", end):
            source, end = f"{source};", end + 1
        self.on_text(html.unescape(source), start, end)

    def _consume(self, length: int) -> None:
        """Read the first characters of the buffer as text."""
        self.handle_data(self.rawdata[:length])
        self.updatepos(0, length)
        self.rawdata = self.rawdata[length:]
