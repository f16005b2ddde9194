"""Check a model's destination, and move the complete folder there."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from lcp.errors import InputError
from lcp.model.manifest import CARD, FEATURES, MANIFEST, PLAIN, SKOPS, WORDS

#: Files of a model in the order in which they are moved: the last one makes it a model.
FILES = (FEATURES, PLAIN, SKOPS, WORDS, CARD, MANIFEST)


def check_destination(target: Path, *, overwrite: bool) -> None:
    """Check that a model can be written to a folder, before minutes of training.

    Raises
    ------
    InputError
        If the folder exists and `overwrite` is False, contains other files than a model's, or
        cannot be written to.
    """
    try:
        _check_replaceable(target, overwrite=overwrite)
        _check_writable(target.resolve())
    except OSError as error:
        raise cannot_be_written(target, error) from error


def _check_replaceable(target: Path, *, overwrite: bool) -> None:
    if not target.exists():
        return
    model = (target / MANIFEST).is_file()
    entries = list(target.iterdir()) if target.is_dir() else [target]
    foreign = sorted(e.name for e in entries if e.name not in FILES or not e.is_file())
    if not entries or (overwrite and model and not foreign):
        return
    if model and foreign:
        raise InputError(
            f"The folder contains other files than a model's: {', '.join(foreign)}.",
            where=str(target),
            hint="Choose another folder, or move these files.",
        )
    raise InputError(
        "The folder already contains a model." if model else "The path exists and is not a model.",
        where=str(target),
        hint="Choose another folder" + (", or replace it (--overwrite)." if model else "."),
    )


def _check_writable(target: Path) -> None:
    """Create and remove a folder in the nearest existing parent, and in the target if it exists."""
    parent = target.parent
    while not parent.exists():
        parent = parent.parent
    for folder in (parent, target) if target.is_dir() else (parent,):
        Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=folder)).rmdir()


def cannot_be_written(target: Path, error: OSError) -> InputError:
    """Return an error with the reason of the operating system."""
    return InputError(
        f"The model cannot be written ({error.strerror}).",
        where=str(target),
        hint="Choose a folder that you have permission to write to.",
    )


def move_into_place(aside: Path, target: Path) -> None:
    """Move a complete folder to the target; restore the existing model on failure."""
    if not target.exists():
        aside.rename(target)
        return
    # The folder itself is not replaced, because it may be the current folder of a shell.
    before = Path(tempfile.mkdtemp(prefix=f".{target.name}-before-", dir=target.parent))
    new = [path.name for path in aside.iterdir()]
    try:
        _move_files(target, before)
        _move_files(aside, target)
    except BaseException:
        for name in new:
            if not (aside / name).exists():
                (target / name).unlink(missing_ok=True)
        _move_files(before, target)
        before.rmdir()
        raise
    shutil.rmtree(before, ignore_errors=True)


def _move_files(source: Path, target: Path) -> None:
    for name in FILES:
        if (source / name).exists():
            (source / name).rename(target / name)
