"""Lines and columns of positions in a text that is read in pieces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.documents.mapping import MappedText

_WORD = re.compile(r"\w+")
_LINE_END = re.compile(r"\r\n?|\n")


class Place(NamedTuple):
    """Line and column of a character, counted from 1, as in editors."""

    line: int
    column: int


class Lines:
    r"""Lines of a text that is read in pieces. Memory depends on what was read ahead, not the text.

    Examples
    --------
    >>> lines = Lines()
    >>> "".join(lines.read(["one\r", "\ntwo"]))
    'one\r\ntwo'
    >>> lines.place(1), lines.place(6)
    (Place(line=1, column=2), Place(line=2, column=2))
    """

    def __init__(self) -> None:
        self._starts: deque[int] = deque()
        self._line, self._start = 1, 0

    def read(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the pieces of a text unchanged, and record where its lines begin."""
        position, after_return = 0, False
        for piece in pieces:
            for match in _LINE_END.finditer(piece):
                if after_return and match.span() == (0, 1) and piece[0] == "\n":
                    # The second character of a line end that was divided between two pieces.
                    self._starts[-1] += 1
                else:
                    self._starts.append(position + match.end())
            if piece:
                after_return = piece.endswith("\r")
            position += len(piece)
            yield piece

    def place(self, position: int) -> Place:
        """Return line and column of a position, which must not be before that of the last call."""
        while self._starts and self._starts[0] <= position:
            self._start = self._starts.popleft()
            self._line += 1
        return Place(self._line, position - self._start + 1)


class _LinesOfSource(Lines):
    """Lines of a source that is in memory; subclasses find the place of each position in it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self._source_starts = [0, *(match.end() for match in _LINE_END.finditer(source))]

    def read(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the pieces of the extracted text unchanged."""
        yield from pieces

    def place(self, position: int) -> Place:
        """Return line and column in the source of a position in the extracted text."""
        start = self._in_source(position)
        line = bisect_right(self._source_starts, start)
        return Place(line, start - self._source_starts[line - 1] + 1)

    def _in_source(self, position: int) -> int:
        raise NotImplementedError


class SourceLines(_LinesOfSource):
    """Lines of the source from which a text was extracted, such as an HTML file.

    Parameters
    ----------
    mapped : MappedText
        The text, with the place of every character in its source.
    """

    def __init__(self, mapped: MappedText) -> None:
        super().__init__(mapped.source)
        self._mapped = mapped

    def _in_source(self, position: int) -> int:
        spans = self._mapped.source_spans(position, position + 1)
        return spans[0][0] if spans else 0


class AlignedLines(_LinesOfSource):
    r"""Lines of the source of a text whose places are not known, such as a Markdown file.

    The words of both are aligned (Ratcliff & Metzener 1988). A word that is not in the source,
    because it contains markup, has the place of the aligned word before it.

    Parameters
    ----------
    text, source : str
        The extracted text and its source.

    Examples
    --------
    >>> lines = AlignedLines("The ewe slept.", "# Title\n\nThe *ewe* slept.")
    >>> lines.place(4)
    Place(line=3, column=6)
    """

    def __init__(self, text: str, source: str) -> None:
        super().__init__(source)
        words, originals = list(_WORD.finditer(text)), list(_WORD.finditer(source))
        matcher = SequenceMatcher(
            None, [word.group() for word in words], [word.group() for word in originals]
        )
        self._pairs = [
            (words[block.a + step].start(), originals[block.b + step].start())
            for block in matcher.get_matching_blocks()
            for step in range(block.size)
        ]

    def _in_source(self, position: int) -> int:
        index = bisect_right(self._pairs, position, key=lambda pair: pair[0]) - 1
        return self._pairs[index][1] if index >= 0 else 0
