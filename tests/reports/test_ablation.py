"""Ablation reports: files, content and display in a browser."""

from __future__ import annotations

import html
import json
import re

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.evaluation.ablation import ablate
from lcp.features.featureset import FeatureSet
from lcp.reports.ablation import ablation_tables, verdict, write_ablation_report


@pytest.fixture(scope="module")
def result():
    features = FeatureSet({"length": {"cmudict": False}, "frequency": {"sources": ["wordfreq"]}})
    table = lcp.load_corpus("sample")
    options = {"repeats": 1, "folds": 2, "n_jobs": 1, "metadata": {"task": 2, "model": "ridge"}}
    return ablate(features, lcp.load_estimator("ridge"), table, **options)


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
    assert len(table) == 3 * 3 * 5
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


def test_the_report_contains_all_settings(text, result):
    block = re.search(r"<pre>(\{.*?\n\})", html.unescape(text), re.DOTALL)
    assert json.loads(block[1]) == json.loads(json.dumps(result.settings))


def test_each_subset_has_a_table_whose_parts_are_ordered_by_contribution(result):
    tables = ablation_tables(result)
    assert [table.title.split(",")[0] for table in tables] == [
        "Differences: single words",
        "Differences: multi-word expressions",
        "Differences: words and expressions",
    ]
    for table in tables:
        assert [row[0] for row in table.rows] == [
            "whole set",
            "without frequency",
            "without length",
        ]


def test_the_page_begins_with_its_verdict(text, result):
    sentence = verdict(result)
    assert "on multi-word expressions; the largest change is by “frequency”: −" in sentence
    assert text.index(sentence) < text.index("The contribution of each family")


@pytest.mark.parametrize(
    ("width", "scheme", "ink"),
    [(1280, "light", "rgb(27, 31, 36)"), (400, "dark", "rgb(232, 234, 237)")],
)
def test_the_page_fits_the_screen_loads_nothing_and_labels_its_plots(
    folder, browser, width, scheme, ink
):
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    requests, faults = [], []
    page.on("request", lambda request: requests.append(request.url))
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    address = (folder / "report.html").as_uri()
    page.goto(address)
    page.wait_for_load_state("networkidle")
    # Pictures inside the page are data URLs.
    assert {url for url in requests if not url.startswith("data:")} == {address}
    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    pictures = page.locator("svg[role=img], img")
    assert pictures.count() == page.locator("svg, img").count() == 1
    for picture in pictures.all():
        names = picture.get_attribute("aria-labelledby").split()
        assert all(page.locator(f"[id='{name}']").text_content().strip() for name in names)
        assert picture.evaluate("element => getComputedStyle(element).color") == ink
    assert page.locator("table").count() == page.locator("table > caption").count()
    page.close()
