"""``lcp match``."""

import pandas as pd
import pytest

TABLE = "Word;age;letters;set\nhat;2,5;3;a\nbee;3;3;a\ntax;9;3;b\nlaw;10;3;b\nlemma;12;5;b\n"


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words.csv").write_text(TABLE)
    return "words.csv"


def test_a_word_is_in_one_set(run, table, tmp_path):
    (tmp_path / table).write_text(f"{TABLE}Hat;2;3;a\n")
    options = ("--vary", "age=1:4,8:13", "--control", "letters=0", "--out", "pairs.csv")
    err = run("match", table, *options)[2]
    assert "Rows left out because their Word occurs before: 1." in err
    assert "1:4 2," in err


def test_pairs_are_written_with_a_balance_table(run, table):
    options = ("--vary", "age=1:4,8:13", "--control", "letters=0")
    out, err = run.ok("match", table, *options, "--seed", 7, "--sets", 3, "--out", "pairs.csv")
    assert "largest difference" in out
    assert "Only 2 of 3 sets" in err
    rows = pd.read_csv("pairs.csv")
    assert list(rows) == ["set", "condition", "Word", "age", "letters", "set_2"]
    assert sorted(rows["Word"]) == ["bee", "hat", "law", "tax"]
