"""The package contains everything that it needs, and names the licence of all that ships."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYPROJECT, NOTICE = ROOT / "pyproject.toml", ROOT / "NOTICE.md"
#: Written for this project, as the notice says.
REGISTRIES, RECIPES = {"corpora.toml", "resources.toml"}, {"features", "models"}
pytestmark = pytest.mark.skipif(
    not NOTICE.is_file() or not (ROOT / "lcp").is_dir(), reason="no checkout beside the tests"
)


def test_every_data_file_of_the_package_is_in_the_notice():
    text = NOTICE.read_text("utf-8")
    suffixes = {".csv", ".json", ".npz", ".toml", ".tsv"}
    files = [path for path in (ROOT / "lcp").rglob("*") if path.suffix in suffixes]
    data = [
        path for path in files if path.name not in REGISTRIES and path.parent.name not in RECIPES
    ]
    assert len(data) >= 10
    for path in data:
        assert path.name in text, path


def test_no_python_file_has_more_than_350_lines():
    folders = ("lcp", "tools", "benchmarks")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) >= 200
    long = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in paths}
    assert {path: lines for path, lines in long.items() if lines > 350} == {}


def test_every_file_in_the_notice_exists():
    for name in re.findall(r"`((?:lcp|models|docs|\.ci)/[^`]+)`", NOTICE.read_text("utf-8")):
        if not name.startswith("lcp/_recipes"):
            assert (ROOT / name).exists(), name


def test_the_sdist_and_the_wheel_contain_the_notice_and_the_citation():
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))
    assert project["project"]["license-files"] == ["LICENSE", "NOTICE.md"]
    included = project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"CITATION.cff", "LICENSE", "NOTICE.md", "tests", "models", "features"} <= set(included)
    for name in included:
        assert (ROOT / name).exists(), name


def test_the_entry_points_in_the_security_policy_exist():
    named = re.findall(r"`(lcp\.\w+)`", (ROOT / "SECURITY.md").read_text("utf-8"))
    code = "".join(path.read_text("utf-8") for path in (ROOT / "lcp").rglob("*.py"))
    assert named
    for name in named:
        assert f'load_entry_points("{name}"' in code, name
