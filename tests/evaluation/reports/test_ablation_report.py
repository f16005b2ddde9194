"""Ablation reports: files, content and display in a browser."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.evaluation.ablation import Ablation
from lcp.evaluation.reports.ablation_report import (
    ablation_figures,
    ablation_tables,
    verdict,
    write_ablation_report,
)
from lcp.features.featureset import FeatureSet


@pytest.fixture(scope="module")
def result():
    features = FeatureSet({"length": {}, "frequency": {"sources": ["wordfreq"]}})
    table = lcp.load_corpus("sample")
    options = {
        "repeats": 1,
        "cv": 2,
        "curve": True,
        "n_jobs": 1,
        "metadata": {"task": 2, "model": "ridge"},
    }
    return Ablation.prepare(table, features, lcp.load_estimator("linear"), **options).run()


@pytest.fixture(scope="module")
def folder(result, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    command = "lcp ablate --task 2 --corpus sample"
    names = write_ablation_report(result, folder, command=command, seconds=61.4)
    assert sorted(names) == sorted(path.name for path in folder.iterdir())
    return folder


@pytest.fixture(scope="module")
def text(folder):
    return (folder / "report.html").read_text(encoding="utf-8")


def test_the_csv_file_has_every_score(folder, result):
    table = pd.read_csv(folder / "scores.csv", keep_default_na=False, na_values=[""])
    assert len(table) == 3 * (3 + 2 + 5) * 5
    np.testing.assert_allclose(table["value"], result.scores["value"])


def test_the_report_describes_data_and_method(text):
    for fact in (
        "2-fold cross-validation grouped by token",
        "lcp ablate --task 2 --corpus sample",
        "(61 s)",
        "predicted by a model",
        "Holm",
        "without length",
    ):
        assert fact in text


def test_each_subset_has_a_table_whose_parts_are_ordered_by_contribution(result):
    tables = ablation_tables(result)
    assert [table.title.split(",")[0] for table in tables] == [
        "Differences: single words",
        "Differences: multi-word expressions",
        "Differences: words and expressions",
        "Learning curve",
    ]
    for table in tables[:-1]:
        assert [row[0] for row in table.rows] == [
            "whole set",
            "without frequency",
            "without length",
        ]


def test_the_page_begins_with_its_verdict(text, result):
    sentence = verdict(result)
    assert "on multi-word expressions; the largest change is by “frequency”: −" in sentence
    assert text.index(sentence) < text.index("The contribution of each family")


def test_figures_have_axes_with_units_and_do_not_change(folder, result):
    names = {path.name for path in folder.glob("*.svg")}
    assert {"learning-curve.svg", "without-single.svg", "permuted-mwe.svg"} <= names
    assert {path.stem for path in folder.glob("*.pdf")} == {name[:-4] for name in names}
    curve = (folder / "learning-curve.svg").read_text(encoding="utf-8")
    assert "training instances" in curve
    assert "95% interval" in curve
    assert ablation_figures(result.scores)["learning-curve.svg"] == curve.encode()


def test_the_table_of_r_is_written_for_papers(folder):
    text = (folder / "pearson-single.tex").read_text(encoding="utf-8")
    assert "\\toprule" in text
    assert "without" in text
