"""Metadata of every resource: of ``resources.toml``, and the ``resources.toml`` of plugins."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lcp.base.task import TASKS


@dataclass(frozen=True, slots=True)
class ResourceFile:
    """One file of a resource: path in a mirror or the cache, URL, sha256 and size in bytes.

    A file with an empty `url` cannot be downloaded. If `sha256` is empty, because the publisher
    states no checksum, only the size is checked.
    """

    path: str
    url: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Column:
    """A value per word: column of the source file, description, unit and number of words.

    The value is `factor` times the number in the file, plus `offset`; its share of the number in
    the column `share_of`; or the `logarithm` of a count plus 1, to base 10.
    """

    source: str
    description: str
    unit: str
    n: int = 0
    factor: float = 1.0
    offset: float = 0.0
    share_of: str = ""
    logarithm: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource: title, format, licence, citation, files and columns.

    An NLTK package has a path in ``nltk_data``, the `url` of a ZIP archive, and in `contents` the
    sizes in bytes of its files by name.
    """

    name: str
    title: str
    format: str
    licence: str
    citation: str
    files: tuple[ResourceFile, ...] = ()
    package: str = ""
    url: str = ""
    read: dict[str, Any] = field(default_factory=dict)
    columns: dict[str, Column] = field(default_factory=dict)
    package_bytes: int = 0
    contents: dict[str, int] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Return the URL of the first file, or its path if it has none."""
        return self.url or self.files[0].url or self.files[0].path

    @property
    def bytes(self) -> int:
        """Return the size of the download in bytes."""
        return self.package_bytes or sum(file.bytes for file in self.files)

    def is_complete(self, folder: Path) -> bool:
        """Return whether a folder has all files of an NLTK package, and none of them is cut."""
        try:
            return all((folder / n).stat().st_size >= size for n, size in self.contents.items())
        except OSError:
            return False


def registry() -> dict[str, Resource]:
    """Return every registered resource by name, in the order of the files."""
    return _read(Path(__file__).with_name("resources.toml"), *TASKS.files("resources.toml"))


@cache
def _read(*paths: Path) -> dict[str, Resource]:
    entries = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    return {name: _resource(name, entry) for table in entries for name, entry in table.items()}


def _resource(name: str, entry: dict[str, Any]) -> Resource:
    files = tuple(ResourceFile(**file) for file in entry.get("files", ()))
    columns = {key: Column(**value) for key, value in entry.get("columns", {}).items()}
    return Resource(name, **{**entry, "files": files, "columns": columns})


def megabytes(size: int) -> str:
    """Format a number of bytes in MB, with one decimal below 10 MB, or in kB below 0.1 MB.

    >>> megabytes(1_234_567), megabytes(123_456_789), megabytes(3_210), megabytes(321)
    ('1.2 MB', '123 MB', '3.2 kB', '0.3 kB')
    """
    if size < 1e5:  # noqa: PLR2004
        return f"{size / 1e3:.{0 if size >= 1e4 else 1}f} kB"  # noqa: PLR2004
    return f"{size / 1e6:,.{0 if size >= 1e7 else 1}f} MB"  # noqa: PLR2004
