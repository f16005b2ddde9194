"""Word vectors, read by gensim from text and mapped from a binary copy in the cache."""

from __future__ import annotations

import hashlib
import tempfile
import warnings
import zipfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError, ResourceError, requiring, unknown
from lcp.files.input_files import READ_ERRORS
from lcp.resources.parsing import Rows, parsed_once
from lcp.resources.resource import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Ints

#: Errors of a damaged file; gensim asserts its layout.
_ERRORS = (*READ_ERRORS, AssertionError)


def vector_resources(vectors: str, *, where: str) -> tuple[str, ...]:
    """Return the resource of word vectors with this name; none if it is the path of a file.

    Raises
    ------
    InputError
        If `vectors` is neither a resource of vectors nor an existing file; names `where`.
    """
    names = [name for name, entry in registry().items() if entry.format == "vectors"]
    if vectors in names:
        return (vectors,)
    if not Path(vectors).expanduser().is_file():
        kind = "resource of word vectors and no file called"
        raise unknown(kind, vectors, names, where=where)
    return ()


def load_vectors(path: Path, *, dimensions: int, cache: Path) -> Any:
    """Read word vectors, once per process; from text only once per version of the file.

    Parameters
    ----------
    path : Path
        Text file with one word and its numbers per line, with or without word2vec's header, plain
        or ``.gz``; or a ``.zip`` archive of such files, as published by GloVe.
    dimensions : int
        Selects the member ``….{dimensions}d.txt`` of an archive.
    cache : Path
        Folder for binary copies, which are mapped into memory.

    Returns
    -------
    gensim.models.KeyedVectors
        Vectors in single precision.

    Raises
    ------
    InputError
        If the archive has no member with that many dimensions.
    ResourceError
        If the file is damaged or not a file of vectors.
    """
    status = path.stat()
    version = f"{path.resolve()}|{status.st_size}|{status.st_mtime_ns}|{dimensions}"
    name = hashlib.sha256(version.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    return _load(path, dimensions, cache / "vectors" / name)


def rows_of(vectors: Any, words: Sequence[str]) -> Ints:
    """Return the row of each word in the matrix of vectors, else of its lower case, else -1."""
    rows = [vectors.get_index(word, vectors.get_index(word.lower(), -1)) for word in words]
    return np.array(rows, dtype=np.intp)


@lru_cache(maxsize=4)
def _load(path: Path, dimensions: int, folder: Path) -> Any:
    with requiring("vectors", "Word vectors"):
        from gensim.models import KeyedVectors

    def parse() -> Rows:
        vectors = _read_text(path, dimensions)
        return Rows(vectors.index_to_key, (), vectors.vectors)

    try:
        words, _, values = parsed_once(folder, parse)
    except _ERRORS as error:
        raise ResourceError(
            f"The file of word vectors cannot be read ({error}).",
            where=str(path),
            hint="Each line is a word and its numbers, separated by spaces. Download the file "
            "again if it is truncated, and check the free space on the disk.",
        ) from error
    vectors = KeyedVectors(values.shape[1])
    vectors.index_to_key = list(words)
    vectors.key_to_index = {word: row for row, word in enumerate(words)}
    vectors.vectors = values
    return vectors


def _read_text(path: Path, dimensions: int) -> Any:
    from gensim.models import KeyedVectors
    from gensim.utils import open as open_text

    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive, tempfile.TemporaryDirectory() as folder:
            member = _member(archive, path, dimensions)
            return _read_text(Path(archive.extract(member, folder)), dimensions)
    with open_text(str(path), "rb") as stream:
        header = len(stream.readline().split()) == 2  # noqa: PLR2004 - number of words, dimensions
    with warnings.catch_warnings():
        # gensim opens a file without a header twice, and closes it once: Python closes the other
        # here, unless a traceback keeps it.
        warnings.simplefilter("ignore", ResourceWarning)
        try:
            return KeyedVectors.load_word2vec_format(str(path), no_header=not header)
        except _ERRORS as error:
            raise error.with_traceback(None) from None


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
