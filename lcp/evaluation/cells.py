"""Cells of an ablation, and the folder that keeps finished cells for the next run.

A cell is a selection of feature groups. Its predictions in one repeat are one ``.npy`` file, which
is read without unpickling; ``settings.json`` records the data, options and versions.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError
from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

SETTINGS = "settings.json"
CELLS = "cells"


@dataclass(frozen=True, slots=True)
class Cell:
    """Feature groups to train on (none: the baseline), and the share of the training groups."""

    groups: tuple[str, ...]
    share: float = 1.0

    def file_name(self, repeat: int) -> str:
        """Return the name of the predictions file, which ignores the order of the groups."""
        key = json.dumps([sorted(self.groups), self.share])
        return f"{hashlib.sha256(key.encode()).hexdigest()[:16]}-{repeat + 1}.npy"


class CellStore:
    """Predictions of finished cells, kept in a folder.

    Parameters
    ----------
    folder : Path or None
        Created if missing. None keeps nothing.
    settings : mapping
        Everything that affects a prediction, as JSON-serializable values.

    Raises
    ------
    InputError
        If the folder contains cells with other settings or other files. Methods raise it if a
        file is damaged or cannot be written.
    """

    def __init__(self, folder: Path | None, settings: Mapping[str, Any]) -> None:
        self.folder = folder
        if folder is not None:
            _open(folder, json.loads(json.dumps(settings)))

    def load(self, cell: Cell, repeat: int, n_instances: int) -> NDArray[np.float64] | None:
        """Return the predictions of a cell, shape (n_instances,), or None if it is unfinished."""
        if self.folder is None:
            return None
        path = self.folder / CELLS / cell.file_name(repeat)
        if not path.is_file():
            return None
        try:
            predictions = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise _damaged(path) from error
        if predictions.shape != (n_instances,) or not np.isfinite(predictions).all():
            raise _damaged(path)
        return np.asarray(predictions, dtype=np.float64)

    def save(self, cell: Cell, repeat: int, predictions: NDArray[np.float64]) -> None:
        """Keep the predictions of a finished cell."""
        if self.folder is None:
            return
        path = self.folder / CELLS / cell.file_name(repeat)
        with written_aside(path) as aside, aside.open("wb") as stream:
            np.save(stream, predictions, allow_pickle=False)

    def count(self) -> int:
        """Return the number of finished cells, counting each repeat."""
        return 0 if self.folder is None else len(list((self.folder / CELLS).glob("[!.]*.npy")))


def _open(folder: Path, settings: dict[str, Any]) -> None:
    path = folder / SETTINGS
    if not path.is_file():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise InputError(
                "The folder contains files that do not belong to an ablation.",
                where=str(folder),
                hint="Choose a folder that is new, empty, or of an earlier ablation with --out.",
            )
        with written_aside(path) as aside:
            aside.write_text(json.dumps(settings, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return
    try:
        earlier = dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise _damaged(path) from error
    names = dict.fromkeys([*settings, *earlier])
    pairs = {name: (earlier.get(name), settings.get(name)) for name in names}
    changes = [_change(name, *pair) for name, pair in pairs.items() if pair[0] != pair[1]]
    if changes:
        raise InputError(
            f"The folder contains an ablation with other settings: {'; '.join(changes)}.",
            where=str(folder),
            hint="Choose another folder with --out, or repeat the earlier settings.",
        )


def _change(name: str, then: Any, now: Any) -> str:
    if isinstance(then, dict) and isinstance(now, dict):
        keys = [key for key in dict.fromkeys([*now, *then]) if then.get(key) != now.get(key)]
        return f"{name} ({', '.join(keys)})"
    return f"{name} was {then}, is now {now}"


def _damaged(path: Path) -> InputError:
    return InputError(
        "The file is damaged.", where=str(path), hint="Delete it; the next run recreates it."
    )
