"""Write a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def written_aside(target: Path) -> Iterator[Path]:
    """A temporary path beside `target` that is moved into place when the block succeeds.

    Raises
    ------
    InputError
        When the folder cannot be written to, or the target is a folder itself.
    """
    if target.is_dir():
        raise InputError(
            "This is a folder, not a file.", where=str(target), hint="Choose another name."
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise InputError(
            f"The file cannot be written ({error.strerror}).",
            where=str(target),
            hint="Choose a folder that you may write to.",
        ) from error
    os.close(handle)
    aside = Path(name)
    try:
        yield aside
        aside.chmod(0o644)
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
