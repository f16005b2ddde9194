"""Text that was extracted from a source, with the place of every character in the source."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

#: White space that HTML and XML collapse; a no-break space is kept.
_SPACES = re.compile(r"[ \t\n\r\f]+")

Span = tuple[int, int]


class Piece(NamedTuple):
    """A stretch of extracted text, up to the next piece, and its span in the source.

    If both have the same length, the characters correspond one by one. Otherwise the source is a
    character reference, a run of white space or, if it is empty, a separator that was added.
    """

    start: int
    source_start: int
    source_end: int


@dataclass(slots=True)
class MappedText:
    """Extracted text that knows where it comes from.

    Attributes
    ----------
    text : str
        The readable text.
    source : str
        The source, such as the HTML of a page.
    pieces : list of Piece
        Sorted by start; the first starts at 0 if the text is not empty.
    quiet : list of (int, int)
        Spans of the text where a gloss would disturb: headings, code, navigation.
    anchors : dict of str to int
        Places in the source where marks may need additions, such as ``head``.
    """

    text: str
    source: str
    pieces: list[Piece] = field(default_factory=list)
    quiet: list[Span] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)

    def source_spans(self, start: int, end: int) -> list[Span]:
        """Return the spans in the source of the characters ``[start, end)`` of the text.

        There are several if the source has markup in between: ``<i>un</i>easy``.
        """
        spans: list[Span] = []
        index = bisect_right(self.pieces, start, key=lambda piece: piece.start) - 1
        while start < end:
            piece = self.pieces[index]
            index += 1
            stop = self.pieces[index].start if index < len(self.pieces) else len(self.text)
            begin, finish = piece.source_start, piece.source_end
            if finish - begin == stop - piece.start:
                begin, finish = begin + start - piece.start, begin + min(end, stop) - piece.start
            start = stop
            if begin == finish:
                continue
            if spans and spans[-1][1] == begin:
                spans[-1] = (spans[-1][0], finish)
            else:
                spans.append((begin, finish))
        return spans

    def is_quiet(self, position: int) -> bool:
        """Whether a character of the text is in a heading, code or navigation."""
        index = bisect_right(self.quiet, position, key=lambda span: span[0]) - 1
        return index >= 0 and position < self.quiet[index][1]


class TextMapper:
    """Build a :class:`MappedText` from consecutive pieces of a source.

    Parameters
    ----------
    source : str
        The whole source.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._parts: list[str] = []
        self._pieces: list[Piece] = []
        self._quiet: list[Span] = []
        self._quiet_start: int | None = None
        self._length = 0
        # White space and separators are added only when text follows.
        self._space: Span | None = None
        self._separator = ""
        self.anchors: dict[str, int] = {}

    def add(self, text: str, start: int, end: int) -> None:
        """Add text as it is, from the span ``[start, end)`` of the source."""
        if not text:
            return
        if self._separator:
            if self._length:
                self._append(self._separator, start, start)
        elif self._space and self._length:
            self._append(" ", *self._space)
        self._separator, self._space = "", None
        self._append(text, start, end)

    def add_collapsed(self, text: str, start: int) -> None:
        """Add text verbatim from `start` of the source, with each run of white space as a space."""
        copied = 0
        for match in _SPACES.finditer(text):
            self.add(text[copied : match.start()], start + copied, start + match.start())
            self.space(start + match.start(), start + match.end())
            copied = match.end()
        self.add(text[copied:], start + copied, start + len(text))

    def space(self, start: int, end: int) -> None:
        """Add a space between words; at the start of a line it is ignored."""
        self._space = (self._space[0] if self._space else start, end)

    def line(self) -> None:
        """End the line."""
        self._separator = self._separator or "\n"

    def paragraph(self) -> None:
        """End the paragraph."""
        self._separator = "\n\n"

    def begin_quiet(self) -> None:
        """Begin a span without glosses."""
        self._quiet_start = self._length

    def end_quiet(self) -> None:
        """End the span without glosses."""
        if self._quiet_start is not None and self._length > self._quiet_start:
            self._quiet.append((self._quiet_start, self._length))
        self._quiet_start = None

    def finish(self) -> MappedText:
        """Return the text, without a separator at the end."""
        self.end_quiet()
        text = "".join(self._parts)
        return MappedText(text, self._source, self._pieces, self._quiet, self.anchors)

    def _append(self, text: str, start: int, end: int) -> None:
        last = self._pieces[-1] if self._pieces else None
        verbatim = end - start == len(text)
        if (
            last is not None
            and verbatim
            and last.source_end == start
            and last.source_end - last.source_start == self._length - last.start
        ):
            self._pieces[-1] = last._replace(source_end=end)
        else:
            self._pieces.append(Piece(self._length, start, end))
        self._parts.append(text)
        self._length += len(text)
