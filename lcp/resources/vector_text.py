"""Word vectors in GloVe's or word2vec's text format, read in blocks of lines."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from lcp.errors import InputError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO

    from numpy.typing import NDArray

    from lcp.resources.vector_copy import Block

FORMAT_HINT = "Give a file in GloVe's or word2vec's text format (plain, .gz or .zip)."
#: Bytes of text that are parsed at once, and longest line.
BLOCK = 8 << 20
#: Maximum number of bytes of unpacked text: three times GloVe's largest file.
LARGEST = 16 << 30


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Convert the exceptions of every file layer to an error that names the file."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error) as error:
        raise ResourceError(
            f"The file of word vectors is truncated or damaged ({error}).",
            where=str(path),
            hint="Download it again.",
        ) from error
    except OSError as error:
        raise ResourceError(
            f"The file of word vectors cannot be read or unpacked: {error.strerror or error}.",
            where=str(error.filename or path),
            hint="Check its permissions and the free space on the disk.",
        ) from error


def blocks_of(path: Path, dimensions: int) -> Iterator[Block]:
    """Yield the words and vectors of a file; parameters and errors as for ``load_vectors``.

    Besides those, the errors that :func:`reading` converts.
    """
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            member = _member(archive, path, dimensions)
            with archive.open(member) as stream:  # reading it to the end checks its CRC
                yield from _parsed(cast("BinaryIO", stream), f"{path} ({member})")
    elif path.suffix == ".gz":
        with gzip.open(path) as unpacked:
            yield from _parsed(cast("BinaryIO", unpacked), str(path))
    else:
        with path.open("rb") as plain:
            yield from _parsed(plain, str(path))


def _member(archive: zipfile.ZipFile, path: Path, dimensions: int) -> str:
    names = archive.namelist()
    for name in names:
        if name.endswith(f".{dimensions}d.txt"):
            return name
    raise InputError(
        f"The archive has no vectors of {dimensions} dimensions.",
        where=str(path),
        hint=f"Use the dimensions of a member: {', '.join(names) or 'none'}.",
    )


@dataclass
class _Layout:
    """Layout of a text, from its first line.

    Attributes
    ----------
    dimensions : int
        Numbers of a line.
    announced : int or None
        Number of vectors in word2vec's header.
    """

    dimensions: int
    announced: int | None

    @classmethod
    def of(cls, first: bytes) -> _Layout:
        sizes = first.split()
        if len(sizes) == 2 and all(size.isdigit() and len(size) < 12 for size in sizes):  # noqa: PLR2004
            return cls(int(sizes[1]), int(sizes[0]))
        return cls(_count(first), None)


def _parsed(stream: BinaryIO, where: str) -> Iterator[Block]:
    """Yield the words and vectors of each block of lines."""
    layout: _Layout | None = None
    count, first_line = 0, 1
    for block in _blocks(stream, where):
        lines = block
        if layout is None:
            layout = _Layout.of(lines.partition(b"\n")[0])
            if layout.dimensions < 1:
                break
            if layout.announced is not None:
                lines, first_line = lines.partition(b"\n")[2], 2
            if not lines:
                continue
        words, vectors = _arrays(lines, layout.dimensions, where, first_line)
        yield words, vectors
        count += len(words)
        first_line += len(words)
    if layout is None or not count:
        raise ResourceError("The file has no word vectors.", where=where, hint=FORMAT_HINT)
    if layout.announced not in (None, count):
        raise ResourceError(
            f"The file has {count:,} vectors, but its header says {layout.announced:,}.",
            where=where,
            hint="The file may be truncated; download it again.",
        )


def _blocks(stream: BinaryIO, where: str) -> Iterator[bytes]:
    """Yield blocks of complete lines."""
    rest, left = b"", LARGEST
    while block := stream.read(BLOCK):
        left -= len(block)
        if left < 0:
            raise ResourceError(
                f"The word vectors have more than {LARGEST:,} bytes of text.",
                where=where,
                hint=FORMAT_HINT,
            )
        end = block.rfind(b"\n") + 1
        if end:
            yield rest + block[:end]
            rest = block[end:]
        else:
            rest += block
        if len(rest) > BLOCK:
            raise ResourceError(
                f"A line is longer than {BLOCK:,} bytes.", where=where, hint=FORMAT_HINT
            )
    if rest:
        yield rest


def _arrays(lines: bytes, dimensions: int, where: str, first_line: int) -> Block:
    """Parse complete lines; `first_line` is the number of the first in the file."""
    import pyarrow as pa
    from pyarrow import csv

    if _count(lines.partition(b"\n")[0]) != dimensions:  # before as many columns are named
        raise _error(lines, dimensions, where, first_line)
    names = [f"f{number}" for number in range(dimensions + 1)]
    # word2vec writes a space at the end of each line.
    text = lines.replace(b"\r\n", b"\n").replace(b" \n", b"\n")
    try:
        table = csv.read_csv(
            io.BytesIO(text),
            csv.ReadOptions(column_names=names, block_size=len(text) + 1),
            csv.ParseOptions(delimiter=" ", quote_char=False, ignore_empty_lines=False),
            csv.ConvertOptions(
                column_types=dict.fromkeys(names[1:], pa.float32()) | {names[0]: pa.string()},
                null_values=[],
                strings_can_be_null=False,
            ),
        )
    except pa.ArrowInvalid as error:
        raise _error(lines, dimensions, where, first_line) from error
    # A carriage return inside a line also ends a row.
    if len(table) != text.count(b"\n") + (not text.endswith(b"\n")):
        raise _error(lines, dimensions, where, first_line)
    vectors: NDArray[np.float16] = np.empty((len(table), dimensions), dtype=np.float16)
    with np.errstate(over="ignore"):
        for column, values in enumerate(table.columns[1:]):
            vectors[:, column] = values.to_numpy()
    if not np.isfinite(vectors).all():
        raise _error(lines, dimensions, where, first_line)
    return [word.encode() for word in table.column(0).to_pylist()], vectors


def _error(lines: bytes, dimensions: int, where: str, first_line: int) -> ResourceError:
    """Return the error that names the first invalid line."""
    for number, line in enumerate(lines.removesuffix(b"\n").split(b"\n"), start=first_line):
        problem = _problem(line, dimensions)
        if problem:
            return ResourceError(problem, where=f"{where}, line {number}", hint=FORMAT_HINT)
    return ResourceError(
        "The lines are not words and numbers.",
        where=f"{where}, after line {first_line - 1}",
        hint=FORMAT_HINT,
    )


def _problem(line: bytes, dimensions: int) -> str | None:
    """Return what is wrong with a line, if anything."""
    numbers = _count(line)
    if numbers != dimensions:
        return f"The line has {numbers} numbers instead of {dimensions}."
    try:
        values = np.array(line.decode().rstrip().split(" ")[1:], dtype=np.float64)
    except ValueError:
        values = np.array([np.nan])
    if not np.isfinite(values).all():
        return "The line is not a word and finite numbers in UTF-8."
    largest = float(np.finfo(np.float16).max)
    if np.abs(values).max() > largest:
        return f"A number of the line is larger than {largest:,.0f}."
    return None


def _count(line: bytes) -> int:
    """Return how many numbers follow the word of a line."""
    return line.rstrip().count(b" ")
