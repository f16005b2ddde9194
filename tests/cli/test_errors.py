"""An error has a message and an exit code; there is no traceback, and nothing is written."""

import pytest

from lcp.corpora.loading import load_corpus
from lcp.evaluation.submission import submission
from tests.cases import cases

FILES = {
    "ages.csv": b"word,age,letters\nhat,2,3\nbee,3,3\ntax,9,3\nlaw,10,3\n",
    "bad1.csv": b"id,prediction\n",
    "bad2.csv": b"x,0.5\n",
    "bad3.csv": b"x,0.5\nx,0.5\n",
    "bytes.txt": b"ab\x81",
    "empty/other": b"",
    "few.toml": b"[families.length]\n[families.context]\n",
    "in.tsv": b"id\tgenre\tsentence\ttoken\na\tbible\tThe river rose at dawn.\triver\n",
    "list.txt": b"kitten\n",
    "notes.txt": b"mine",
    "null.txt": b"ab\0",
    "text.txt": b"He crossed the deep river.\n",
    "text.xyz": b"He crossed the deep river.\n",
    "unrated.tsv": b"id\tgenre\tsentence\ttoken\n1\tbible\tA ewe.\tewe\n",
}


@pytest.fixture
def here(run, tmp_path):
    """Write files into the current folder; returns their contents by path."""
    table = load_corpus("sample")
    near = submission(table["id"], table["complexity"] / 2).encode()
    folder = tmp_path / "here"
    (folder / "empty").mkdir()
    contents = {folder / name: content for name, content in (FILES | {"near.csv": near}).items()}
    for path, content in contents.items():
        path.write_bytes(content)
    return contents


@cases("cli/cases/errors")
def test_an_error_has_a_message_and_writes_nothing(run, offline, here, case):
    code, out, err = run(*case["arguments"])
    assert (code, out) == (case["code"], "")
    assert case["message"] in " ".join(err.split())
    assert "Traceback" not in err
    assert "Value error" not in err
    folder = next(iter(here)).parent
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == here
