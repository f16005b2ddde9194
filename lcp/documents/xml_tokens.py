"""XML tokens with their positions in the source, by expat. Entity declarations are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.parsers import expat

from lcp.documents.encoding import decode
from lcp.documents.html import declared_encoding
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable


class XmlReader:
    """Read the tokens of an XML document; subclasses override the methods ``on_...``.

    Names of elements and attributes are without their namespaces. Nothing outside the document is
    read.

    Parameters
    ----------
    where : str
        Name of the file for messages.

    Attributes
    ----------
    namespace : str
        Namespace of the last start tag.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._source = ""
        self._data = b""
        # A position in bytes and the same position in characters.
        self._bytes = self._characters = 0
        self._in_cdata = False
        # Position of the last token, if it was a start tag.
        self._started: int | None = None
        self.namespace = ""

    def read(self, source: str) -> None:
        """Read a whole document.

        Raises
        ------
        InputError
            If the document is not well-formed, or declares entities.
        """
        self._source, self._data = source, source.encode("utf-8")
        parser = self._parser = expat.ParserCreate("utf-8", " ")
        parser.buffer_text = False
        parser.StartElementHandler = self._handle_start
        parser.EndElementHandler = self._handle_end
        parser.CharacterDataHandler = self._handle_text
        parser.EntityDeclHandler = self._refuse
        parser.StartCdataSectionHandler = self._cdata(inside=True)
        parser.EndCdataSectionHandler = self._cdata(inside=False)
        try:
            parser.Parse(self._data, True)  # noqa: FBT003 - expat's signature
        except expat.ExpatError as error:
            raise InputError(
                f"The XML is damaged: {expat.ErrorString(error.code)} in line {error.lineno:,}.",
                where=self._where,
                hint="Save the document again in the program that wrote it.",
            ) from error

    @property
    def position(self) -> int:
        """Position of the current token in the source, in characters from 0."""
        current = self._parser.CurrentByteIndex
        self._characters += len(self._data[self._bytes : current].decode("utf-8"))
        self._bytes = current
        return self._characters

    def on_start(self, name: str, attributes: dict[str, str], start: int) -> None:
        """Handle a start tag; an empty element has an end tag at the same position."""

    def on_end(self, name: str, start: int) -> None:
        """Handle an end tag."""

    def on_text(self, text: str, start: int, end: int) -> None:
        """Handle text in a span of the source, which is empty for text in a CDATA section."""

    def _handle_start(self, name: str, attributes: dict[str, str]) -> None:
        local = {_local(key): value for key, value in attributes.items()}
        self.namespace = name.rpartition(" ")[0]
        self._started = self.position
        self.on_start(_local(name), local, self._started)

    def _handle_end(self, name: str) -> None:
        start = self.position
        # For expat, the end tag of an empty element is after it.
        if self._started is not None and self._source.startswith("/>", start - 2):
            start = self._started
        self._started = None
        self.on_end(_local(name), start)

    def _handle_text(self, text: str) -> None:
        start = self.position
        self._started = None
        if self._in_cdata:
            end = start
        elif self._source.startswith(text, start):
            end = start + len(text)
        elif self._source.startswith("&", start):
            end = self._source.index(";", start) + 1
        else:
            # A line end, which is one character in the text.
            end = start + (2 if self._source.startswith("\r\n", start) else 1)
        self.on_text(text, start, end)

    def _cdata(self, *, inside: bool) -> Callable[[], None]:
        def handle() -> None:
            self._in_cdata = inside

        return handle

    def _refuse(self, name: str, *_: object) -> None:
        raise InputError(
            f"The XML declares the entity '{name}', which documents do not need.",
            where=self._where,
            hint="Save the document again in the program that wrote it.",
        )


def decode_xml(data: bytes, where: str) -> tuple[str, str]:
    """Return the text of an XML file, and its encoding.

    Raises
    ------
    InputError
        If the file is not in its encoding.
    """
    return decode(data, where, declared=declared_encoding(data))


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
