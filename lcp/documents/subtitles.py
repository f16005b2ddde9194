"""Subtitles: SubRip (SRT) and WebVTT."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lcp.documents.encoding import check_characters, decode
from lcp.documents.formats import Content, Format, Part, read_bytes
from lcp.documents.html_tokens import TokenReader
from lcp.documents.mapping import TextMapper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from lcp.documents.mapping import Span

_ARROW = "-->"
#: Codes in braces for position and style, and times inside a cue.
_CODES = re.compile(r"\{\\[^{}]*\}|<\d[\d:.]*>")
#: Ends of a sentence or of a sound in brackets.
_ENDS = (".", "!", "?", "…", '."', '!"', '?"', ".”", "!”", "?”", "]", ")", "♪")


class Subtitles(Format):
    """Subtitles, SRT and WebVTT."""

    name = "subtitles"
    title = "subtitles (SRT, WebVTT)"
    suffixes = (".srt", ".vtt")
    library = "built in"
    syntax = "text"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the text of the cues; a sentence may continue in the next cue."""
        source, encoding = decode(read_bytes(stream, where), where)
        check_characters(source, where)
        text = TextMapper(source)
        for start, end in cues(source):
            _CueReader(text, source, start, end)
            # No sentence continues after the end of one.
            if source[start:end].rstrip().endswith(_ENDS):
                text.paragraph()
            else:
                text.line()
        mapped = text.finish()
        return Content(None, [Part(mapped.text, mapped, encoding=encoding)])


FORMAT = Subtitles()


def cues(source: str) -> Iterator[Span]:
    """Yield the spans of the text of each cue: the lines after its times, up to a blank line."""
    begin: int | None = None
    position = 0
    for line in source.splitlines(keepends=True):
        end = position + len(line)
        if _ARROW in line:
            begin = end
        elif begin is not None and not line.strip():
            if begin < position:
                yield begin, position
            begin = None
        position = end
    if begin is not None and begin < position:
        yield begin, position


class _CueReader(TokenReader):
    """Add the text of a cue, without its tags and codes."""

    def __init__(self, text: TextMapper, source: str, start: int, end: int) -> None:
        super().__init__()
        self._text = text
        for code in _CODES.finditer(source, start, end):
            self._read_from(source[start : code.start()], start)
            start = code.end()
        self._read_from(source[start:end], start)

    def on_text(self, text: str, start: int, end: int) -> None:
        """Add text."""
        if end - start == len(text):
            self._text.add_collapsed(text, self._origin + start)
        else:
            self._text.add(text, self._origin + start, self._origin + end)

    def _read_from(self, source: str, origin: int) -> None:
        self._origin = origin
        self.reset()
        self.read(source)
