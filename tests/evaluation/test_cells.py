"""Finished cells are kept and reused, never with other settings."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.errors import InputError
from lcp.evaluation.cells import Cell, CellStore

SETTINGS = {"random_state": 0, "versions": {"lightgbm": "4.5", "nltk": "3.9"}}
CELL = Cell(("norms", "length"))
PREDICTED = np.array([0.25, 1 / 3, 1.0])


def test_a_kept_cell_is_loaded_for_any_order_of_its_groups(tmp_path):
    store = CellStore(tmp_path / "a", SETTINGS)
    assert store.load(CELL, 0, 3) is None
    store.save(CELL, 0, PREDICTED)
    reopened = CellStore(tmp_path / "a", SETTINGS)
    assert reopened.load(Cell(("length", "norms")), 0, 3).tolist() == PREDICTED.tolist()
    assert reopened.load(CELL, 1, 3) is None
    assert reopened.load(Cell(CELL.groups, share=0.5), 0, 3) is None
    assert reopened.load(Cell(("norms",)), 0, 3) is None
    assert reopened.count() == 1


def test_without_a_folder_nothing_is_kept():
    store = CellStore(None, SETTINGS)
    store.save(CELL, 0, PREDICTED)
    assert store.load(CELL, 0, 3) is None
    assert store.count() == 0


def test_other_settings_raise_an_error_that_names_them(tmp_path):
    CellStore(tmp_path / "a", SETTINGS)
    with pytest.raises(InputError, match="random_state was 0, is now 1"):
        CellStore(tmp_path / "a", {**SETTINGS, "random_state": 1})
    newer = {**SETTINGS, "versions": {"lightgbm": "4.6", "nltk": "3.9"}}
    with pytest.raises(InputError, match=r"versions \(lightgbm\)"):
        CellStore(tmp_path / "a", newer)


def test_a_folder_with_other_files_raises_an_error(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    with pytest.raises(InputError, match="do not belong to an ablation"):
        CellStore(tmp_path, SETTINGS)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_damaged_file_raises_an_error_and_is_not_unpickled(tmp_path):
    store = CellStore(tmp_path / "a", SETTINGS)
    store.save(CELL, 0, PREDICTED)
    path = tmp_path / "a/cells" / CELL.file_name(0)
    with pytest.raises(InputError, match=path.name):
        store.load(CELL, 0, 4)
    np.save(path, np.array([{"an": "object"}], dtype=object))
    with pytest.raises(InputError, match="damaged"):
        store.load(CELL, 0, 1)
    path.write_bytes(b"PK")
    with pytest.raises(InputError, match="damaged"):
        store.load(CELL, 0, 3)
    (tmp_path / "a/settings.json").write_text("{")
    with pytest.raises(InputError, match=r"settings\.json"):
        CellStore(tmp_path / "a", SETTINGS)
