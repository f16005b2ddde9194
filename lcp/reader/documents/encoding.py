"""Decode files: in the encoding of the user, as they declare it (WHATWG), or as detected."""

from __future__ import annotations

import codecs
import re
import warnings
from typing import TYPE_CHECKING

from lcp.english.characters import check_characters
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

BYTE_ORDER_MARK = "\ufeff"
#: Encoding of files that are not UTF-8: Windows-1252, which contains Latin-1.
_LEGACY = "windows-1252"
#: Bytes that are read at once.
_CHUNK_BYTES = 65_536
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COMMENT = re.compile(rb"<!--.*?(-->|$)", re.DOTALL)
_DECLARATION = re.compile(
    rb"""<(?:\?xml\s[^>]*?encoding|meta\s[^>]*?charset)\s*=\s*["']?\s*([^\s"'/>;]+)""",
    re.IGNORECASE,
)


def check_encoding(name: str) -> None:
    """Raise :class:`InputError` if a name is not the name of an encoding."""
    try:
        "".encode(name)
    except (LookupError, TypeError, ValueError) as error:
        raise InputError(
            f"There is no encoding {quoted(name)}.",
            where="encoding",
            hint="Give a name such as utf-8, utf-16, windows-1252, latin-1 or mac-roman.",
        ) from error


def decoded(stream: BinaryIO, where: str, encoding: str | None = None) -> Iterator[str]:
    """Yield pieces of a plain text, with its line ends but without a byte order mark.

    Parameters
    ----------
    stream : binary stream
        The text.
    where : str
        Name of the file for messages.
    encoding : str, optional
        Encoding of the text. Default: that of the byte order mark, UTF-16 if every second byte is
        zero, UTF-8, or Windows-1252 if the text is not UTF-8.

    Raises
    ------
    InputError
        If there is no such encoding, or a byte is not in it; the message gives its position,
        counted from 0.

    Warns
    -----
    UserWarning
        If the encoding is neither UTF-8 nor given or marked.
    """
    if encoding is not None:
        check_encoding(encoding)
    chunk = stream.read(_CHUNK_BYTES)
    name = encoding or _guessed(chunk, where) or "utf-8"
    decoder = codecs.getincrementaldecoder(name)()
    read, is_ascii = 0, True
    while True:
        pending = len(decoder.getstate()[0])
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            if encoding or name != "utf-8" or not is_ascii or not _is_legacy(error):
                raise _undecodable(error, name, read - pending, where) from error
            _report_encoding(where, _LEGACY)
            name, decoder = _LEGACY, codecs.getincrementaldecoder(_LEGACY)()
            text = decoder.decode(error.object)
        is_ascii = is_ascii and text.isascii()
        yield text.removeprefix(BYTE_ORDER_MARK) if read == 0 else text
        if not chunk:
            return
        read += len(chunk)
        chunk = stream.read(_CHUNK_BYTES)


def decode(data: bytes, where: str, declared: str | None = None) -> tuple[str, codecs.CodecInfo]:
    """Decode a file as its byte order mark or its declaration says; else as :func:`decoded`.

    A byte order mark is part of the text.

    Raises
    ------
    InputError
        If the encoding is not one of the web's, the bytes are not in it, or they are not text.

    Warns
    -----
    UserWarning
        As :func:`decoded`.
    """
    name = _encoding_of_mark(data) or declared or _guessed(data[:_CHUNK_BYTES], where) or "utf-8"
    encoding = _of_the_web(name, where) if name == declared else codecs.lookup(name)
    try:
        text = encoding.decode(data, "strict")[0]
    except UnicodeDecodeError as error:
        if declared or name != "utf-8" or not _is_legacy(error):
            raise _undecodable(error, name, 0, where) from error
        _report_encoding(where, _LEGACY)
        encoding = codecs.lookup(_LEGACY)
        text = encoding.decode(data)[0]
    check_characters(text, where)
    return text, encoding


def whole_characters(text: str) -> str:
    r"""Join the halves of characters beyond U+FFFF, which RTF and PDF have; one alone is U+FFFD.

    >>> whole_characters("\ud83d\ude00 \ud83d") == "\U0001f600 \ufffd"
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _encoding_of_mark(data: bytes) -> str | None:
    """Return the encoding of a byte order mark."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), None)


def _guessed(head: bytes, where: str, share: float = 0.7, fewest: int = 16) -> str | None:
    """Return the encoding of a text with a byte order mark or many zero bytes.

    In UTF-16, at least this share of the characters of English have one. There must be `fewest`
    bytes.
    """
    if name := _encoding_of_mark(head):
        return name
    for name, zeros, others in (
        ("utf-16-le", head[1::2], head[::2]),
        ("utf-16-be", head[::2], head[1::2]),
    ):
        if len(head) >= fewest and zeros.count(0) > share * len(zeros) and not others.count(0):
            _report_encoding(where, name)
            return name
    return None


def _is_legacy(error: UnicodeDecodeError) -> bool:
    """Return whether bytes are Windows-1252, of which no part is other characters in UTF-8."""
    try:
        error.object.decode(_LEGACY)
    except UnicodeDecodeError:
        return False
    return error.object[: error.start].isascii()


def _report_encoding(where: str, encoding: str) -> None:
    warnings.warn(
        f"{where} is read as {encoding}, because it is not UTF-8. If letters are wrong, name its "
        "encoding (--encoding).",
        stacklevel=3,
    )


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

    By the HTML standard, it is in the first 1,024 bytes.

    >>> declared_encoding(b'<html><head><meta charset="iso-8859-1">')
    'iso-8859-1'
    """
    match = _DECLARATION.search(_COMMENT.sub(b"", data[:1024]))
    return match and match[1].decode("latin-1")


def _undecodable(error: UnicodeDecodeError, encoding: str, before: int, where: str) -> InputError:
    position = before + error.start
    return InputError(
        f"The byte {error.object[error.start]:#04x} at position {position:,} is not {encoding}.",
        where=where,
        hint="Name the encoding of the file with --encoding.",
    )
