"""Lines and columns of positions in a text that is read in pieces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
        """Return line and column of a position, which must not be before the last call's."""
        while self._starts and self._starts[0] <= position:
            self._start = self._starts.popleft()
            self._line += 1
        return Place(self._line, position - self._start + 1)


class AlignedLines(Lines):
    r"""Lines of the source of an extracted text, such as an HTML or Markdown file.

    The words of both are aligned, a part at a time. A word that is not in the source, because
    it contains markup, has the place of the aligned word before it.

    Parameters
    ----------
    text, source : str
        The extracted text and its source.
    size, ahead : int
        Number of words of a part, and of words of the source that it is compared with.
    certain : int
        Number of words of a match that is certain; single words may match by chance.

    Examples
    --------
    >>> lines = AlignedLines("The ewe slept.", "# Title\n\nThe *ewe* slept.")
    >>> lines.place(4)
    Place(line=3, column=6)
    """

    def __init__(
        self, text: str, source: str, *, size: int = 200, ahead: int = 1_000, certain: int = 3
    ) -> None:
        super().__init__()
        self._source_starts = [0, *(match.end() for match in _LINE_END.finditer(source))]
        words, originals = ([*_WORD.finditer(part)] for part in (text, source))
        self._pairs: list[tuple[int, int]] = []
        source_place = 0
        for begin in range(0, len(words), size):
            offset = source_place
            part, near = words[begin : begin + size], originals[offset : offset + ahead]
            matcher = SequenceMatcher(
                None, [word.group() for word in part], [word.group() for word in near]
            )
            for block in matcher.get_matching_blocks():
                self._pairs += (
                    (part[block.a + step].start(), near[block.b + step].start())
                    for step in range(block.size)
                )
                if block.size >= certain:
                    source_place = offset + block.b + block.size

    def read(self, pieces: Iterable[str]) -> Iterator[str]:
        """Yield the pieces of the extracted text unchanged."""
        yield from pieces

    def place(self, position: int) -> Place:
        """Return line and column in the source of a position in the extracted text."""
        index = bisect_right(self._pairs, position, key=lambda pair: pair[0]) - 1
        start = self._pairs[index][1] if index >= 0 else 0
        line = bisect_right(self._source_starts, start)
        return Place(line, start - self._source_starts[line - 1] + 1)
