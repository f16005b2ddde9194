"""Word vectors from a file in GloVe's or word2vec's text format.

Reading 400,000 vectors from text takes a minute, so a binary copy is kept in the cache: an array
without pickles and a list of words. Its name contains the size and modification time of the text,
so that a changed text is read again.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
import warnings
import zipfile
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

import numpy as np

from lcp.errors import InputError, ResourceError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

_FORMAT_HINT = "Give a file in GloVe's or word2vec's text format (plain, .gz or .zip)."


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Words and their vectors.

    Parameters
    ----------
    words : dict of str to int
        Row of each word in `matrix`.
    matrix : float32 array of shape (n_words, n_dimensions)
        One vector per row.

    Examples
    --------
    >>> vectors = Vectors({"cat": 0, "dog": 1}, np.eye(2, dtype=np.float32))
    >>> vectors.rows(["dog", "Cat", "xqzzt"])
    array([ 1,  0, -1])
    """

    words: dict[str, int]
    matrix: NDArray[np.float32]

    def rows(self, words: Iterable[str]) -> NDArray[np.intp]:
        """Return the row of each word, else that of its lower-case form, else -1."""
        index = self.words
        rows = [index[word] if word in index else index.get(word.lower(), -1) for word in words]
        return np.array(rows, dtype=np.intp)


def load_vectors(path: str | Path, *, dimensions: int = 300, cache: Path | None = None) -> Vectors:
    """Read word vectors, once per process.

    Parameters
    ----------
    path : path
        Text file with one word and its numbers per line, with or without word2vec's header, plain
        or ``.gz``; or a ``.zip`` archive of such files, as published by GloVe.
    dimensions : int, default=300
        Selects the member ``….{dimensions}d.txt`` of an archive.
    cache : Path, optional
        Folder for a binary copy. Default: no copy, as if the folder cannot be written.

    Raises
    ------
    InputError
        If there is no such file, or the archive has no member with that many dimensions.
    ResourceError
        If the file is damaged, or a line is not a word and as many numbers as the other lines;
        names the line.
    """
    path = Path(path).resolve()
    if not path.is_file():
        raise InputError(
            "The file of word vectors does not exist.",
            where=str(path),
            hint=_FORMAT_HINT,
        )
    status = path.stat()
    return _load(path, dimensions, cache, f"{status.st_size}-{status.st_mtime_ns}")


@lru_cache(maxsize=4)
def _load(path: Path, dimensions: int, cache: Path | None, version: str) -> Vectors:
    with _reading(path):
        member = _member(path, dimensions) if path.suffix == ".zip" else None
        if cache is None:
            return _parse(path, member, None)
        stem = Path(member or path.name).name.removesuffix(".gz").removesuffix(".txt")
        copy = cache / "vectors" / f"{stem}-{version}.npy"
        if vectors := _read_copy(copy):
            return vectors
        vectors = _parse(path, member, copy.parent)
        # The matrix of the copy is mapped from disk, which lets processes share it.
        return (_write_copy(copy, vectors) and _read_copy(copy)) or vectors


@contextmanager
def _reading(path: Path) -> Iterator[None]:
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


def _member(path: Path, dimensions: int) -> str:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    for name in names:
        if name.endswith(f".{dimensions}d.txt"):
            return name
    raise InputError(
        f"The archive has no vectors of {dimensions} dimensions.",
        where=str(path),
        hint=f"Use the dimensions of a member: {', '.join(names) or 'none'}.",
    )


def _parse(path: Path, member: str | None, scratch: Path | None) -> Vectors:
    if member is None:
        return _read_text(path, str(path))
    with _scratch_folder(scratch) as folder, zipfile.ZipFile(path) as archive:
        text = Path(folder, "vectors.txt")
        with archive.open(member) as source, text.open("wb") as target:
            # Reading a member to its end checks its CRC.
            shutil.copyfileobj(source, target, 1 << 20)
        return _read_text(text, f"{path} ({member})")


