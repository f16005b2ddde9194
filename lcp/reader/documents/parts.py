"""The readable text of a part of a document, with the place of every word in its source."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.english.columns import Span

#: Words with single spaces, between white space that HTML collapses; a no-break space is part of
#: a word.
_WORDS = re.compile(r"[^ \t\n\r\f]+(?: [^ \t\n\r\f]+)*")
#: What separates two stretches of text: nothing, a space, the end of a line or a paragraph.
_SEPARATORS = ("", " ", "\n", "\n\n")
_SPACE, _LINE, _PARAGRAPH = range(1, len(_SEPARATORS))


class Mark(NamedTuple):
    """A mark on a word.

    Attributes
    ----------
    start, end : int
        Span of the word in the text of the part.
    note : str
        Its gloss, or the description of its colour. A word without a note is only listed.
    strength : int
        Strength of its colour, 1 to 5; 0 for a gloss.
    term, listed : str
        The word and its explanation in the list at the end of the part; "" if it is not listed.
    """

    start: int
    end: int
    note: str
    strength: int = 0
    term: str = ""
    listed: str = ""


class _Piece(NamedTuple):
    """A stretch of text from one node of the source.

    If `width`, its length in the node, equals the text's, characters correspond one by one.
    """

    start: int
    end: int
    node: int
    offset: int
    width: int


class Part:
    """A part of a document that is read as one text, such as a chapter.

    Subclasses add text from nodes of their source, which may be any object, and write marks.

    Attributes
    ----------
    member : str
        Name of the file inside a ZIP archive; empty for other documents.
    nodes : list
        Nodes of the source with text, in order.
    quiet : list of (int, int)
        Spans of the text where a gloss would disturb: headings, code, navigation.
    """

    #: Whether a gloss follows its word. Else it is at the word's longest piece.
    gloss_follows = True

    def __init__(self, member: str = "") -> None:
        self.member = member
        self.quiet: list[Span] = []
        self.nodes: list[object] = []
        self._pieces: list[_Piece] = []
        self._texts: list[str] = []
        self._length = 0
        self._separator = 0
        self._quiet_start: int | None = None

    @property
    def text(self) -> str:
        """The readable text; paragraphs are separated by blank lines."""
        return "".join(self._texts)

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the source with marks, which are in order and do not overlap."""
        raise NotImplementedError

    def add(self, text: str, node: object, offset: int = 0, width: int | None = None) -> None:
        """Add text as it is, from `width` characters of a node from `offset` on."""
        if not text:
            return
        # At the start of the text, there is nothing to separate.
        separator = _SEPARATORS[self._separator] if self._length else ""
        self._separator = 0
        start = self._length + len(separator)
        self._texts += [separator, text]
        self._length = start + len(text)
        width = len(text) if width is None else width
        if not self.nodes or self.nodes[-1] is not node:
            self.nodes.append(node)
        self._pieces.append(_Piece(start, self._length, len(self.nodes) - 1, offset, width))

    def add_collapsed(self, text: str, node: object) -> None:
        """Add the text of a node, with each run of white space as a space."""
        end = 0
        for words in _WORDS.finditer(text):
            if words.start() > end:
                self.space()
            self.add(words.group(), node, words.start())
            end = words.end()
        if end < len(text):
            self.space()

    def space(self) -> None:
        """Add a space between words."""
        self._separator = max(self._separator, _SPACE)

    def line(self) -> None:
        """End the line."""
        self._separator = max(self._separator, _LINE)

    def paragraph(self) -> None:
        """End the paragraph."""
        self._separator = _PARAGRAPH

    def set_quiet(self, *, quiet: bool) -> None:
        """Begin or end a span without glosses."""
        if quiet and self._quiet_start is None:
            self._quiet_start = self._length
        elif not quiet and self._quiet_start is not None:
            self.quiet.append((self._quiet_start, self._length))
            self._quiet_start = None

    def spans(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """Return the number of the node, and the span in it, of each stretch of the text.

        There are several if the source has markup in between: ``<i>un</i>easy``.
        """
        spans: list[tuple[int, int, int]] = []
        index = max(0, bisect_right(self._pieces, start, key=lambda piece: piece.start) - 1)
        for piece in islice(self._pieces, index, None):
            if piece.start >= end:
                break
            begin, finish = max(start, piece.start) - piece.start, min(end, piece.end) - piece.start
            if begin < finish and piece.width != piece.end - piece.start:
                begin, finish = 0, piece.width
            if begin >= finish:
                continue
            first = piece.offset + begin
            if spans and spans[-1][0] == piece.node:
                first = spans.pop()[1]
            spans.append((piece.node, first, piece.offset + finish))
        return spans

    def by_node(self, marks: Iterable[Mark]) -> list[tuple[Any, list[tuple[Span, Mark]]]]:
        """Return the nodes with marks, and the spans in them, in order."""
        groups: dict[int, list[tuple[Span, Mark]]] = {}
        for mark in marks:
            spans = self.spans(mark.start, mark.end) if mark.note else []
            if spans and not mark.strength:
                longest = max(spans, key=lambda span: span[2] - span[1])
                spans = [spans[-1] if self.gloss_follows else longest]
            for node, start, end in spans:
                groups.setdefault(node, []).append(((start, end), mark))
        return [(self.nodes[node], group) for node, group in groups.items()]


def listed(marks: Iterable[Mark]) -> list[tuple[str, str]]:
    """Return the words with explanations for the list at the end, in order."""
    return [(mark.term, mark.listed) for mark in marks if mark.listed]


def divided(text: str, spans: Iterable[tuple[Span, Mark]]) -> Iterator[tuple[str, Mark | None]]:
    """Yield the text between the marks of a node, and their words with them, in order."""
    copied = 0
    for (start, end), mark in spans:
        yield text[copied:start], None
        yield text[start:end], mark
        copied = end
    yield text[copied:], None


def with_glosses(text: str, spans: Iterable[tuple[Span, Mark]]) -> str:
    """Return the text of a node with glosses in parentheses."""
    pieces = divided(text, spans)
    return "".join(f"{piece} ({mark.note})" if mark else piece for piece, mark in pieces)
