"""Cells of an ablation, and the folder that keeps the finished ones for the next run.

A cell is a choice of feature groups. Its predictions in one repeat are one ``.npz`` file,
written whole or not at all, that is read without unpickling anything; ``settings.json`` says
what data, options and versions they are of.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
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
    """A choice of feature groups to train on, and the share of the training tokens.

    Without any group it is the baseline.
    """

    groups: tuple[str, ...]
    share: float = 1.0

    def file_name(self, repeat: int) -> str:
        """Name of the file of its predictions; the same whatever the order of the groups."""
        named = json.dumps([sorted(self.groups), self.share])
        return f"{hashlib.sha256(named.encode()).hexdigest()[:16]}-{repeat + 1}.npz"


class CellStore:
    """Predictions of finished cells, kept in a folder.

    Parameters
    ----------
    folder : Path or None
        Made where it is missing; with None nothing is kept.
    settings : mapping
        Everything that shapes a prediction, as JSON can hold it.

    Raises
    ------
    InputError
        When the folder holds cells of other settings, or anything else, or cannot be written.
    """

    def __init__(self, folder: Path | None, settings: Mapping[str, Any]) -> None:
        self.folder = folder
        if folder is not None:
            _open(folder, json.loads(json.dumps(settings)))

    def load(self, cell: Cell, repeat: int, n_instances: int) -> NDArray[np.float64] | None:
        """Predictions of a finished cell, shape (n_instances,); None where it is not finished.

        Raises
        ------
        InputError
            When the file is damaged.
        """
        path = self._path(cell, repeat)
        if path is None or not path.is_file():
            return None
        try:
            with np.load(path, allow_pickle=False) as held:
                predictions = np.asarray(held["predictions"], dtype=np.float64)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise _damaged(path) from error
        if predictions.shape != (n_instances,) or not np.isfinite(predictions).all():
            raise _damaged(path)
        return predictions

    def save(self, cell: Cell, repeat: int, predictions: NDArray[np.float64]) -> None:
        """Keep the predictions of a finished cell.

        Raises
        ------
        InputError
            When the file cannot be written.
        """
        path = self._path(cell, repeat)
        if path is None:
            return
        with written_aside(path) as aside, aside.open("wb") as stream:
            np.savez_compressed(
                stream,
                predictions=predictions,
                groups=np.array(cell.groups, dtype=str),
                share=np.array(cell.share),
            )

    def count(self) -> int:
        """How many cells and repeats are finished."""
        return 0 if self.folder is None else len(list((self.folder / CELLS).glob("[!.]*.npz")))

    def _path(self, cell: Cell, repeat: int) -> Path | None:
        return None if self.folder is None else self.folder / CELLS / cell.file_name(repeat)


def _open(folder: Path, settings: dict[str, Any]) -> None:
    path = folder / SETTINGS
    if path.is_file():
        try:
            held = dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise _damaged(path) from error
        _check_same(held, settings, folder)
        return
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(
            "There is something else than an ablation here.",
            where=str(folder),
            hint="Give --out a folder that is new, empty, or of an earlier ablation.",
        )
    with written_aside(path) as aside:
        aside.write_text(json.dumps(settings, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _check_same(held: Mapping[str, Any], settings: Mapping[str, Any], folder: Path) -> None:
    names = dict.fromkeys([*settings, *held])
    changed = [name for name in names if held.get(name) != settings.get(name)]
    if changed:
        told = "; ".join(_told(name, held.get(name), settings.get(name)) for name in changed)
        raise InputError(
            f"The folder holds an ablation with other settings: {told}.",
            where=str(folder),
            hint="Give another folder with --out, or the settings of the one that is there.",
        )


def _told(name: str, then: Any, now: Any) -> str:
    if isinstance(then, dict) and isinstance(now, dict):
        keys = [key for key in dict.fromkeys([*now, *then]) if then.get(key) != now.get(key)]
        return f"{name} ({', '.join(keys)})"
    return f"{name} {then} then, {now} now"


def _damaged(path: Path) -> InputError:
    return InputError(
        "The file is damaged.", where=str(path), hint="Delete it: it will be made again."
    )
