"""Plain text in UTF-8."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.encoding import check_characters, decoded
from lcp.documents.formats import LARGEST, Content, Format, Part, too_large

if TYPE_CHECKING:
    from typing import BinaryIO


class PlainText(Format):
    """Plain text in UTF-8."""

    name = "text"
    title = "plain text"
    suffixes = (".txt", ".text")
    library = "built in"

    def content(self, stream: BinaryIO, where: str) -> Content:
        """Return the text unchanged."""
        pieces, size = [], 0
        for piece in decoded(stream, where):
            check_characters(piece, where, before=size)
            size += len(piece)
            if size > LARGEST:
                raise too_large(where)
            pieces.append(piece)
        return Content(None, [Part("".join(pieces))])


FORMAT = PlainText()
