"""Import code of installed packages only, never of the current folder.

`python -m lcp`, `python -c` and notebooks search the current folder for modules, where there may be
files from someone else.
"""

from __future__ import annotations

import site
import sys
import warnings
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_LOCK = RLock()


@contextmanager
def installed_only() -> Iterator[None]:
    """Search for modules and distributions outside the current folder only.

    A folder whose project is installed in editable mode is searched nevertheless.
    """
    with _LOCK:
        before = sys.path[:]
        # A folder that was removed contains nothing.
        with suppress(FileNotFoundError):
            here = Path.cwd()
            if here not in _editable():
                sys.path[:] = [entry for entry in before if Path(entry).resolve() != here]
        try:
            yield
        finally:
            sys.path[:] = before


def load_entry_points(group: str, content: str, kind: type = object) -> dict[str, Any]:
    """Return what the entry points of a group load, by name.

    One that cannot be imported, or is not of the `kind`, is left out, with a warning that says what
    `content` is missing.
    """
    loaded = {}
    with installed_only():
        for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
            try:
                value = entry.load()
                if not isinstance(value, kind):
                    raise TypeError(f"not a {kind.__name__}")  # noqa: TRY301
                loaded[entry.name] = value
            except (Exception, SystemExit) as error:  # noqa: BLE001 - code of another package
                owner = f"the package {entry.dist.name}" if entry.dist else "another package"
                reason = " ".join(f"{type(error).__name__}: {error}".split())
                warnings.warn(
                    f"The {content} of {owner} are not available, because {entry.value} cannot "
                    f"be imported ({reason}).",
                    stacklevel=3,
                )
    return loaded


def _editable() -> set[Path]:
    """Return the folders that installed packages have added to the path."""
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    lines: list[str] = []
    for path in (path for folder in folders for path in Path(folder).glob("*.pth")):
        with suppress(OSError, UnicodeDecodeError):
            lines += path.read_text(encoding="utf-8").splitlines()
    return {Path(line).resolve() for line in lines if Path(line).is_absolute()}
