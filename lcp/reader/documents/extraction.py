"""Extract the text of a document and write copies of it: the work of a limited process.

The functions here parse files from anyone. Other modules call them through
:func:`lcp.reader.documents.process.work`.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import requiring
from lcp.files.input_files import LARGEST
from lcp.reader.documents.archive import Archive
from lcp.reader.documents.formats import format_of, opened, too_large
from lcp.reader.documents.parts import Mark, Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

Reply = dict[str, Any]


def extract(
    source: Path | bytes,
    where: str,
    longest: int = LARGEST["document"],
    encoding: str | None = None,
) -> Reply:
    """Return the texts of the parts of a document, and their spans without glosses.

    The parts end with the first in which the document has more than `longest` characters.

    Raises
    ------
    InputError
        If it is damaged, encrypted, too large or not what its ending says.
    """
    read, size = [], 0
    with _content(source, where, encoding) as (_, parts):
        for part in parts:
            size += len(part.text)
            if size > LARGEST["document"]:
                raise too_large(where)
            read.append((part.text, part.quiet))
            if size > longest:
                break
    return {"parts": read}


def whole_text(reply: Reply) -> str:
    """Return the text of all parts."""
    return "\n\n".join(text for text, _ in reply["parts"] if text)


def write_copy(
    source: Path | bytes,
    where: str,
    out: str,
    marks: list[list[Mark]],
    encoding: str | None = None,
) -> Reply:
    """Write a copy of a document with the marks of each part."""
    with _content(source, where, encoding) as (stream, parts):
        copies = {
            part.member: part.marked([Mark(*mark) for mark in marked])
            for part, marked in zip(parts, marks, strict=True)
            if marked
        }
        with Path(out).open("wb") as target:
            if format_of(where).signature:
                Archive(stream, where, LARGEST["copy"]).copy(target, copies)
            else:
                stream.seek(0)
                target.write(copies.get("") or stream.read())
    return {}


@contextmanager
def _content(
    source: Path | bytes, where: str, encoding: str | None
) -> Iterator[tuple[BinaryIO, Iterable[Part]]]:
    with opened(source, where, encoding) as (form, stream):
        with requiring("documents", f"Documents in the format {form.title}"):
            module = import_module(f"lcp.reader.documents.{form.name}")
        yield stream, module.read(stream, where)
