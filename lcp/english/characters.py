"""Refuse characters that do not occur in text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


#: NUL and surrogates.
_INVALID = re.compile("[\x00\ud800-\udfff]")


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
        check_characters(chunk, before=before)
        before += len(chunk)
        yield chunk
