"""Families of other packages: a broken one does not disturb the others."""

import os
import sys
from pathlib import Path

import pytest

from lcp.features.family import Family, Feature, _import_all, families, family
from tests.errors import refused
from tests.packages import install
from tests.processes import python

ROOT = Path(__file__).parents[3]


def plugin(folder, name, source):
    """Install a package with the entry point of a family."""
    install(folder, name, source, f"[lcp.families]\nx = {name}:Family\n")


@pytest.mark.parametrize(
    "source", ["1 / 0", "import there_is_no_such_module", "raise SystemExit(1)", "Other = 1", "("]
)
def test_a_package_that_cannot_be_imported_gives_a_warning(tmp_path, monkeypatch, source):
    plugin(tmp_path, "lcp_broken", source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lcp_broken", raising=False)
    _import_all.cache_clear()
    try:
        with pytest.warns(UserWarning, match="the package lcp_broken are not available"):
            assert "length" in families()
    finally:
        monkeypatch.undo()
        _import_all.cache_clear()


def test_commands_work_and_report_a_broken_package_in_one_line(tmp_path):
    plugin(tmp_path, "lcp_broken", "1 / 0")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    done = python("-m", "lcp", "features", "--features", "core", PYTHONPATH=path)
    assert done.returncode == 0
    assert "features in" in done.stdout
    (line,) = done.stderr.splitlines()
    assert line.startswith("The feature families of the package lcp_broken are not available")


@pytest.mark.parametrize("name", ["length", "glove"])
def test_a_family_of_another_package_cannot_replace_one_of_this_package(name):
    before = family(name)
    with refused(f"'{name}' belongs to lcp.features.families.{name}"):
        type("Family", (Family,), {"name": name, "scope": "word", "__module__": "elsewhere"})
    assert family(name) is before


def test_a_family_may_be_defined_again_in_its_module_only():
    columns = (Feature("one", "first", "1", "test"),)
    about = {"name": "defined_again", "scope": "word", "columns": columns, "measure": max}
    try:
        type("First", (Family,), {**about, "__module__": "one"})
        again = type("Second", (Family,), {**about, "__module__": "one"})
        with refused("belongs to one"):
            type("Third", (Family,), {**about, "__module__": "other"})
        assert family("defined_again") is again
    finally:
        from lcp.features.family import _REGISTRY

        del _REGISTRY["defined_again"]
