"""Files by which other programs find the package: GitHub's action, spaCy's list of projects."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="the extra docs is not installed")

ROOT = Path(__file__).parent.parent


def read(path):
    return path.read_text("utf-8") if path.is_file() else ""


def test_the_action_has_the_schema_of_actions():
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions"]
    subprocess.run([*check, ROOT / "action.yml"], check=True)


@pytest.mark.parametrize("name", ["test.yml", "release.yml"])
def test_a_workflow_has_the_schema_of_workflows(name):
    schema = ["--builtin-schema", "vendor.github-workflows"]
    check = [sys.executable, "-m", "check_jsonschema", *schema]
    subprocess.run([*check, ROOT / ".github" / "workflows" / name], check=True)


def test_every_installation_of_the_workflows_names_extras_that_exist():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    files = [*ROOT.glob(".github/workflows/*.yml"), ROOT / "action.yml", ROOT / "Dockerfile"]
    files += ROOT.glob(".ci/*")
    named = re.findall(r'(?:PATH|\.)\[([\w,]+)\]"', "".join(map(read, files)))
    assert len(named) >= 5
    assert {extra for names in named for extra in names.split(",")} <= set(
        extras["optional-dependencies"]
    )


@pytest.mark.parametrize(("level", "code"), [("A1", 1), ("C2", 0)])
def test_the_action_writes_sarif_and_fails_above_its_level(tmp_path, level, code):
    names = ("one.md", "more/deep/two.md", "-three.md")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("She acquiesced. The ubiquitous rivers meandered.\n" * 9)
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    sarif = action["inputs"]["sarif"]["default"]
    inputs = {"FILES": "**/*.md", "LEVEL": level, "SARIF": sarif}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    [*_, step] = action["runs"]["steps"]
    assert step["env"].keys() == inputs.keys()
    run = subprocess.run(
        [shutil.which("bash"), "-ec", step["run"]],
        check=False,
        cwd=tmp_path,
        env={**os.environ, **inputs, "PATH": path},
    )
    assert run.returncode == code
    results = json.loads((tmp_path / sarif).read_text("utf-8"))["runs"][0]["results"]
    places = [result["locations"][0]["physicalLocation"] for result in results]
    files = {place["artifactLocation"]["uri"] for place in places}
    assert files == ({*names} if code else set())


def test_the_example_for_spacys_list_of_projects_runs(capsys):
    pytest.importorskip("spacy")
    entry = json.loads((ROOT / "docs/universe.json").read_text("utf-8"))
    assert entry["pip"] in (ROOT / "pyproject.toml").read_text("utf-8")
    assert set(entry["category"]) <= {"pipeline", "research"}
    exec("\n".join(entry["code_example"]), {})
    assert "acquiescence 0." in capsys.readouterr().out
