"""``lcp evaluate --by --out``."""

import pandas as pd
import pytest

import lcp

MODE = "speech/or/text"


@pytest.fixture
def rated(tmp_path):
    table = lcp.load_corpus("sample", task=1).iloc[:150]
    table[MODE] = ["spoken" if n % 3 else "written" for n in range(len(table))]
    table["error"] = "own"
    table[["token", "sentence", "genre", "complexity", "error", MODE]].to_csv(
        tmp_path / "rated.csv", index=False
    )
    return tmp_path / "rated.csv"


def test_scores_by_any_column_are_printed_and_written(run, word_model, rated, tmp_path):
    options = ("--by", MODE, "--by", "frequency", "--out", "report")
    out, _ = run.ok("evaluate", rated, "--model", word_model, *options)
    assert "written" in out
    folder = tmp_path / "here/report"
    scores = pd.read_csv(folder / "by-speech_or_text.csv")
    assert set(scores[MODE]) == {"spoken", "written"}
    assert scores.groupby(MODE)["n"].first().tolist() == [100, 50]
    assert (scores["low"] <= scores["value"]).all()
    assert (folder / "by-frequency.tex").read_text().startswith(r"\begin{tabular}")
    instances = pd.read_csv(folder / "instances.csv", keep_default_na=False)
    assert instances["error"].abs().is_monotonic_decreasing
    assert set(instances["error_2"]) == {"own"}
    assert instances[MODE].value_counts()["written"] == 50
    part = instances[instances[MODE] == "written"]
    (value,) = scores.query(f"`{MODE}` == 'written' and metric == 'pearson'")["value"]
    assert part["predicted"].corr(part["complexity"]) == pytest.approx(value)


@pytest.mark.parametrize(
    ("column", "message"), [("register", "no column 'register'"), ("id", "No value of 'id'")]
)
def test_a_column_that_makes_no_groups_is_refused(run, word_model, rated, column, message):
    err = run.error("evaluate", rated, "--model", word_model, "--by", column)
    assert message in err
