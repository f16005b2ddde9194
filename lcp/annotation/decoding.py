"""Text from bytes and strings: piece by piece, and refused where it is no text."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

#: Bytes that are read at a time.
_CHUNK = 65_536
#: Characters that no file of text holds: NUL, and halves of surrogate pairs.
_NO_TEXT = re.compile("[\x00\ud800-\udfff]")


def decoded(stream: BinaryIO, where: str) -> Iterator[str]:
    """Pieces of a UTF-8 file, line ends as they are; a byte order mark is left out.

    Raises
    ------
    InputError
        At the first byte that is not UTF-8; names its place, counted from 0.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    read = 0
    while True:
        chunk = stream.read(_CHUNK)
        held = len(decoder.getstate()[0])
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            place = read - held + error.start
            raise InputError(
                f"The byte {error.object[error.start]:#04x} at position {place:,} is not UTF-8.",
                where=where,
                hint="Convert the file to UTF-8, for example with iconv.",
            ) from error
        yield text.removeprefix("\ufeff") if read == 0 else text
        if not chunk:
            return
        read += len(chunk)


def checked(chunks: Iterable[str]) -> Iterator[str]:
    """The pieces of a text as they are.

    Raises
    ------
    InputError
        At a piece that is no string, or a character that no text holds; names its place,
        counted from 0.
    """
    before = 0
    for chunk in chunks:
        if not isinstance(chunk, str):
            raise InputError(
                f"The text is not a string but {type(chunk).__name__}.",
                hint="Give a string; decode bytes first.",
            )
        if found := _NO_TEXT.search(chunk):
            raise InputError(
                f"The character U+{ord(found.group()):04X} at position "
                f"{before + found.start():,} is none of a text.",
                hint="Is it a binary file, or UTF-16? Give plain text in UTF-8.",
            )
        before += len(chunk)
        yield chunk
