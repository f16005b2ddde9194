"""Plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.documents.formats import read_bytes
from lcp.documents.parts import Part, listed, with_glosses

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from lcp.documents.parts import Mark


def read(stream: BinaryIO, where: str) -> list[Text]:
    """Return the text unchanged."""
    return [Text(decode(read_bytes(stream, where), where)[0].removeprefix(BYTE_ORDER_MARK))]


class Text(Part):
    """A plain text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.add(source, source)

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the text in UTF-8 with glosses in parentheses, and their list at the end."""
        marks = list(marks)
        spans = [span for _, marked in self.by_node(marks) for span in marked]
        end = "\r\n" if "\r\n" in self.text else "\n"
        entries = [": ".join(entry) for entry in listed(marks)]
        text = with_glosses(self.text, spans)
        if entries:
            text = end.join([text.rstrip("\r\n"), "", "----", "", *entries, ""])
        return text.encode()
