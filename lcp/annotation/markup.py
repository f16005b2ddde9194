"""Find HTML markup in running text, and blank it out without moving other characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.html_tokens import TokenReader

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lcp.documents.html_tokens import Attributes

Span = tuple[int, int]

#: Starts of comments and declarations, in lower case.
_OTHER = ("<!--", "<?xml", "<![cdata[", "<!doctype")
#: Characters in names of elements, besides letters and digits.
_NAME_MARKS = str.maketrans("", "", "-:_")


def markup(text: str) -> list[Span]:
    """Return the spans of the markup in a text, in order.

    Text in angle brackets is a tag if it is a single name, or has attributes with values; "a <b
    and c> d" contains no tag. A script or style is one span with its content. A reference to a
    letter is part of its word.

    >>> markup("<p>The <i>ewe</i>&nbsp;slept: a <b and c> d, caf&eacute;.</p>")
    [(0, 3), (7, 10), (13, 17), (17, 23), (57, 61)]
    """
    if "<" not in text and "&" not in text:
        return []
    return _MarkupReader(text).spans


def without(text: str, spans: Iterable[Span]) -> str:
    """Replace every character in the spans, which are in order, by a space.

    >>> without("The <i>ewe</i> slept.", [(4, 7), (10, 14)])
    'The    ewe     slept.'
    """
    parts, copied = [], 0
    for begin, end in spans:
        parts += [text[copied:begin], " " * (end - begin)]
        copied = end
    return "".join([*parts, text[copied:]])


class _MarkupReader(TokenReader):
    """Record the spans of markup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.spans: list[Span] = []
        self._text = text
        # Start of the current markup: it ends where the next token begins.
        self._begin: int | None = None
        self._in_script = False
        self.read(text)
        self._end(len(text))

    def on_text(self, text: str, start: int, end: int) -> None:
        """Record a reference to a character that is not a letter."""
        if self._in_script:
            return
        self._end(start)
        is_reference = self._text.startswith("&", start) and self._text[end - 1] == ";"
        if is_reference and end - start != len(text) and not text.isalpha():
            self.spans.append((start, end))

    def on_start(self, tag: str, attributes: Attributes, start: int) -> None:
        """Record a start tag."""
        self._end(start)
        valued = not attributes or any(value is not None for _, value in attributes)
        if valued and tag.translate(_NAME_MARKS).isalnum():
            self._begin = start
            self._in_script = tag in self.CDATA_CONTENT_ELEMENTS
            return
        # A tag may follow an angle bracket that is text: "a <b, c <p>".
        source = self.get_starttag_text() or ""
        if inner := source.rfind("<", 1) + 1:
            origin = start + inner - 1
            spans = _MarkupReader(source[inner - 1 :]).spans
            self.spans += [(origin + begin, origin + end) for begin, end in spans]

    def on_end(self, tag: str, start: int) -> None:  # noqa: ARG002
        """Record an end tag; that of a script ends the whole script."""
        if self._in_script:
            self._in_script = False
        elif start != self._begin:
            self._end(start)
            self._begin = start

    def on_other(self, start: int) -> None:
        """Record a comment or a declaration."""
        self._end(start)
        if self._text[start : start + 9].lower().startswith(_OTHER):
            self._begin = start

    def on_unclosed(self, tag: str) -> None:  # noqa: ARG002
        """End the markup after the start tag of a script that does not end."""
        self._in_script = False
        self._end(self.position)

    def _end(self, position: int) -> None:
        if self._begin is not None:
            self.spans.append((self._begin, position))
        self._begin = None
