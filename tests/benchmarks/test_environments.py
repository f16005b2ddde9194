"""Programs of others have environments of their own."""

from __future__ import annotations

import subprocess

import environments
import pytest
from environments import PROGRAMS, NotInstalledError, python_of, versions

REQUIREMENTS = sorted(PROGRAMS.glob("*.txt"))


def test_every_list_of_packages_belongs_to_a_program():
    assert REQUIREMENTS
    assert all(path.with_suffix(".py").is_file() for path in REQUIREMENTS)


@pytest.mark.parametrize("path", REQUIREMENTS, ids=lambda path: path.stem)
def test_every_package_has_a_version(path):
    assert all("==" in line for line in path.read_text("utf-8").splitlines())


def test_names_of_packages_are_compared_as_by_pip(tmp_path):
    (tmp_path / "a.txt").write_text("One_Two==1.5\n", encoding="utf-8")
    assert versions(tmp_path / "a.txt", ["one-two"]) == {"one-two": "1.5"}


def test_a_package_that_cannot_be_installed_is_reported(tmp_path):
    path = tmp_path / "wrong.txt"
    path.write_text("./no-such-folder\n", encoding="utf-8")
    with pytest.raises(NotInstalledError, match="no-such-folder"):
        python_of(path)


def test_an_environment_is_made_once(tmp_path, monkeypatch):
    path = tmp_path / "nothing.txt"
    path.write_text("", encoding="utf-8")
    python = python_of(path)
    assert subprocess.check_output([python, "-c", "print('runs')"], text=True) == "runs\n"
    monkeypatch.setattr(environments.subprocess, "run", None)
    assert python_of(path) == python
