"""Ablation reports: files, content and display in a browser."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.ablation import ablate
from lcp.features.featureset import FeatureSet
from lcp.reports.ablation import ablation_content, write_ablation_report
from lcp.reports.ablation_plots import calibration_bins, worst_errors
from lcp.reports.ablation_steps import headline_of, ordered_steps, verdict

PLOTS = [
    "calibration", "differences", "learning-curve", "residuals-by-frequency",
    "residuals-by-genre", "residuals-by-length", "residuals-by-predicted", "residuals-by-rated",
    "scatter",
]  # fmt: skip


@pytest.fixture(scope="module")
def result():
    features = FeatureSet({"length": {"cmudict": False}, "frequency": {"sources": ["wordfreq"]}})
    table = lcp.load_corpus("sample")
    table.loc[0, "sentence"] = table.loc[0, "sentence"] + " <script>alert(1)</script>"
    options = {"repeats": 1, "folds": 2, "n_jobs": 1, "metadata": {"task": 2, "model": "ridge"}}
    return ablate(features, lcp.load_estimator("ridge"), table, **options)


@pytest.fixture(scope="module")
def folder(result, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_ablation_report(
        result, folder, command="lcp ablate --task 2 --corpus sample", seconds=61.4
    )
    return folder


def test_a_report_consists_of_pages_a_table_and_plots(folder):
    assert sorted(path.name for path in folder.iterdir()) == [
        "plots", "report.html", "report.md", "table.csv",
    ]  # fmt: skip
    names = [f"{name}.{kind}" for name in PLOTS for kind in ("png", "svg")]
    assert sorted(path.name for path in (folder / "plots").iterdir()) == sorted(names)


def test_the_csv_file_has_every_score(folder, result):
    table = pd.read_csv(folder / "table.csv", keep_default_na=False, na_values=[""])
    assert len(table) == 3 * 3 * 5
    np.testing.assert_allclose(table["value"], result.scores["value"])


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_the_report_describes_data_and_method(folder, result, name):
    text = (folder / name).read_text(encoding="utf-8")
    for fact in (
        "sample (410 instances",
        "2, grouped by token",
        "lcp ablate --task 2 --corpus sample",
        "1 min 1 s",
        f"lcp {lcp.__version__}",
        "predicted by a model",
        "Holm",
        "Speer (2022), wordfreq",
        "without word length and sounds",
    ):
        assert fact in text


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_the_report_contains_all_settings(folder, result, name):
    text = html.unescape((folder / name).read_text(encoding="utf-8"))
    block = re.search(r"(?:<pre>|```json\n)(\{.*?\n\})", text, re.DOTALL)
    assert json.loads(block[1]) == json.loads(json.dumps(result.settings))
    assert "settings.json" not in text


def test_the_largest_errors_are_quoted_with_their_target(result):
    worst = worst_errors(result)
    assert headline_of(result) == "mwe"
    errors = (worst["predicted"] - worst["rated"]).abs()
    assert errors.is_monotonic_decreasing
    assert worst["number"].tolist() == list(range(1, 16))
    assert worst["token"].str.contains(" ").all()
    assert (worst["target"].str.lower() == worst["token"].str.lower()).all()


def test_sentences_can_be_left_out(result, tmp_path):
    write_ablation_report(
        result, tmp_path, command="lcp ablate --no-quote", seconds=1.0, quote=False
    )
    sentences = set(result.table["sentence"])
    for name in ("report.md", "report.html"):
        text = html.unescape((tmp_path / name).read_text(encoding="utf-8"))
        assert not [sentence for sentence in sentences if sentence[:40] in text]
        assert worst_errors(result)["token"].iloc[0] in text
    tables = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| | target | genre | rated | predicted |\n|---|---|---|---|---|\n| 1 |" in tables


def test_a_subset_has_a_table_of_its_own(result):
    tables = ablation_content(result)["tables"]
    assert [table["subset"] for table in tables] == [
        "single words", "multi-word expressions", "words and expressions",
    ]  # fmt: skip
    for table in tables:
        assert [row["label"] for row in table["rows"]] == [
            "whole set", "without word frequency", "without word length and sounds",
        ]  # fmt: skip


def test_rows_of_a_markdown_table_have_the_same_number_of_cells(folder):
    lines = (folder / "report.md").read_text(encoding="utf-8").splitlines()
    for before, line in pairwise(lines):
        if before.startswith("|") and line.startswith("|"):
            cells = [len(re.findall(r"(?<!\\)\|", text)) for text in (before, line)]
            assert cells[0] == cells[1]


def test_markup_in_a_sentence_is_escaped(folder):
    assert "<script" not in (folder / "report.html").read_text(encoding="utf-8")


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
    assert pictures.count() == page.locator("svg, img").count() == len(PLOTS)
    for picture in pictures.all():
        names = picture.get_attribute("aria-labelledby").split()
        assert all(page.locator(f"[id='{name}']").text_content().strip() for name in names)
        assert picture.evaluate("element => getComputedStyle(element).color") == ink
    assert page.locator("table").count() == page.locator("table > caption").count()
    page.close()


def test_tables_and_plots_have_the_same_order(result, folder):
    rows = ablation_content(result)["tables"][1]["rows"]
    labels = [row["label"] for row in rows]
    picture = (folder / "plots" / "differences.svg").read_text(encoding="utf-8")
    shown = [label for label in labels[1:] if label[:20] in picture]
    places = [picture.index(label[:20]) for label in labels[1:]]
    assert shown == labels[1:]
    # Matplotlib writes the ticks from the first label, at the top, to the last.
    assert places == sorted(places)
    differences = [
        row["pearson"]["difference"] for row in ablation_content(result)["tables"][1]["rows"]
    ]
    assert differences[1:] == sorted(differences[1:])
    assert ordered_steps(result)[0] == ("reference", "all")


@pytest.mark.parametrize("name", ["report.html", "report.md"])
def test_a_report_begins_with_its_verdict(folder, result, name):
    text = html.unescape((folder / name).read_text(encoding="utf-8"))
    sentence = verdict(result)
    assert "on multi-word expressions when left out" in sentence
    assert "the largest change is that without “word frequency”: −" in sentence
    assert text.index(sentence) < text.index("The contribution of each family")


def test_a_calibration_interval_contains_the_mean_and_draws_whole_tokens():
    rng = np.random.default_rng(0)
    predicted = np.repeat(rng.uniform(0, 1, 200), 5)
    rated = np.clip(predicted + np.repeat(rng.normal(0, 0.2, 200), 5), 0, 1)
    tokens = pd.Series(np.repeat([f"t{number}" for number in range(200)], 5))
    bins = calibration_bins(rated, predicted, tokens)
    assert len(bins) == 10
    assert ((bins["low"] < bins["rated"]) & (bins["rated"] < bins["high"])).all()
    single = calibration_bins(rated, predicted, pd.Series(map(str, range(1000))))
    width = [(table["high"] - table["low"]).mean() for table in (bins, single)]
    assert width[0] > 1.8 * width[1]
