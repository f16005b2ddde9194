"""Plain text in UTF-8."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from lcp.documents.encoding import decoded
from lcp.documents.formats import read_bytes
from lcp.documents.parts import Part
from lcp.english.characters import check_characters

if TYPE_CHECKING:
    from typing import BinaryIO


def read(stream: BinaryIO, where: str) -> list[Part]:
    """Return the text unchanged."""
    text = "".join(decoded(BytesIO(read_bytes(stream, where)), where))
    check_characters(text, where)
    part = Part()
    part.add(text, None)
    return [part]