def _scratch_folder(folder: Path | None) -> tempfile.TemporaryDirectory[str]:
    """Create a temporary folder for an unpacked text, inside `folder` if it is writable."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return tempfile.TemporaryDirectory(dir=folder)
        except OSError:
            pass
    return tempfile.TemporaryDirectory()


def _read_text(text: Path, where: str) -> Vectors:
    from gensim.models import KeyedVectors

    has_header = _check_lines(text, where)
    # gensim does not close a file without a header. An exception refers to the open file, so it
    # must not outlive this block.
    with np.errstate(over="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            read = KeyedVectors.load_word2vec_format(str(text), no_header=not has_header)
        except ValueError:  # an invalid number, or bytes that are not UTF-8
            read = None
    if read is None or not np.isfinite(read.vectors).all():
        raise _not_numbers(text, where, has_header=has_header)
    return Vectors(dict(read.key_to_index), read.vectors)


def _open(text: Path) -> BinaryIO:
    # GzipFile lacks one method of BinaryIO, which is not needed here.
    return cast("BinaryIO", gzip.open(text)) if text.suffix == ".gz" else text.open("rb")


def _check_lines(text: Path, where: str) -> bool:
    """Return whether the file has word2vec's header, and check that all lines have equal length.

    gensim would expand a line with a single number to equal numbers.
    """
    with _open(text) as stream:
        first = stream.readline()
        sizes = first.split()
        has_header = len(sizes) == 2 and all(size.isdigit() for size in sizes)  # noqa: PLR2004
        dimensions = int(sizes[1]) if has_header else first.rstrip().count(b" ")
        number = 1
        for number, line in enumerate(stream, start=2):
            numbers = line.rstrip().count(b" ")
            if numbers != dimensions:
                raise ResourceError(
                    f"The line has {numbers} numbers instead of {dimensions}.",
                    where=f"{where}, line {number}",
                    hint=_FORMAT_HINT,
                )
    count = number - has_header
    if dimensions < 1 or count < 1:
        raise ResourceError("The file has no word vectors.", where=where, hint=_FORMAT_HINT)
    if has_header and count != int(sizes[0]):
        raise ResourceError(
            f"The file has {count:,} vectors, but its header says {int(sizes[0]):,}.",
            where=where,
            hint="The file may be truncated; download it again.",
        )
    return has_header


def _not_numbers(text: Path, where: str, *, has_header: bool) -> ResourceError:
    """Return the error that names the first invalid line."""
    with _open(text) as stream:
        for number, line in enumerate(stream, start=1):
            if not (has_header and number == 1) and not _readable(line):
                where = f"{where}, line {number}"
                break
    return ResourceError(
        "The line is not a word and finite numbers in UTF-8.", where=where, hint=_FORMAT_HINT
    )


def _readable(line: bytes) -> bool:
    try:
        with np.errstate(over="ignore"):
            numbers = np.array(line.decode().rstrip().split(" ")[1:], dtype=np.float32)
    except ValueError:
        return False
    return bool(np.isfinite(numbers).all())


def _read_copy(copy: Path) -> Vectors | None:
    """Open a binary copy; None if it is missing or damaged."""
    try:
        matrix = np.load(copy, mmap_mode="r", allow_pickle=False)
        # Not splitlines(): some words are line separators of Unicode.
        words = copy.with_suffix(".words.txt").read_bytes().decode().split("\n")
    except (OSError, ValueError, EOFError):
        return None
    index = {word: row for row, word in enumerate(words)}
    whole = matrix.ndim == 2 and matrix.dtype == np.float32 and len(index) == len(matrix)  # noqa: PLR2004
    return Vectors(index, matrix) if whole else None


def _write_copy(copy: Path, vectors: Vectors) -> bool:
    """Write a binary copy, the array last, and return whether that was possible."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=copy.parent) as folder:
            words = Path(folder, "words.txt")
            words.write_bytes("\n".join(vectors.words).encode())
            matrix = Path(folder, "matrix.npy")
            np.save(matrix, vectors.matrix, allow_pickle=False)
            words.replace(copy.with_suffix(".words.txt"))
            matrix.replace(copy)
    except OSError:
        return False
    return True
