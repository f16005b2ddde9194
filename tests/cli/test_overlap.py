"""``lcp overlap``: overlaps, scores and errors."""

from __future__ import annotations

import pandas as pd
import pytest

HEADER = "id\tgenre\tsentence\ttoken"


@pytest.fixture
def parts(run, offline, tmp_path):
    run("split", "sample", "--out", "parts")
    return tmp_path / "here/parts"


def test_parts_of_a_folder_are_compared_and_scored(run, parts, tmp_path):
    options = ("--features", "frequency-baseline", "--model", "linear", "--cv", 2)
    code, out, err = run("overlap", "parts:train+trial", "parts:test", *options, "--out", "report")
    assert code == 0
    (token,) = [line for line in out.splitlines() if line.split()[:1] == ["token"]][:1]
    assert token.split()[1:] == ["0", "(0.0%)"] * 4
    assert "any of its words" in out
    assert "token + sentence" in out
    assert "2-fold cross-validation, seed 0" in err
    folder = tmp_path / "here/report"
    assert sorted(path.name for path in folder.iterdir()) == [
        "overlaps.csv",
        "report.html",
        "scores.csv",
    ]
    page = (folder / "report.html").read_text()
    assert "Overlap of parts:test with parts:train+trial" in page
    assert ">token + sentence</th>" in page
    assert set(pd.read_csv(folder / "scores.csv")["subset"]) == {"single", "mwe", "all"}


def test_unrated_files_can_be_compared_but_not_scored(run, offline, tmp_path):
    for name, words in (("a", ["lamb", "ewe"]), ("b", ["Lamb", "ram"])):
        rows = [f"{i}\tbible\tThe {word}.\t{word}" for i, word in enumerate(words)]
        (tmp_path / f"here/{name}.tsv").write_text("\n".join([HEADER, *rows]) + "\n")
    code, out, _ = run("overlap", "a.tsv", "b.tsv", "--no-scores", "--out", "report")
    assert code == 0
    (form,) = [line for line in out.splitlines() if "any case" in line]
    assert form.count("1 (50.0%)") == 2
    assert not (tmp_path / "here/report/scores.csv").exists()
    code, _, err = run("overlap", "a.tsv", "b.tsv")
    assert code == 2
    assert "--no-scores" in err


def test_task_1_excludes_expressions(run, parts):
    code, out, _ = run("overlap", "parts:train", "parts:test", "--no-scores", "--task", 1)
    assert code == 0
    assert "any of its words" not in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("nowhere.tsv", "sample"), (2, "File not found")),
        (("sample", "smple"), (2, "Did you mean 'sample'")),
        (("parts:dev", "parts:test"), (2, "no part 'dev'")),
        (("sample", "sample", "--cv", 5000), (2, "cannot fill 5000 folds")),
        (("sample", "sample", "--features", "cor"), (2, "core")),
        (("sample", "sample", "--out", "file"), (2, "This is a file")),
        ((), (3, "complex")),
    ],
)
def test_invalid_arguments_raise_an_error(run, parts, tmp_path, arguments, expected):
    (tmp_path / "here/file").write_text("in the way")
    code, _, err = run("overlap", *arguments)
    assert code == expected[0]
    assert expected[1] in err
    assert "Traceback" not in err


def test_the_default_is_the_released_split(run, data):
    code, out, _ = run("overlap", "--no-scores", "--task", 1)
    assert code == 0
    (stem,) = [line for line in out.splitlines() if "stem" in line]
    assert "424 (46.2%)" in stem
