"""Plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.reader.documents.encoding import BYTE_ORDER_MARK, decode
from lcp.reader.documents.formats import read_bytes
from lcp.reader.documents.parts import Part, listed, with_glosses

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from lcp.reader.documents.parts import Mark


def read(stream: BinaryIO, where: str) -> list[Text]:
    """Return the text unchanged."""
    source = decode(read_bytes(stream, where), where)[0].removeprefix(BYTE_ORDER_MARK)
    text = Text(source)
    text.add(source, source)
    return [text]


class Text(Part):
    """A text in a source that a copy keeps, apart from glosses.

    Parameters
    ----------
    source : str
        The source, whose text is added.
    item : str
        What begins a line of the list at the end.
    """

    def __init__(self, source: str, item: str = "") -> None:
        super().__init__()
        self._source, self._item = source, item

    def marked(self, marks: Iterable[Mark]) -> bytes:
        """Return the source in UTF-8 with glosses in parentheses, and their list at the end."""
        marks = list(marks)
        spans = sorted(span for _, marked in self.by_node(marks) for span in marked)
        end = "\r\n" if "\r\n" in self._source else "\n"
        entries = [self._item + ": ".join(entry) for entry in listed(marks)]
        text = with_glosses(self._source, spans)
        if entries:
            text = end.join([text.rstrip("\r\n"), "", "----", "", *entries, ""])
        return text.encode()
