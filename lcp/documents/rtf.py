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

#: The beginning of a group of hidden text.
_HIDDEN = re.compile(r"(?<!\\)\{(?=(?:\\[a-z]+-?\d* ?)*\\v(?![a-z\d]))")


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text, whose paragraphs are the lines that striprtf returns."""
    source = read_bytes(stream, where).decode("latin-1")
    try:
        # striprtf leaves out destinations.
        text = rtf_to_text(_HIDDEN.sub(r"{\\*\\hidden", source), errors="replace")
    # A damaged file raises any error.
    except Exception as error:
        raise damaged(where, f"its RTF cannot be read ({error})") from error
    part = Part()
    for line in whole_characters(text).split("\n"):
        part.add_collapsed(line, None)
        part.paragraph()
    return [part]
