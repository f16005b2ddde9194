"""Write files completely or not at all."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import stat
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator


def temporary_path(target: Path, seconds: float = 600) -> Path:
    """Return a new hidden path next to a target; those that a killed process left are removed.

    After so many seconds, a file is not being written any more.
    """
    # A file system may allow 255 bytes.
    begin = f".{target.name[:50]}-"
    for left in target.parent.glob(glob.escape(begin) + "[0-9a-f]" * 8):
        # Another process may be writing to a new one.
        with suppress(OSError):
            if time.time() - left.lstat().st_mtime > seconds:
                shutil.rmtree(left) if left.is_dir() else left.unlink()
    return target.with_name(begin + secrets.token_hex(4))


def not_writable(target: Path, kind: str, error: OSError) -> InputError:
    """Return the error of a file or folder that the operating system does not let us write."""
    return InputError(
        f"The {kind} cannot be written ({error.strerror}).",
        where=str(target),
        hint="Choose a folder that you have permission to write to.",
    )


@contextmanager
def atomic_write(target: Path) -> Iterator[Path]:
    """Yield a temporary path next to `target`, and move it there if the block succeeds.

    A file that is replaced keeps its permissions, and a link its target. To a device or pipe, the
    content is copied.

    Raises
    ------
    InputError
        If the folder is not writable, or the target is a folder.
    """
    if target.is_dir():
        raise InputError(
            "This is a folder, not a file.", where=str(target), hint="Give the path of a file."
        )
    is_stream = target.exists() and not target.is_file()
    # All streams share a folder, where other processes may write for long.
    aside = (
        Path(tempfile.gettempdir(), f".lcp-{secrets.token_hex(8)}")
        if is_stream
        else temporary_path(Path(os.path.realpath(target)))
    )
    try:
        aside.parent.mkdir(parents=True, exist_ok=True)
        aside.touch(0o600 if is_stream else 0o666, exist_ok=False)
        if target.is_file():
            aside.chmod(stat.S_IMODE(target.stat().st_mode))
    except OSError as error:
        raise not_writable(target, "file", error) from error
    try:
        yield aside
        if is_stream:
            with aside.open("rb") as content, target.open("wb") as stream:
                shutil.copyfileobj(content, stream)
        else:
            aside.replace(os.path.realpath(target))
    except Exception as error:
        # openpyxl and genanki write with libraries that have errors of their own for a full disk.
        if type(error).__name__ in {"SerialisationError", "OperationalError"}:
            raise OSError(str(error)) from error
        raise
    finally:
        aside.unlink(missing_ok=True)


@contextmanager
def folder_written(target: Path) -> Iterator[Path]:
    """Yield a temporary folder; if the block succeeds, its files are those of `target`.

    A new target appears with all its files. One that exists is not replaced, because it may be the
    current folder of a shell: the files are moved into it when all are complete, in the order in
    which they were written.

    Raises
    ------
    InputError
        If the folder is not writable, or a file would replace a folder.
    """
    real = Path(os.path.realpath(target))
    try:
        # Inside an existing folder, because it may be on a file system of its own. Not from
        # tempfile, whose folders only their owner may read.
        aside = temporary_path(real / real.name if real.exists() else real)
        aside.mkdir(parents=True)
    except OSError as error:
        raise not_writable(target, "folder", error) from error
    try:
        yield aside
        if not real.exists():
            aside.rename(real)
            return
        written = sorted(aside.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        for path in written:
            if (real / path.name).is_dir():
                hint = "Choose another folder."
                raise InputError("This is a folder.", where=str(target / path.name), hint=hint)
        for path in written:
            path.replace(real / path.name)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
