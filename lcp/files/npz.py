"""Files of arrays that come with the package."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import ResourceError
from lcp.files.input_files import READ_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray


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
