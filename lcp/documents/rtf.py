"""Rich text (RTF)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from striprtf.striprtf import rtf_to_text

from lcp.documents.encoding import whole_characters
from lcp.documents.formats import damaged, read_bytes
from lcp.documents.parts import Part

if TYPE_CHECKING:
    from typing import BinaryIO


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text, whose paragraphs are the lines that striprtf returns."""
    source = read_bytes(stream, where).decode("latin-1")
    try:
        text = rtf_to_text(source, errors="replace")
    # A damaged file raises any error.
    except Exception as error:
        raise damaged(where, f"its RTF cannot be read ({error})") from error
    part = Part()
    for line in whole_characters(text).split("\n"):
        part.add_collapsed(line, None)
        part.paragraph()
    return [part]
