"""Decode files: plain text as UTF-8, others in the encodings of the web (WHATWG)."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from lcp.english.characters import check_characters
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

BYTE_ORDER_MARK = "\ufeff"
_CHUNK_BYTES = 65_536
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
#: Bytes at the start of a page in which its encoding is declared, by the HTML standard.
_HEAD = 1024
_COMMENT = re.compile(rb"<!--.*?(-->|$)", re.DOTALL)
_DECLARATION = re.compile(
    rb"""<(?:\?xml\s[^>]*?encoding|meta\s[^>]*?charset)\s*=\s*["']?\s*([^\s"'/>;]+)""",
    re.IGNORECASE,
)


def decoded(stream: BinaryIO, where: str) -> Iterator[str]:
    """Yield pieces of a UTF-8 file, with its line ends but without a byte order mark.

    Raises
    ------
    InputError
        If a byte is not UTF-8; the message gives its position, counted from 0.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    read = 0
    while True:
        chunk = stream.read(_CHUNK_BYTES)
        pending = len(decoder.getstate()[0])
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            raise _undecodable(error, "UTF-8", read - pending, where) from error
        yield text.removeprefix(BYTE_ORDER_MARK) if read == 0 else text
        if not chunk:
            return
        read += len(chunk)


def decode(data: bytes, where: str, declared: str | None = None) -> tuple[str, codecs.CodecInfo]:
    """Decode a file as its byte order mark or its declaration says; by default, as UTF-8.

    A byte order mark is part of the text.

    Raises
    ------
    InputError
        If the encoding is not one of the web's, the bytes are not in it, or they are not text.
    """
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    name = marked or declared or "utf-8"
    encoding = _of_the_web(name, where) if name == declared else codecs.lookup(name)
    try:
        text = encoding.decode(data, "strict")[0]
    except UnicodeDecodeError as error:
        raise _undecodable(error, name, 0, where) from error
    check_characters(text, where)
    return text, encoding


def _of_the_web(declared: str, where: str) -> codecs.CodecInfo:
    """Return the encoding that browsers use for a declared one (WHATWG)."""
    import webencodings

    encoding = webencodings.lookup(declared)
    if encoding is None or encoding.name == "replacement":
        raise InputError(
            f"The encoding {quoted(declared)} is not supported.",
            where=where,
            hint="Convert the file to UTF-8.",
        )
    # A declaration that can be read as ASCII is wrong if it says UTF-16; browsers use UTF-8.
    if encoding.name.startswith("utf-16"):
        encoding = webencodings.UTF8
    codec: codecs.CodecInfo = encoding.codec_info
    return codec


def declared_encoding(data: bytes) -> str | None:
    """Return the encoding in a page's XML declaration or meta element.

    >>> declared_encoding(b'<html><head><meta charset="iso-8859-1">')
    'iso-8859-1'
    """
    match = _DECLARATION.search(_COMMENT.sub(b"", data[:_HEAD]))
    return match and match[1].decode("latin-1")


def _undecodable(error: UnicodeDecodeError, encoding: str, before: int, where: str) -> InputError:
    position = before + error.start
    return InputError(
        f"The byte {error.object[error.start]:#04x} at position {position:,} is not {encoding}.",
        where=where,
        hint="Convert the file to UTF-8, for example with iconv.",
    )
