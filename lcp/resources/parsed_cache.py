"""Copies of parsed files: words with a row of numbers each, read without running code."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.files.reading import READ_ERRORS, sha256_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

_NAMES, _VALUES = "names.npz", "values.npy"


class Rows(NamedTuple):
    """A parsed file.

    Attributes
    ----------
    words : sequence of str of length n_words
        Words without line ends.
    columns : sequence of str
        Names of the columns of `values`; empty if they have none.
    values : array of shape (n_words, n_columns)
        Numbers. Those of a copy are mapped into memory.
    """

    words: Sequence[str]
    columns: Sequence[str]
    values: NDArray[Any]


def parsed_once(folder: Path, parse: Callable[[], Rows]) -> Rows:
    """Return the rows of a file from their copy in a folder, or parse the file and copy them.

    A missing or damaged copy is made again. If the folder cannot be written, no copy is kept.

    Parameters
    ----------
    folder : Path
        The copy; its name identifies the version of the file.
    parse : callable
        Reads the file.
    """
    with contextlib.suppress(*READ_ERRORS):
        return _read(folder)
    rows = parse()
    with contextlib.suppress(*READ_ERRORS):
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
            aside = Path(temporary, folder.name)
            aside.mkdir()
            np.save(aside / _VALUES, rows.values)
            # The archive has checksums of its members.
            np.savez(
                aside / _NAMES,
                words=_as_bytes(rows.words),
                columns=_as_bytes(rows.columns),
                sha256=_as_bytes([sha256_of(aside / _VALUES)]),
            )
            aside.rename(folder)
        return _read(folder)
    return rows


def _as_bytes(lines: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("".join(f"{line}\n" for line in lines).encode(), dtype=np.uint8)


def _read(folder: Path) -> Rows:
    with (folder / _NAMES).open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
        words, columns, checksums = (
            stored[name].tobytes().decode().split("\n")[:-1]
            for name in ("words", "columns", "sha256")
        )
    values = np.load(folder / _VALUES, mmap_mode="r", allow_pickle=False)
    if checksums != [sha256_of(folder / _VALUES)]:
        raise ValueError("the copy is damaged")
    return Rows(words, columns, values)
