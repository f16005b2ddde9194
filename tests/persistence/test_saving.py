"""A saved model is there whole or not at all."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest
from sklearn.exceptions import NotFittedError

import lcp
from lcp.errors import InputError
from lcp.persistence import check_target
from tests.persistence.conftest import FILES, contents, names

STEPS = [
    "skops.io.dump",
    "lcp.persistence.model_card",
    "lcp.persistence.describe",
    "lcp.persistence.write_description",
    "lcp.persistence.move_into_place",
]


def failing(times, original):
    """Work like the original, but fail at the call of that number."""
    calls = []

    def call(*arguments, **options):
        calls.append(arguments)
        if len(calls) == times:
            raise KeyboardInterrupt
        return original(*arguments, **options)

    return call


def break_at(monkeypatch, step):
    module, name = step.rsplit(".", 1)
    original = getattr(sys.modules[module], name)
    times = 2 if name == "dump" else 1
    monkeypatch.setattr(step, failing(times, original))


@pytest.mark.parametrize("step", STEPS)
def test_a_save_that_fails_leaves_nothing(model, tmp_path, monkeypatch, step):
    model.save(tmp_path / "other")  # imports what the save imports
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        model.save(tmp_path / "new" / "model")
    assert names(tmp_path / "new") == []


@pytest.mark.parametrize("step", STEPS)
def test_the_older_model_stays_when_the_new_one_fails(model, folder, table, monkeypatch, step):
    before = contents(folder)
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        other.save(folder, overwrite=True)
    assert contents(folder) == before
    assert names(folder.parent) == ["model"]


@pytest.mark.parametrize("times", range(1, 9))
def test_the_older_model_is_put_back_when_a_file_cannot_be_moved(
    folder, table, tmp_path, monkeypatch, times
):
    before = contents(folder)
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    rename, moves = Path.rename, []

    def refuse(self, target):
        moves.append(self)
        if len(moves) == times:
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(OSError, match="No space left"):
        other.save(folder, overwrite=True)
    assert contents(folder) == before
    assert names(tmp_path) == ["model"]


def test_the_folder_is_complete_when_it_appears(model, tmp_path, monkeypatch):
    moved = []
    rename = Path.rename

    def watch(self, target):
        moved.append((names(self), Path(target).exists(), self.parent == Path(target).parent))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", watch)
    model.save(tmp_path / "model")
    assert moved == [(sorted([*FILES, "model.json"]), False, True)]


def test_a_model_is_replaced_only_when_asked(model, folder, table, tmp_path):
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    before = contents(folder)
    with pytest.raises(InputError, match="a model here already") as caught:
        other.save(folder)
    assert "--overwrite" in caught.value.hint
    assert contents(folder) == before
    assert other.save(folder, overwrite=True) == folder
    assert lcp.load_model(folder).feature_set_.name == "frequency-baseline"
    assert names(tmp_path) == ["model"]


def test_what_is_no_model_is_never_replaced(model, tmp_path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("years of work")
    (tmp_path / "file").write_text("a file")
    for target in (folder, tmp_path / "file"):
        with pytest.raises(InputError, match="something else here already"):
            model.save(target, overwrite=True)
    assert (folder / "chapter.txt").read_text() == "years of work"
    assert (tmp_path / "file").read_text() == "a file"
    assert names(tmp_path) == ["file", "thesis"]


def test_a_model_beside_other_files_is_not_replaced(model, folder):
    (folder / "notes.txt").write_text("years of work")
    (folder / "runs").mkdir()
    with pytest.raises(InputError, match=r"other files beside the model here: notes\.txt, runs"):
        model.save(folder, overwrite=True)
    assert (folder / "notes.txt").read_text() == "years of work"
    (folder / "notes.txt").unlink()
    (folder / "runs").rmdir()
    (folder / "CARD.md").unlink()
    model.save(folder, overwrite=True)
    assert names(folder) == sorted([*FILES, "model.json"])


def test_the_current_folder_is_taken_and_stays(model, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    model.save(".")
    model.save(".", overwrite=True)
    assert Path.cwd() == here
    assert lcp.load_model(".").seed == 7
    assert names(tmp_path) == ["here"]


def test_a_place_that_cannot_be_written_to_is_told_by_the_check(folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(InputError, match="cannot be written"):
        check_target(tmp_path / "file" / "a" / "model", overwrite=False)
    check_target(tmp_path / "a" / "b", overwrite=False)
    assert names(tmp_path) == ["file", "model"]
    make = tempfile.mkdtemp

    def refuse(*, prefix, dir):  # noqa: A002
        if Path(dir) == folder:
            raise PermissionError(13, "Permission denied")
        return make(prefix=prefix, dir=dir)

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)") as caught:
        check_target(folder, overwrite=True)
    assert caught.value.where == str(folder)


def test_an_empty_or_a_new_folder_is_taken(model, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for target in (empty, tmp_path / "a" / "b" / "c"):
        check_target(target, overwrite=False)
        assert lcp.load_model(model.save(str(target))).seed == 7


def test_a_place_that_cannot_be_written_to_is_named(model, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    target = tmp_path / "file" / "model"
    with pytest.raises(InputError, match="cannot be written") as caught:
        model.save(target)
    assert caught.value.where == str(target)

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(InputError, match=r"cannot be written \(Permission denied\)"):
        model.save(tmp_path / "model")
    assert names(tmp_path) == ["file"]


def test_an_unfitted_model_is_not_saved(tmp_path):
    with pytest.raises(NotFittedError):
        lcp.ComplexityModel().save(tmp_path / "model")
    assert names(tmp_path) == []
