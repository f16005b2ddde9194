"""Decode files, and refuse what is not text."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

_CHUNK_BYTES = 65_536
#: Characters that do not occur in text: NUL and surrogates.
_INVALID = re.compile("[\x00\ud800-\udfff]")
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
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
        yield text.removeprefix("\ufeff") if read == 0 else text
        if not chunk:
            return
        read += len(chunk)


def decode(data: bytes, where: str, *, declared: str | None = None) -> tuple[str, str]:
    """Decode a file as its byte order mark or declaration says; by default, as UTF-8.

    Encoding the text again gives the same bytes: a byte order mark is part of the text.

    Parameters
    ----------
    data : bytes
        The file.
    where : str
        Name of the file for messages.
    declared : str, optional
        Name of the encoding that the file declares.

    Returns
    -------
    text, encoding : str
        The text and the name of its encoding.

    Raises
    ------
    InputError
        If the encoding does not exist, or the bytes are not in it.
    """
    encoding = next((name for mark, name in _BYTE_ORDER_MARKS if data.startswith(mark)), None)
    encoding = encoding or _python_name(declared or "utf-8", where)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(error, encoding.upper(), 0, where) from error
    if encoding == "utf-8" or text.encode(encoding) == data:
        return text, encoding
    raise InputError(
        f"The file cannot be written in its encoding, {encoding}.",
        where=where,
        hint="Convert the file to UTF-8.",
    )


def check_characters(text: str, where: str | None = None, *, before: int = 0) -> None:
    """Check that a text, after `before` other characters, is not binary.

    Raises
    ------
    InputError
        If the text contains NUL or a surrogate; the message gives its position, counted from 0.
    """
    if invalid := _INVALID.search(text):
        raise InputError(
            f"The character U+{ord(invalid.group()):04X} at position "
            f"{before + invalid.start():,} is not allowed in text.",
            where=where,
            hint="Use plain text in UTF-8, not a binary file or UTF-16.",
        )


def _python_name(declared: str, where: str) -> str:
    try:
        codec = codecs.lookup(declared.strip())
    except LookupError as error:
        raise InputError(
            f"There is no encoding '{declared}'.", where=where, hint="Convert the file to UTF-8."
        ) from error
    # Browsers read ISO 8859-1 and ASCII as Windows-1252, which contains both.
    return "cp1252" if codec.name in {"iso8859-1", "ascii"} else codec.name


def _undecodable(error: UnicodeDecodeError, encoding: str, before: int, where: str) -> InputError:
    position = before + error.start
    return InputError(
        f"The byte {error.object[error.start]:#04x} at position {position:,} is not {encoding}.",
        where=where,
        hint="Convert the file to UTF-8, for example with iconv.",
    )
