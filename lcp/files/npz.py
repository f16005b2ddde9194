"""Files of arrays that come with the package."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import ResourceError
from lcp.files.input_files import READ_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray


#: Sorted lines that are searched at once.
_BLOCK = 64


@contextmanager
def stored_arrays(path: Path, name: str) -> Iterator[Any]:
    """Open an ``.npz`` file without running code from it.

    Parameters
    ----------
    path : Path
        The file.
    name : str
        What it contains, for errors: "lexicon".

    Yields
    ------
    numpy.lib.npyio.NpzFile
        The arrays by name.

    Raises
    ------
    ResourceError
        If the file is missing, or it or the block that reads it has an error of a damaged file.
    """
    try:
        # NumPy does not close a file that it fails to read.
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            yield stored
    except READ_ERRORS as error:
        raise damaged(path, name, error) from error


def damaged(where: Path | str, name: str, error: Exception) -> ResourceError:
    """Return the error of a missing or damaged file."""
    absent = isinstance(error, FileNotFoundError)
    reason = "does not exist" if absent else f"is damaged or of another version ({error})"
    hint = "Install lcp again, or build the file again."
    return ResourceError(f"The {name} {reason}.", where=str(where), hint=hint)


def text_lines(stored: NDArray[np.generic]) -> list[str]:
    """Return the lines of a text that is stored as bytes."""
    return stored.tobytes().decode().split("\n")


class SortedLines(Mapping[str, str]):
    r"""The lines of a text by those of another one, which are sorted: a dictionary of bytes.

    Strings of Python take ten times the memory.

    >>> forms = SortedLines(b"be\ngo", b"was\nwent")
    >>> forms["go"], forms.get("be\ngo")
    ('went', None)
    """

    def __init__(self, keys: bytes, values: bytes) -> None:
        # A line is found with the breaks around it.
        self._keys, self._values = b"\n%b\n" % keys, values
        self._places, self._value_places = _starts(keys), _starts(values)
        #: Where blocks begin and the last one ends, and the first line of each.
        self._edges = [*self._places[:-1:_BLOCK], self._places[-1]]
        ends = self._places[1::_BLOCK]
        self._firsts = [keys[a : b - 1] for a, b in zip(self._edges[:-1], ends, strict=True)]

    def __getitem__(self, key: str) -> str:
        line = key.encode(errors="replace")
        block = max(0, bisect_right(self._firsts, line) - 1)
        start, end = self._edges[block : block + 2]
        place = self._keys.find(b"\n%b\n" % line, start, end + 1)
        if place < 0 or b"\n" in line:
            raise KeyError(key)
        row = bisect_left(self._places, place)
        return self._values[self._value_places[row] : self._value_places[row + 1] - 1].decode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys[1:-1].decode().split("\n"))

    def __len__(self) -> int:
        return len(self._places) - 1


def _starts(text: bytes) -> array[int]:
    """Return where the lines of a text begin, and where one after them would."""
    breaks = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))
    return array("I", [0, *(breaks + 1).tolist(), len(text) + 1])
