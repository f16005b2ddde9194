"""Word vectors from a file in GloVe's or word2vec's text format.

A text of 400,000 vectors takes a minute to read, so a copy that opens at once is kept
beside the downloads. It is an array without pickles and a list of words, named after the
file's size and date, so that it is not taken for another file's.
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

_LAYOUT = "Give a file in GloVe's or word2vec's text format (plain, .gz or .zip)."


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Words and their vectors.

    Parameters
    ----------
    words : dict of str to int
        Row of each word in `matrix`.
    matrix : float32 array of shape (n_words, n_dimensions)
        One vector a row.

    Examples
    --------
    >>> vectors = Vectors({"cat": 0, "dog": 1}, np.eye(2, dtype=np.float32))
    >>> vectors.rows(["dog", "Cat", "xqzzt"])
    array([ 1,  0, -1])
    """

    words: dict[str, int]
    matrix: NDArray[np.float32]

    def rows(self, words: Iterable[str]) -> NDArray[np.intp]:
        """Row of each word as it is written or else in lower case; -1 where unknown."""
        known = self.words
        found = [known[w] if w in known else known.get(w.lower(), -1) for w in words]
        return np.array(found, dtype=np.intp)


def load_vectors(path: str | Path, *, dimensions: int = 300, cache: Path | None = None) -> Vectors:
    """Read word vectors; once per process, and the text once per machine.

    Parameters
    ----------
    path : path
        A text of one word and its numbers a line, with or without word2vec's first line,
        plain or ``.gz``; or a ``.zip`` of such texts, as GloVe is published.
    dimensions : int, default=300
        Which text of an archive to read: the one called ``….{dimensions}d.txt``.
    cache : Path, optional
        Where to keep a copy that opens at once. Without it, or where it cannot be written,
        the text is read each time.

    Raises
    ------
    InputError
        When there is no such file, or the archive holds no text of that many dimensions.
    ResourceError
        When the file is damaged or its lines are not words with equally many numbers; names
        the line.
    """
    path = Path(path).resolve()
    if not path.is_file():
        raise InputError(
            "There is no file of word vectors.",
            where=str(path),
            hint=_LAYOUT,
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
        kept = _read_copy(copy)
        if kept is None:
            vectors = _parse(path, member, copy.parent)
            # The copy's matrix stays on disk and is shared by processes.
            kept = _read_copy(copy) if _write_copy(copy, vectors) else None
            return kept or vectors
        return kept


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Say which file is damaged; every layer of the file has an exception of its own."""
    try:
        yield
    except (EOFError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error) as error:
        raise ResourceError(
            f"The file of word vectors is truncated or damaged ({error}).",
            where=str(path),
            hint="Fetch it again.",
        ) from error
    except OSError as error:
        raise ResourceError(
            f"The file of word vectors cannot be read or unpacked: {error.strerror or error}.",
            where=str(error.filename or path),
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
        hint=f"It holds: {', '.join(names) or 'nothing'}.",
    )


def _parse(path: Path, member: str | None, scratch: Path | None) -> Vectors:
    if member is None:
        return _read_text(path, str(path))
    with _aside(scratch) as folder, zipfile.ZipFile(path) as archive:
        text = Path(folder, "vectors.txt")
        with archive.open(member) as source, text.open("wb") as target:
            # Read to its end, a member is checked against its CRC.
            shutil.copyfileobj(source, target, 1 << 20)
        return _read_text(text, f"{path} ({member})")


def _aside(folder: Path | None) -> tempfile.TemporaryDirectory[str]:
    """Make a folder for the unpacked text, beside the copies where that can be written."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            return tempfile.TemporaryDirectory(dir=folder)
        except OSError:
            pass
    return tempfile.TemporaryDirectory()


def _read_text(text: Path, where: str) -> Vectors:
    from gensim.models import KeyedVectors

    headed = _check_lines(text, where)
    # gensim leaves a file without a first line of sizes to be collected, so the exception that
    # holds it must not outlive this block.
    with np.errstate(over="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            read = KeyedVectors.load_word2vec_format(str(text), no_header=not headed)
        except ValueError:  # a number that is none, or bytes that are not UTF-8
            read = None
    if read is None or not np.isfinite(read.vectors).all():
        raise _not_numbers(text, where, headed=headed)
    return Vectors(dict(read.key_to_index), read.vectors)


def _open(text: Path) -> BinaryIO:
    # GzipFile is a BinaryIO but for a method that nobody calls here.
    return cast("BinaryIO", gzip.open(text)) if text.suffix == ".gz" else text.open("rb")


def _check_lines(text: Path, where: str) -> bool:
    """Tell whether word2vec's line of sizes comes first; refuse lines of unequal length.

    gensim would take a line of one number for as many equal ones.
    """
    with _open(text) as stream:
        first = stream.readline()
        sizes = first.split()
        headed = len(sizes) == 2 and all(size.isdigit() for size in sizes)  # noqa: PLR2004
        wanted = int(sizes[1]) if headed else first.rstrip().count(b" ")
        number = 1
        for number, line in enumerate(stream, start=2):
            found = line.rstrip().count(b" ")
            if found != wanted:
                raise ResourceError(
                    f"The line has {found} numbers where others have {wanted}.",
                    where=f"{where}, line {number}",
                    hint=_LAYOUT,
                )
    count = number - headed
    if wanted < 1 or count < 1:
        raise ResourceError("The file holds no word vectors.", where=where, hint=_LAYOUT)
    if headed and count != int(sizes[0]):
        raise ResourceError(
            f"The file has {count:,} vectors; its first line says {int(sizes[0]):,}.",
            where=where,
            hint="It may be truncated: fetch it again.",
        )
    return headed


def _not_numbers(text: Path, where: str, *, headed: bool) -> ResourceError:
    """Say which line cannot be read."""
    with _open(text) as stream:
        for number, line in enumerate(stream, start=1):
            if not (headed and number == 1) and not _readable(line):
                where = f"{where}, line {number}"
                break
    return ResourceError(
        "The line is not a word and finite numbers in UTF-8.", where=where, hint=_LAYOUT
    )


def _readable(line: bytes) -> bool:
    try:
        with np.errstate(over="ignore"):
            numbers = np.array(line.decode().rstrip().split(" ")[1:], dtype=np.float32)
    except ValueError:
        return False
    return bool(np.isfinite(numbers).all())


def _read_copy(copy: Path) -> Vectors | None:
    """Open the kept copy; None where there is none that is whole."""
    try:
        matrix = np.load(copy, mmap_mode="r", allow_pickle=False)
        # Only "\n" ends a word: some words are other line separators of Unicode.
        words = copy.with_suffix(".words.txt").read_bytes().decode().split("\n")
    except (OSError, ValueError, EOFError):
        return None
    index = {word: row for row, word in enumerate(words)}
    whole = matrix.ndim == 2 and matrix.dtype == np.float32 and len(index) == len(matrix)  # noqa: PLR2004
    return Vectors(index, matrix) if whole else None


def _write_copy(copy: Path, vectors: Vectors) -> bool:
    """Whether a copy could be kept; the files are written aside and moved, the array last."""
    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=copy.parent) as aside:
            words = Path(aside, "words.txt")
            words.write_bytes("\n".join(vectors.words).encode())
            matrix = Path(aside, "matrix.npy")
            np.save(matrix, vectors.matrix, allow_pickle=False)
            words.replace(copy.with_suffix(".words.txt"))
            matrix.replace(copy)
    except OSError:
        return False
    return True
