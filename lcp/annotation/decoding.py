"""Check text that arrives in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.documents.encoding import check_characters
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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
