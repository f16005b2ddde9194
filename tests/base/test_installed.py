"""Recipes and plugins run code of installed packages, never of the current folder."""

import os
import sys
from pathlib import Path

import pytest

from lcp.base.installed import installed_only
from tests.packages import install
from tests.processes import python

ENTRIES = "[lcp.families]\nx = {name}:X\n[lcp.tasks]\nx = {name}:X\n"
#: Writes a file when it is imported.
HOSTILE = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
LOAD = "import lcp; lcp.load_estimator('recipe.toml')"
REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def hostile(tmp_path):
    """A folder with a module that pretends to be installed, and a recipe that names it."""
    for name in ("hostile", "lightgbm"):
        install(tmp_path, name, HOSTILE, ENTRIES.format(name=name))
    (tmp_path / "recipe.toml").write_text('estimator = "hostile:X"\n')
    return tmp_path


def run(folder, *arguments, **environment):
    return python(*arguments, cwd=folder, **{"PYTHONPATH": str(REPOSITORY), **environment})


COMMAND = ["-m", "lcp", "fit", "--corpus", "sample", "--estimator", "recipe.toml", "--out", "model"]
#: As in a notebook, whose folder is a path.
NOTEBOOK = ["-c", f"import os, sys; sys.path[0] = os.getcwd(); {LOAD}"]


@pytest.mark.parametrize("on_path", [False, True], ids=["", "PYTHONPATH"])
@pytest.mark.parametrize("arguments", [["-c", LOAD], NOTEBOOK, COMMAND], ids=["-c", "book", "-m"])
def test_a_recipe_does_not_run_code_of_the_current_folder(hostile, arguments, on_path):
    path = f"{REPOSITORY}{os.pathsep}{hostile}" if on_path else str(REPOSITORY)
    done = run(hostile, *arguments, PYTHONPATH=path)
    assert "The package 'hostile' is not installed." in done.stderr
    assert not (hostile / "ran").exists()


def test_an_installed_package_is_imported_despite_a_file_of_its_name(hostile):
    (hostile / "recipe.toml").write_text('estimator = "lightgbm:LGBMRegressor"\n')
    done = run(hostile, "-c", f"{LOAD}; import lightgbm; print(lightgbm.__file__)")
    assert done.returncode == 0, done.stderr
    assert not done.stdout.startswith(str(hostile))
    assert not (hostile / "ran").exists()


def test_plugins_of_the_current_folder_are_not_imported(hostile):
    code = "from lcp.features.family import families; from lcp.base.task import TASKS"
    done = run(hostile, "-c", f"{code}; families(); print(list(TASKS.plugins))")
    assert done.returncode == 0, done.stderr
    assert "'x'" not in done.stdout
    assert not (hostile / "ran").exists()


def test_the_search_path_is_restored(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    before = sys.path[:]
    with installed_only():
        assert str(tmp_path) not in sys.path
        assert len(sys.path) < len(before)
    assert sys.path == before


def test_a_project_that_is_installed_in_editable_mode_is_searched(monkeypatch, tmp_path):
    packages, project = tmp_path / "packages", tmp_path / "project"
    packages.mkdir()
    project.mkdir()
    (packages / "project.pth").write_text(f"import os\n{project}\n")
    monkeypatch.setattr("site.getsitepackages", lambda: [str(packages)])
    monkeypatch.chdir(project)
    monkeypatch.syspath_prepend(project)
    with installed_only():
        assert str(project) in sys.path
