"""Where a model's folder may be put, and how it gets there whole."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from lcp.errors import InputError
from lcp.persistence.manifest import CARD, ESTIMATOR, FEATURES, MANIFEST

#: A folder is a model once it holds the last of these, so they are moved in this order.
FILES = (FEATURES, ESTIMATOR, CARD, MANIFEST)


def check_target(target: Path, *, overwrite: bool) -> None:
    """Refuse a folder that a model may not or cannot be written to.

    Raises
    ------
    InputError
        When something is there that is not to be replaced, or one may not write there.
    """
    try:
        _check_replaceable(target, overwrite=overwrite)
        # Found out before minutes of training, not after.
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
            f"There are other files beside the model here: {', '.join(foreign)}.",
            where=str(target),
            hint="Choose another folder, or move them away.",
        )
    raise InputError(
        "There is a model here already." if model else "There is something else here already.",
        where=str(target),
        hint="Choose another folder" + (", or give --overwrite." if model else "."),
    )


def _check_writable(target: Path) -> None:
    """Make and remove a folder in the target, where it is there, and in the one above."""
    above = target.parent
    while not above.exists():
        above = above.parent
    for place in (above, target) if target.is_dir() else (above,):
        Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=place)).rmdir()


def cannot_be_written(target: Path, error: OSError) -> InputError:
    """Error for a place that the system refuses to write to."""
    return InputError(
        f"The model cannot be written ({error.strerror}).",
        where=str(target),
        hint="Choose a folder that you may write to.",
    )


def move_into_place(aside: Path, target: Path) -> None:
    """Move a complete folder to the target; what is there comes back when that fails."""
    if not target.exists():
        aside.rename(target)
        return
    # The folder itself stays where it is: someone's shell may be in it.
    before = Path(tempfile.mkdtemp(prefix=f".{target.name}-before-", dir=target.parent))
    try:
        _move_files(target, before)
        _move_files(aside, target)
    except BaseException:
        for name in FILES:
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
