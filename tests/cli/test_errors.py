"""Commands report what they do; an error has an exit code and no traceback, and writes nothing."""

import shutil
from pathlib import Path

import pytest

from lcp.corpora.corpus import load_corpus
from lcp.evaluation.submission import submission
from tests.cases import cases

FILES = Path(__file__).parent / "files"


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def here(run, tmp_path):
    """Write files into the current folder; returns their contents by path."""
    table = load_corpus("sample")
    folder = Path(shutil.copytree(FILES, tmp_path / "here", dirs_exist_ok=True))
    (folder / "near.csv").write_text(submission(table["id"], table["complexity"] / 2))
    return contents(folder)


@cases("cli/cases/errors")
def test_an_error_has_a_message_and_writes_nothing(run, offline, here, tmp_path, case):
    err = run.error(*case["arguments"], code=case["code"])
    assert case["message"] in err
    assert case.get("hint", "") in err
    assert "Value error" not in err
    assert contents(tmp_path / "here") == here


@cases("cli/cases/commands")
def test_a_command_reports_what_it_does(run, offline, here, case):
    out, err = run.ok(*case["arguments"])
    assert [text for text in case.get("out", []) if text not in out] == []
    assert [text for text in case.get("err", []) if text not in err] == []
