"""``lcp evaluate --by --out``."""

import pandas as pd
import pytest

import lcp


@pytest.fixture
def rated(tmp_path):
    table = lcp.load_corpus("sample", task=1).iloc[:150]
    table = table.assign(register=["spoken" if n % 3 else "written" for n in range(len(table))])
    table[["token", "sentence", "genre", "complexity", "register"]].to_csv(
        tmp_path / "rated.csv", index=False
    )
    return tmp_path / "rated.csv"


def test_scores_by_any_column_are_printed_and_written(run, word_model, rated, tmp_path):
    options = ("--by", "register", "--by", "frequency", "--out", "report")
    out, _ = run.ok("evaluate", word_model, "--corpus", rated, *options)
    assert "written" in out
    folder = tmp_path / "here/report"
    scores = pd.read_csv(folder / "by-register.csv")
    assert set(scores["register"]) == {"spoken", "written"}
    assert scores.groupby("register")["n"].first().tolist() == [100, 50]
    assert (scores["low"] <= scores["value"]).all()
    assert (folder / "by-frequency.tex").read_text().startswith(r"\begin{tabular}")
    instances = pd.read_csv(folder / "instances.csv", keep_default_na=False)
    assert instances["error"].abs().is_monotonic_decreasing
    assert instances["register"].value_counts()["written"] == 50
    part = instances[instances["register"] == "written"]
    (value,) = scores.query("register == 'written' and metric == 'pearson'")["value"]
    assert part["predicted"].corr(part["complexity"]) == pytest.approx(value)


@pytest.mark.parametrize(
    ("column", "message"), [("registre", "no column 'registre'"), ("id", "No value of 'id'")]
)
def test_a_column_that_makes_no_groups_is_refused(run, word_model, rated, column, message):
    err = run.error("evaluate", word_model, "--corpus", rated, "--by", column)
    assert message in err
