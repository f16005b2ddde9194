"""Rich text (RTF)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from striprtf.striprtf import remove_pict_groups, rtf_to_text, specialchars

from lcp.reader.documents.encoding import whole_characters
from lcp.reader.documents.formats import damaged, read_bytes
from lcp.reader.documents.parts import Part

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

#: What striprtf reads in another way, and the same for it: the ends of cells, nested rows, columns
#: and lines, and addresses of links, which it prints.
_CHANGES = {
    **dict.fromkeys(("cell", "nestcell", "nestrow", "column", "softcol"), "\\par "),
    "softline": "\\line ",
    "fldinst": "\\fldinst ",
}
_TOKEN = re.compile(
    r"\\(?P<word>[a-z]+)(?P<value>-?\d*) ?|(?P<brace>[{}])|\\\*|(?P<text>(?:\\[^a-z*]|[^\\{}])+)",
    re.IGNORECASE,
)
#: Properties of text that is not in the final document.
_HIDING = frozenset({"v", "deleted"})


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text, whose paragraphs are the lines that striprtf returns."""
    source = read_bytes(stream, where).decode("latin-1")
    try:
        # striprtf leaves out destinations. Binary data may contain anything.
        text = rtf_to_text("".join(_shown(remove_pict_groups(source))), errors="replace")
    # A damaged file raises any error.
    except Exception as error:
        raise damaged(where, f"its RTF cannot be read ({error})") from error
    part = Part()
    for line in whole_characters(text).split("\n"):
        part.add_collapsed(line, None)
        part.paragraph()
    return [part]


def _shown(source: str) -> Iterator[str]:
    """Yield the tokens of a source without hidden and deleted text."""
    # The properties of the text in each open group, which are those of the group around it.
    groups: list[frozenset[str]] = [frozenset()]
    for match in _TOKEN.finditer(source):
        word = match["word"]
        if match["brace"] == "{":
            groups.append(groups[-1])
        elif match["brace"] and len(groups) > 1:
            groups.pop()
        elif word in _HIDING:
            groups[-1] = groups[-1] - {word} if match["value"] == "0" else groups[-1] | {word}
        elif word == "plain":
            groups[-1] = frozenset()
        token = _CHANGES.get(word, match[0])
        is_text = match["text"] or word == "u" or "\n" not in specialchars.get(word, "\n")
        if not (groups[-1] and is_text and token == match[0]):
            yield token
