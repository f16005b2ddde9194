"""Word vectors, mapped from a binary copy of a text file.

Reading 400,000 vectors from text takes seconds to minutes, so a binary copy is kept in the cache.
Its name contains the sha256 of the text, which is computed once for each path, size and
modification time; a changed text is therefore read again.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError, ResourceError, nearest
from lcp.files import sha256_of, written_aside
from lcp.resources import registry
from lcp.resources.vector_copy import LAYOUT, Arrays, hashed, read_copy, write_copy
from lcp.resources.vector_text import FORMAT_HINT, blocks_of, reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

_SHA256 = re.compile("[0-9a-f]{64}")


class Vectors:
    """Words and their vectors.

    Parameters
    ----------
    arrays : Arrays
        Arrays of a binary copy, as from :func:`load_vectors`.

    Attributes
    ----------
    matrix : float16 array of shape (n_vectors, n_dimensions)
        One vector per row. Rows of repeated words are not found by :meth:`rows`.
    """

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self.matrix: NDArray[np.float16] = arrays.matrix

    def __len__(self) -> int:
        return len(self._arrays.hashes)

    def rows(self, words: Iterable[str]) -> NDArray[np.intp]:
        """Return the row of each word, else that of its lower-case form, else -1."""
        forms = list(words)
        rows = self._rows_of(forms)
        absent = np.flatnonzero(rows < 0)
        rows[absent] = self._rows_of([forms[place].lower() for place in absent])
        return rows

    def directions(self, words: Iterable[str]) -> NDArray[np.float64]:
        """Return vectors of length 1, shape (n, n_dimensions); NaN for words without a vector."""
        rows = self.rows(words)
        vectors = self.matrix[rows].astype(np.float64)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        lengths[(rows < 0)[:, None] | (lengths == 0)] = np.nan
        return np.asarray(vectors / lengths)

    def words(self) -> list[str]:
        """Return the distinct words, in the order of their vectors."""
        return [self._word(row).decode() for row in np.sort(self._arrays.rows)]

    def _rows_of(self, words: list[str]) -> NDArray[np.intp]:
        """Return the row of each word, or -1."""
        encoded = [word.encode("utf-8", "surrogatepass") for word in words]
        hashes = np.array([hashed(word) for word in encoded], dtype=np.uint64)
        places = np.searchsorted(self._arrays.hashes, hashes)
        rows = np.full(len(words), -1, dtype=np.intp)
        for number, (word, value, place) in enumerate(zip(encoded, hashes, places, strict=True)):
            # Different words may have the same hash.
            for same in range(place, len(self._arrays.hashes)):
                if self._arrays.hashes[same] != value:
                    break
                if self._word(self._arrays.rows[same]) == word:
                    rows[number] = self._arrays.rows[same]
                    break
        return rows

    def _word(self, row: int) -> bytes:
        start, end = (int(offset) for offset in self._arrays.offsets[row : row + 2])
        return self._arrays.text[start:end].tobytes()


def vector_resources(vectors: str, *, where: str) -> tuple[str, ...]:
    """Return the resource of word vectors with this name; none if it is the path of a file.

    Raises
    ------
    InputError
        If `vectors` is neither a resource of vectors nor an existing file; names `where`.
    """
    names = [name for name, entry in registry().items() if entry.format == "vectors"]
    if str(vectors) in names:
        return (vectors,)
    if not Path(vectors).expanduser().is_file():
        raise InputError(
            f"There is no resource of word vectors and no file called '{vectors}'.",
            where=where,
            hint=nearest(str(vectors), names),
        )
    return ()


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

    Returns
    -------
    Vectors
        In half precision: 11 significant bits, three to four decimal digits. Mapped from the copy,
        or in memory if there is none.

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
            "The file of word vectors does not exist.", where=str(path), hint=FORMAT_HINT
        )
    return _load(path, dimensions, cache, _version(path))


@lru_cache(maxsize=4)
def _load(path: Path, dimensions: int, cache: Path | None, version: str) -> Vectors:
    with reading(path):
        if cache is not None:
            folder = cache / "vectors"
            with contextlib.suppress(InputError):  # the folder cannot be written
                content = _content(path, version, folder)
                key = hashlib.sha256(f"{LAYOUT}|{content}|{dimensions}".encode()).hexdigest()
                copy = folder / f"{path.name.partition('.')[0]}-{key[:32]}.vectors"
                arrays = read_copy(copy)
                if arrays is None:
                    with written_aside(copy) as aside:
                        _write(path, dimensions, aside, version)
                    arrays = read_copy(copy)
                if arrays is not None:
                    return Vectors(arrays)
        with tempfile.TemporaryDirectory() as temporary:
            copy = Path(temporary, "vectors")
            _write(path, dimensions, copy, version)
            arrays = read_copy(copy, mapped=False)
    if arrays is None:
        raise ResourceError("The temporary copy of the vectors is damaged.", where=str(path))
    return Vectors(arrays)


def _write(path: Path, dimensions: int, copy: Path, version: str) -> None:
    """Write the binary copy of a text."""
    write_copy(copy, blocks_of(path, dimensions))
    if _version(path) != version:
        raise ResourceError(
            "The file of word vectors changed while it was read.",
            where=str(path),
            hint="Run the command again when the file is complete.",
        )


def _version(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size}-{status.st_mtime_ns}"


def _content(path: Path, version: str, folder: Path) -> str:
    """Return the sha256 of a file, computed once per path and version."""
    name = hashlib.sha256(f"{path}|{version}".encode("utf-8", "surrogateescape")).hexdigest()
    noted = folder / f"{name[:32]}.sha256"
    with contextlib.suppress(OSError, ValueError):
        digest = noted.read_text(encoding="ascii")
        if _SHA256.fullmatch(digest):
            return digest
    digest = sha256_of(path)
    with written_aside(noted) as aside:
        aside.write_text(digest, encoding="ascii")
    return digest
