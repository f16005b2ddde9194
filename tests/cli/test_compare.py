"""``lcp compare``."""

from __future__ import annotations

import pandas as pd
import pytest

from lcp.corpora import load_corpus
from lcp.evaluation import write_submission

OPTIONS = ("--corpus", "sample")


@pytest.fixture
def files(run, offline, tmp_path):
    table = load_corpus("sample")
    lengths = table["token"].str.len() / 40
    write_submission(table["id"], lengths, tmp_path / "here/lengths.csv")
    near = (table["complexity"] + lengths * 0.1).round(6)
    write_submission(table["id"], near, tmp_path / "here/near.csv")
    return table


def test_two_files_are_compared_and_reported(run, files, tmp_path):
    code, out, err = run(
        "compare", "near.csv", "lengths.csv", *OPTIONS, "--instances", 3, "--out", "report"
    )
    assert code == 0
    assert "Pearson" in out
    assert "< .001" in out
    assert "Not a test" not in err
    folder = tmp_path / "here/report"
    page = (folder / "report.md").read_text()
    assert "near.csv (A) and lengths.csv (B) on sample" in page
    assert "The 3 instances" in page
    first = pd.read_csv(folder / "instances.csv", keep_default_na=False).iloc[0]
    written = first["sentence"][first["start"] : first["end"]]
    assert f"**{written}**" in page
    assert len(pd.read_csv(folder / "instances.csv")) == len(files)
    assert {"williams.csv", "scores.csv", "breakdown.csv"} <= {p.name for p in folder.iterdir()}


def test_a_model_that_has_seen_the_instances_is_called_so(run, files):
    run("fit", "--task", 2, *OPTIONS, "--cv", 0, "--model", "ridge", "--out", "two")
    code, _, err = run("compare", "lengths.csv", "two", *OPTIONS)
    assert code == 0
    assert "Not a test" in err
    assert "model B" in err


def test_a_model_of_words_is_compared_on_words(run, files):
    run("fit", *OPTIONS, "--cv", 0, "--model", "ridge", "--out", "one")
    code, out, err = run("compare", "one", "lengths.csv", *OPTIONS, "--instances", 0)
    assert code == 0
    assert "expressions are left out" in err
    assert "MWEs" not in out


def test_identical_predictions_have_no_williams_test_and_that_is_said(run, files):
    code, out, err = run("compare", "near.csv", "near.csv", *OPTIONS, "--instances", 2)
    assert code == 0
    assert "predict the same for every instance" in err
    assert "Williams' test is not defined for words (all)" in err
    assert out.count("neither") == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("id,prediction\n", "line 1"),
        ("x,0.5\n", "have no prediction"),
        ("x,0.5\nx,0.5\n", "line 2: The id 'x'"),
    ],
)
def test_a_file_that_does_not_match_is_refused(run, files, tmp_path, text, says):
    (tmp_path / "here/bad.csv").write_text(text)
    code, out, err = run("compare", "near.csv", "bad.csv", *OPTIONS)
    assert (code, out) == (2, "")
    assert says in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("near.csv", "nowhere", *OPTIONS), (2, "no such file or folder")),
        (("near.csv", "empty", *OPTIONS), (2, "model.json")),
        (("near.csv", "near.csv"), (3, "labels")),
        (("near.csv", "near.csv", "--corpus", "unrated.tsv"), (2, "no ratings")),
        (("near.csv", "near.csv", *OPTIONS, "--out", "near.csv"), (2, "This is a file")),
        (("near.csv",), (2, "Missing argument")),
    ],
)
def test_what_cannot_be_compared_is_said(run, files, tmp_path, arguments, expected):
    (tmp_path / "here/empty").mkdir()
    (tmp_path / "here/unrated.tsv").write_text(
        "id\tcorpus\tsentence\ttoken\n1\tbible\tA ewe.\tewe\n"
    )
    code, _, err = run("compare", *arguments)
    assert code == expected[0]
    assert expected[1] in err
    assert "Traceback" not in err
