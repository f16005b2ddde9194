"""Plugins run code of installed packages, never of the current folder."""

import sys
from pathlib import Path

import pytest

from lcp.installed import installed_only
from tests.packages import install
from tests.processes import python

ENTRIES = "[lcp.families]\nx = {name}:X\n[lcp.tasks]\nx = {name}:X\n"
#: Writes a file when it is imported.
HOSTILE = "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n"
REPOSITORY = Path(__file__).parents[1]


@pytest.fixture
def hostile(tmp_path):
    """A folder with a module that pretends to be installed."""
    install(tmp_path, "hostile", HOSTILE, ENTRIES.format(name="hostile"))
    return tmp_path


def run(folder, *arguments, **environment):
    return python(*arguments, cwd=folder, **{"PYTHONPATH": str(REPOSITORY), **environment})


def test_plugins_of_the_current_folder_are_not_imported(hostile):
    code = "from lcp.features.family import families; from lcp.task import TASKS"
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
