"""Texts that a caller gives together are checked: a table or a file is no list of texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike
from typing import TYPE_CHECKING

from lcp.english.characters import checked
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def checked_texts(texts: Iterable[str]) -> Iterator[str]:
    """Return an iterator of texts that checks each when it is reached.

    Raises
    ------
    InputError
        Now, if the texts are no list of texts; by the iterator, if a text is not valid: the error
        gives its number, counted from 0.
    """
    if hint := _hint(texts):
        raise InputError(f"The type {type(texts).__name__} is not a list of texts.", hint=hint)
    return _numbered(texts)


def _hint(texts: object) -> str:
    """Return what to give instead, if these are no texts."""
    if isinstance(texts, str):
        return "Give a list of texts, or use lcp.annotate."
    if isinstance(texts, bytes | bytearray | memoryview):
        return "Decode it, and give a string or a list of strings."
    if isinstance(texts, PathLike):
        return "Give its text: lcp.reader.documents.read_text reads a file."
    if isinstance(texts, Mapping) or hasattr(texts, "columns"):
        return "Give a column of texts, for example table['text']."
    return "" if isinstance(texts, Iterable) else "Give a string or a list of strings."


def _numbered(texts: Iterable[str]) -> Iterator[str]:
    for number, text in enumerate(texts):
        yield from checked([text], f"text {number}, counted from 0")
