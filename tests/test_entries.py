"""The file by which spaCy's list of projects finds the package."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def test_the_example_for_spacys_list_of_projects_runs(capsys):
    pytest.importorskip("spacy")
    entry = json.loads((ROOT / "docs/universe.json").read_text("utf-8"))
    assert entry["pip"] in (ROOT / "pyproject.toml").read_text("utf-8")
    assert set(entry["category"]) <= {"pipeline", "research"}
    exec("\n".join(entry["code_example"]), {})
    assert "acquiescence 0." in capsys.readouterr().out
