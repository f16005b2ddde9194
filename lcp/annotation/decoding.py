"""Decode and check text in pieces."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

_CHUNK_BYTES = 65_536
#: Characters that do not occur in text: NUL and surrogates.
_INVALID = re.compile("[\x00\ud800-\udfff]")


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
            position = read - pending + error.start
            raise InputError(
                f"The byte {error.object[error.start]:#04x} at position {position:,} is not UTF-8.",
                where=where,
                hint="Convert the file to UTF-8, for example with iconv.",
            ) from error
        yield text.removeprefix("\ufeff") if read == 0 else text
        if not chunk:
            return
        read += len(chunk)


def checked(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the pieces of a text unchanged.

    Raises
    ------
    InputError
        If a piece is not a string, or contains NUL or a surrogate; the message gives its
        position, counted from 0.
    """
    before = 0
    for chunk in chunks:
        if not isinstance(chunk, str):
            raise InputError(
                f"The text is not a string but {type(chunk).__name__}.",
                hint="Pass a string; decode bytes first.",
            )
        if invalid := _INVALID.search(chunk):
            raise InputError(
                f"The character U+{ord(invalid.group()):04X} at position "
                f"{before + invalid.start():,} is not allowed in text.",
                hint="Use plain text in UTF-8, not a binary file or UTF-16.",
            )
        before += len(chunk)
        yield chunk
