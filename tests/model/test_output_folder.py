"""A model is saved completely or not at all."""

import os
import sys
from pathlib import Path

import pytest
from sklearn.exceptions import NotFittedError

import lcp
from tests.errors import refused
from tests.model.conftest import FILES, contents, names

STEPS = [
    "lcp.model.output_folder.write_plain",
    "lcp.model.output_folder.model_card",
    "lcp.model.output_folder.to_plain",
    "lcp.model.output_folder.write_description",
]


def failing(times, original):
    """Call the original, but fail at the given number of calls."""
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
    monkeypatch.setattr(step, failing(1, original))


@pytest.mark.parametrize("step", STEPS)
def test_a_failed_save_leaves_no_files(model, tmp_path, monkeypatch, step):
    model.save(tmp_path / "other")  # imports everything before it is replaced
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        model.save(tmp_path / "new" / "model")
    assert names(tmp_path / "new") == []


@pytest.mark.parametrize("step", STEPS)
def test_the_existing_model_is_unchanged_if_saving_fails(model, folder, table, monkeypatch, step):
    before = contents(folder)
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    break_at(monkeypatch, step)
    with pytest.raises(KeyboardInterrupt):
        other.save(folder, overwrite=True)
    assert contents(folder) == before
    assert names(folder.parent) == ["model"]


def test_a_model_whose_replacement_was_interrupted_is_refused(folder, table, monkeypatch):
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    monkeypatch.setattr(Path, "replace", failing(2, Path.replace))
    with pytest.raises(KeyboardInterrupt):
        other.save(folder, overwrite=True)
    with refused(r"file features\.npz was altered"):
        lcp.load_model(folder)


def test_the_folder_is_complete_when_it_appears(model, tmp_path, monkeypatch):
    moved = []
    rename = Path.rename

    def watch(self, target):
        moved.append((names(self), Path(target).exists(), self.parent == Path(target).parent))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", watch)
    model.save(tmp_path / "model")
    assert moved == [(sorted([*FILES, "model.json"]), False, True)]


def test_a_model_is_replaced_only_on_request(model, folder, table, tmp_path):
    other = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    before = contents(folder)
    with refused("already contains a model", hint="remove it"):
        other.save(folder)
    assert contents(folder) == before
    assert other.save(folder, overwrite=True) == folder
    assert lcp.load_model(folder).feature_set_.name == "frequency-baseline"
    assert names(tmp_path) == ["model"]


def test_other_files_are_never_replaced(model, tmp_path):
    folder = tmp_path / "thesis"
    folder.mkdir()
    (folder / "chapter.txt").write_text("years of work")
    (tmp_path / "file").write_text("a file")
    for target in (folder, tmp_path / "file"):
        with refused("exists and is not a model"):
            model.save(target, overwrite=True)
    assert (folder / "chapter.txt").read_text() == "years of work"
    assert (tmp_path / "file").read_text() == "a file"
    assert names(tmp_path) == ["file", "thesis"]


def test_a_model_in_a_folder_with_other_files_is_not_replaced(model, folder):
    (folder / "notes.txt").write_text("years of work")
    (folder / "runs").mkdir()
    with refused(r"other files than a model's: notes\.txt, runs"):
        model.save(folder, overwrite=True)
    assert (folder / "notes.txt").read_text() == "years of work"
    (folder / "notes.txt").unlink()
    (folder / "runs").rmdir()
    (folder / "CARD.md").unlink()
    model.save(folder, overwrite=True)
    assert names(folder) == sorted([*FILES, "model.json"])


def test_an_unwritable_folder_raises_an_error(model, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("not a folder")
    target = tmp_path / "file" / "model"
    with refused("cannot be written", where=target):
        model.save(target)

    def refuse(**_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with refused(r"cannot be written \(Permission denied\)"):
        model.save(tmp_path / "model")
    assert names(tmp_path) == ["file"]


def test_the_same_training_gives_the_same_files_with_any_number_of_threads(table, tmp_path):
    for jobs, name in enumerate(("one", "two"), start=1):
        model = lcp.ComplexityModel("core", "random-forest", n_jobs=jobs).fit(table)
        model.save(tmp_path / name)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o755), (0o077, 0o700), (0o002, 0o775)])
def test_a_folder_has_the_permissions_that_the_user_set(model, tmp_path, umask, mode):
    before = os.umask(umask)
    try:
        folder = model.save(tmp_path / "model")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == mode
    assert (folder / "model.json").stat().st_mode & 0o777 == mode & 0o666


def test_an_unfitted_model_is_not_saved(tmp_path):
    with pytest.raises(NotFittedError):
        lcp.ComplexityModel().save(tmp_path / "model")
    assert names(tmp_path) == []
