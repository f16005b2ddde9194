"""``lcp norms``."""

import json
import shutil

import pandas as pd
import pytest

from tests.cli.test_errors import FILES


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("word,charm\nkitten,6.5\ncolor,3\nlook up,2\n")
    shutil.copy(FILES / "norms.toml", tmp_path / "own.toml")
    return tmp_path


def test_columns_do_not_depend_on_the_list(run, files):
    tables = []
    for words in ("kittens\ncolour\nlook up\n", "xqzzt\n"):
        (files / "words.txt").write_text(words)
        run.ok("norms", "words.txt", "--features", "own.toml", "--out", "t.csv")
        tables.append(pd.read_csv("t.csv", keep_default_na=False))
    first, second = tables
    assert list(first) == list(second)
    assert first["norms__charm"].tolist() == [6.5, 3, 2]
    assert first["length__characters"].tolist() == [7, 6, 7]
    assert second["norms__charm"].tolist() == [""]


def test_a_column_says_how_each_value_was_found(run, files):
    (files / "words.txt").write_text("kittens\ncolour\nlook up\nxqzzt\n")
    options = ("--features", "own.toml", "--provenance", "--out", "t.csv")
    run.ok("norms", "words.txt", *options)
    ways = pd.read_csv("t.csv")["norms__charm@found"].tolist()
    assert ways == ["lemma", "spelling", "form", "none"]


def test_a_codebook_gives_unit_source_and_coverage(run, files):
    (files / "words.txt").write_text("kitten\nxqzzt\n")
    for name in ("book.json", "book.md"):
        options = ("--features", "own.toml", "--codebook", name)
        out, _ = run.ok("norms", "words.txt", *options)
    assert "norms__charm" in out
    rows = {row["column"]: row for row in json.loads((files / "book.json").read_text())}
    assert rows["norms__charm"]["covered"] == "50.0%"
    assert rows["norms__charm"]["n"] == 3
    assert (rows["norms__charm"]["form"], rows["norms__charm"]["none"]) == (1, 1)
    assert "Dale" in rows["acquisition__grade"]["source"]
    assert (files / "book.md").read_text().startswith("| column | description | unit |")


def test_every_norm_of_the_set_is_measured(run, files, data):
    (files / "words.txt").write_text("dog\ncolour\n")
    run.ok("norms", "words.txt", "--out", "t.csv")
    dog = pd.read_csv("t.csv").iloc[0]
    assert (dog["norms__aoa_rated"], dog["norms__polysemy"]) == (2.8, 8)
    assert dog["frequency__subtlex_frequency"] == 3.9928
