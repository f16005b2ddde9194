"""Subtitles: SubRip (SRT) and WebVTT."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

from lcp.documents.encoding import decode
from lcp.documents.formats import read_bytes
from lcp.documents.parts import Part, with_glosses

if TYPE_CHECKING:
    import codecs
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from lcp.documents.parts import Mark, Span

_ARROW = "-->"
#: Codes in braces for position and style, tags and times inside a cue; white space; characters by
#: name; other text.
_TOKENS = re.compile(
    r"(?P<code>\{\\[^{}\n]*\}|</?[A-Za-z\d][^<>]*>)|(?P<space>\s+)|(?P<entity>&#?\w{1,32};)"
    r"|[^{<&\s]+|[{<&]"
)
#: Ends of a sentence or of a sound in brackets.
_ENDS = (".", "!", "?", "…", '."', '!"', '?"', ".”", "!”", "?”", "]", ")", "♪")


def read(stream: BinaryIO, where: str) -> list[Cues]:
    """Return the text of the cues; a sentence may continue in the next cue."""
    source, encoding = decode(read_bytes(stream, where), where)
    return [Cues(source, encoding)]


class Cues(Part):
    """The text of all cues."""

    def __init__(self, source: str, encoding: codecs.CodecInfo) -> None:
        super().__init__()
        self._source = source
        self._encoding = encoding
        for start, end in _cues(source):
            for token in _TOKENS.finditer(source, start, end):
                kind, text = token.lastgroup, token.group()
                if kind == "space":
                    self.space()
                elif kind != "code":
                    self.add(unescape(text), source, token.start(), len(text))
            # No sentence continues after the end of one.
            if source[start:end].rstrip().endswith(_ENDS):
                self.paragraph()
            else:
                self.line()

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the file with glosses in parentheses."""
        ((_, spans),) = self.by_node(marks)
        encode = self._encoding.encode
        data: bytes = encode(with_glosses(self._source, spans), "xmlcharrefreplace")[0]
        return data


def _cues(source: str) -> Iterator[Span]:
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
