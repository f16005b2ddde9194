"""Rich text (RTF)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from striprtf.striprtf import rtf_to_text

from lcp.documents.encoding import whole_characters
from lcp.documents.formats import damaged, read_bytes
from lcp.documents.parts import Part

if TYPE_CHECKING:
    from typing import BinaryIO

#: What striprtf reads in another way, and the same for it: the beginning of a group of hidden
#: text, the ends of cells, nested rows, columns and lines, and addresses of links, which it prints.
_CHANGES = {
    re.compile(rf"(?<!\\){code}"): new
    for code, new in {
        r"\{(?=(?:\\[a-z]+-?\d* ?)*\\v(?![a-z\d]))": r"{\\*\\hidden",
        r"\\(?:(?:nest)?cell|nestrow|column|softcol)(?![a-z])": r"\\par",
        r"\\softline(?![a-z])": r"\\line",
        r"\\fldinst(?![a-z])": r"\\fldinst ",
    }.items()
}


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text, whose paragraphs are the lines that striprtf returns."""
    source = read_bytes(stream, where).decode("latin-1")
    for pattern, new in _CHANGES.items():
        source = pattern.sub(new, source)
    try:
        # striprtf leaves out destinations.
        text = rtf_to_text(source, errors="replace")
    # A damaged file raises any error.
    except Exception as error:
        raise damaged(where, f"its RTF cannot be read ({error})") from error
    part = Part()
    for line in whole_characters(text).split("\n"):
        part.add_collapsed(line, None)
        part.paragraph()
    return [part]
