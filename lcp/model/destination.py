"""Check a model's destination, and move the complete folder there."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from lcp.errors import InputError
from lcp.model.manifest import BEFORE, CARD, ESTIMATOR, FEATURES, MANIFEST, WORDS

#: Files of a model in the order in which they are moved: the last one makes it a model.
FILES = (FEATURES, ESTIMATOR, WORDS, CARD, MANIFEST)


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
    """Move a complete folder to the target; restore the existing model on failure.

    If the process is killed, the target has the old model or the new one, or there is a complete
    copy of the old one beside it, which :func:`lcp.load_model` names.
    """
    if not target.exists():
        aside.rename(target)
        return
    # The folder itself is not replaced, because it may be the current folder of a shell.
    before = Path(tempfile.mkdtemp(prefix=f".{target.name}{BEFORE}", dir=target.parent))
    old = [name for name in FILES if (target / name).exists()]
    new = [name for name in FILES if (aside / name).exists()]
    try:
        for name in old:
            _copy(target / name, before / name)
        for name in new:
            (aside / name).replace(target / name)
        _remove(target, set(old) - set(new))
    except BaseException:
        for name in old:
            if (before / name).exists():
                (before / name).replace(target / name)
        _remove(target, set(new) - set(old))
        raise
    finally:
        shutil.rmtree(before, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        shutil.copy2(source, target)


def _remove(folder: Path, names: set[str]) -> None:
    for name in names:
        (folder / name).unlink(missing_ok=True)
