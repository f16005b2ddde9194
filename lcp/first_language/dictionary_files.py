"""Files of dictionaries, which users provide: reading them, and whether they have changed."""

from __future__ import annotations

import csv
import gzip
import zlib
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from lcp.errors import InputError, ResourceError
from lcp.files import sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@contextmanager
def opened(path: Path) -> Iterator[TextIO]:
    """Open a UTF-8 text, plain or ``.gz``, without changing the ends of lines."""
    function = gzip.open if path.suffix == ".gz" else open
    with function(path, "rt", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def reading(path: str | Path, hint: str) -> Iterator[tuple[Path, int]]:
    """Give a file and the time of its last change to a cached function that reads it.

    Raises
    ------
    InputError
        If the file cannot be read, with this hint.
    """
    resolved = Path(path).expanduser()
    try:
        yield resolved, resolved.stat().st_mtime_ns
    except (OSError, EOFError, ValueError, csv.Error, zlib.error) as error:
        raise InputError(
            f"The dictionary cannot be read: {getattr(error, 'strerror', None) or error}.",
            where=str(path),
            hint=hint,
        ) from error


def checksums(paths: Mapping[str, str]) -> dict[str, str]:
    """Return the SHA-256 of each file that is given, by name; empty paths are left out."""
    values = {}
    for name, path in paths.items():
        if path:
            with reading(path, "The feature set or the model names this file.") as file:
                values[name] = _checksum(*file)
    return values


def check_unchanged(paths: Mapping[str, str], expected: Mapping[str, str]) -> None:
    """Check the files of a model, once per process and change.

    Parameters
    ----------
    paths : mapping of str to str
        Files by name.
    expected : mapping of str to str
        Their SHA-256 in training; empty before training.

    Raises
    ------
    InputError
        If a file cannot be read.
    ResourceError
        If a file is not the one of the training.
    """
    if not expected:
        return
    for name, value in checksums(paths).items():
        if value != expected.get(name):
            raise ResourceError(
                "The dictionary is not the one that the model was trained with.",
                where=paths[name],
                hint="Restore the file, or train the model again.",
            )


@lru_cache(maxsize=8)
def _checksum(path: Path, _modified: int) -> str:
    return sha256_of(path)
