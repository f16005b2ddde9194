"""``lcp compare``: tables, reports, warnings and errors."""

import html

import pandas as pd
import pytest

from lcp.corpora.corpus import load_corpus
from lcp.evaluation.submission import submission

OPTIONS = ("--corpus", "sample")


@pytest.fixture
def files(run, offline, tmp_path):
    table = load_corpus("sample")
    lengths = table["token"].str.len() / 40
    (tmp_path / "here/lengths.csv").write_text(submission(table["id"], lengths))
    near = (table["complexity"] + lengths * 0.1).round(6)
    (tmp_path / "here/near.csv").write_text(submission(table["id"], near))
    return table


def test_two_files_are_compared_and_reported(run, files, tmp_path):
    out, err = run.ok("compare", "near.csv", "lengths.csv", *OPTIONS, "--out", "report")
    assert "Pearson" in out
    assert "< 0.001" in out
    assert "Scores on training data" not in err
    folder = tmp_path / "here/report"
    page = (folder / "report.html").read_text()
    assert "near.csv (A) and lengths.csv (B) on sample" in page
    assert page.count("<mark>") == 10
    first = pd.read_csv(folder / "instances.csv", keep_default_na=False).iloc[0]
    written = first["sentence"][first["start"] : first["end"]]
    assert f"<mark>{written}</mark>" in page
    assert len(pd.read_csv(folder / "instances.csv")) == len(files)
    assert {"scores.csv", "breakdown.csv"} <= {p.name for p in folder.iterdir()}


def test_training_instances_are_reported_in_the_terminal_and_in_the_report(
    run, files, expression_model, tmp_path
):
    _, err = run.ok("compare", "lengths.csv", expression_model, *OPTIONS, "--out", "report")
    assert "Scores on training data" in err
    warning = f"103 of the {len(files)} instances were in model B's training data"
    assert warning in " ".join(err.replace("│", "").split())
    page = (tmp_path / "here/report/report.html").read_text(encoding="utf-8")
    assert html.escape(warning, quote=False) in html.unescape(page)
