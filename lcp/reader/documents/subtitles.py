"""Subtitles: SubRip (SRT) and WebVTT."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lcp.errors import InputError
from lcp.reader.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.reader.documents.formats import read_bytes
from lcp.reader.documents.parts import Part, with_glosses

if TYPE_CHECKING:
    import codecs
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from lcp.reader.documents.parts import Mark

_VTT = "WEBVTT"
#: The times of a cue, before the settings of WebVTT.
_TIMES = re.compile(r"\s*(?:\d+:)?\d+:\d+[.,]\d+\s*-->\s*(?:\d+:)?\d+:\d+[.,]\d+(?!\S)")
#: Codes in braces for position and style, tags, and times inside a cue.
_CODE = r"\{\\[^{}\n]*\}|</?(?:[biuscv]|em|strong|font|lang|ruby|rt|span)\b[^<>\n]*>|<\d+:[\d:.]+>"
#: Codes; sounds in brackets, or in capitals and not after a word; white space; characters by name;
#: other text.
_TOKENS = re.compile(
    rf"(?P<code>{_CODE}|\[[^\[\]\n]*\]|(?<!\w)(?<!\w )\((?=[^()\n]*[A-Z])[^()\na-z]*\))"
    r"|(?P<space>\s+)|(?P<entity>&#?\w{1,32};)|[^{<&\[(\s]+|[{<&\[(]"
)
#: The name of a speaker in capitals, perhaps after dashes, codes and sounds; a line with nothing
#: but a sound.
_SPEAKER = re.compile(
    rf"(?:[\s-]|{_CODE}|\[[^\[\]\n]*\]|\([^()\n]*\))*[A-Z](?:[A-Z.'’ -]|#?\d)+:(?:{_CODE})?\s+"
)
_SOUND = re.compile(r"-?\s*\([^()]*\)")
_DASH = re.compile(r"[-–—]\s*\S")
#: Blocks of WebVTT that are not cues.
_NOT_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")
#: Ends of a sentence or of a sound.
_ENDS = (".", "!", "?", "…", '."', '!"', '?"', ".”", "!”", "?”", "]", ")", "♪")


class Row(NamedTuple):
    """A line: its span in the source, and its text without codes."""

    start: int
    end: int
    text: str


def read(stream: BinaryIO, where: str) -> list[Cues]:
    """Return the text of the cues; a sentence may continue in the next cue.

    Raises
    ------
    InputError
        If the file has no cues and is not WebVTT.
    """
    source, encoding = decode(read_bytes(stream, where), where)
    is_vtt = source.removeprefix(BYTE_ORDER_MARK).startswith(_VTT)
    cues = list(_cues(source, is_vtt=is_vtt))
    if not (cues or is_vtt) and source.strip():
        raise InputError(
            "The file has no times of subtitles in the format SRT or WebVTT.",
            where=where,
            hint="Convert other subtitles, for example with FFmpeg; name plain text .txt.",
        )
    return [Cues(source, encoding, _unrolled(cues))]


class Cues(Part):
    """The text of all cues, without names of speakers in capitals, and without sounds."""

    def __init__(self, source: str, encoding: codecs.CodecInfo, cues: Iterable[list[Row]]) -> None:
        super().__init__()
        self._source = source
        self._encoding = encoding
        for cue in cues:
            for row in cue:
                self._add(row)
            # No sentence continues after the end of one.
            if cue and cue[-1].text.endswith(_ENDS):
                self.paragraph()
            else:
                self.line()

    def _add(self, row: Row) -> None:
        if _SOUND.fullmatch(row.text):
            self.paragraph()
            return
        if _DASH.match(row.text):
            self.paragraph()
        speaker = _SPEAKER.match(self._source, row.start, row.end)
        begin = speaker.end() if speaker else row.start
        for token in _TOKENS.finditer(self._source, begin, row.end):
            kind, text = token.lastgroup, token.group()
            if kind == "space":
                self.space()
            elif kind != "code":
                self.add(unescape(text), self._source, token.start(), len(text))

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the file with glosses in parentheses."""
        spans = [span for _, marked in self.by_node(marks) for span in marked]
        encode = self._encoding.encode
        data: bytes = encode(with_glosses(self._source, spans), "xmlcharrefreplace")[0]
        return data


def _cues(source: str, *, is_vtt: bool) -> Iterator[list[Row]]:
    """Yield the lines of each cue: up to the next times, as players read them."""
    rows: list[Row] = []
    in_cue = numbered = False
    position = 0
    for line in source.splitlines(keepends=True):
        text = re.sub(_CODE, "", line.removeprefix(BYTE_ORDER_MARK)).strip()
        row = Row(position, position + len(line), text)
        position = row.end
        if not _TIMES.match(text):
            rows.append(row)
            continue
        label = _label_length(rows, is_vtt=is_vtt, numbered=numbered or not in_cue)
        numbered = numbered or (bool(label) and not in_cue)
        if in_cue:
            yield _shown_lines(rows[: len(rows) - label], is_vtt=is_vtt)
        rows, in_cue = [], True
    if in_cue:
        yield _shown_lines(rows, is_vtt=is_vtt)


def _label_length(rows: list[Row], *, is_vtt: bool, numbered: bool) -> int:
    """Return how many of the lines before times are the number or name of the cue."""
    last = max((index for index, row in enumerate(rows) if row.text), default=None)
    if last is None:
        return 0
    # Names follow a blank line after the text of the cue before.
    has_text = last > 0 and not rows[last - 1].text and any(row.text for row in rows[:last])
    is_name = is_vtt and last == len(rows) - 1 and has_text
    is_number = numbered and rows[last].text.isdecimal()
    return len(rows) - last if is_number or is_name else 0


def _shown_lines(rows: list[Row], *, is_vtt: bool) -> list[Row]:
    """Return the lines with text, without blocks of WebVTT that are not cues."""
    shown: list[Row] = []
    in_block, after_blank = False, False
    for row in rows:
        if not row.text:
            in_block, after_blank = False, True
            continue
        in_block = in_block or (is_vtt and after_blank and bool(_NOT_CUE.match(row.text)))
        after_blank = False
        if not in_block:
            shown.append(row)
    return shown


def _unrolled(cues: list[list[Row]], least: float = 0.3) -> list[list[Row]]:
    """Return the cues without repeated lines, if at least a share begin with the line before."""
    pairs = list(pairwise([[], *filter(None, cues)]))
    repeated = sum(bool(old) and new[0].text == old[-1].text for old, new in pairs)
    if repeated < least * len(pairs):
        return cues
    unrolled = []
    for old, new in pairs:
        before = {row.text for row in old}
        first = next((index for index, row in enumerate(new) if row.text not in before), len(new))
        unrolled.append(new[first:])
    return unrolled
