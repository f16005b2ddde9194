"""Plots have titles, adapt to dark pages, and can share a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pandas as pd
import pytest

from lcp.reports import plots

ROWS = pd.DataFrame(
    {
        "difference": [-0.02, 0.001],
        "difference_low": [-0.03, -0.002],
        "difference_high": [-0.01, 0.004],
        "p_holm": [0.001, 0.8],
    }
)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def forest():
    labels = ["without length", "without <angle> & ampersand, in a name of several lines"]
    figure = plots.forest(labels, ROWS, "difference")
    return plots.Plot("forest", "Differences & co", "What <it> shows.", figure)


def test_an_svg_has_a_role_a_title_and_a_description(forest):
    root = ET.fromstring(forest.svg)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    named = [by_id[name].text for name in root.get("aria-labelledby").split()]
    assert named == ["Differences & co", "What <it> shows."]


def test_colours_follow_the_page_and_nothing_is_loaded(forest):
    text = forest.svg
    assert "currentColor" in text
    assert "#010203" not in text
    assert not re.search(r"#000000|black", text)
    assert "<metadata" not in text
    assert not re.search(r'(?:href|src)="(?!#|data:)', text)


def test_ids_of_two_plots_differ_and_references_are_valid(forest):
    other = plots.Plot("again", "t", "d", forest.figure).svg
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (forest.svg, other)]
    assert ids[0].isdisjoint(ids[1])
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', other))
    assert references
    assert references <= ids[1]


def test_plots_are_reproducible_and_written_as_svg_and_png(forest, tmp_path):
    again = plots.forest(["a", "b"], ROWS, "difference")
    first, second = (
        plots.Plot("forest", "t", "d", figure).svg
        for figure in (again, plots.forest(["a", "b"], ROWS, "difference"))
    )
    assert first == second
    forest.write(tmp_path)
    assert (tmp_path / "forest.svg").read_bytes().startswith(b"<svg")
    assert (tmp_path / "forest.png").read_bytes().startswith(b"\x89PNG")


def test_only_significant_differences_are_filled(forest):
    lines = forest.figure.axes[0].get_lines()
    filled, hollow = lines[1], lines[2]
    assert filled.get_xdata().tolist() == [-0.02]
    assert hollow.get_xdata().tolist() == [0.001]
    assert hollow.get_markerfacecolor() == "none"


def test_axes_have_labels_with_units():
    rated = np.linspace(0, 1, 20)
    groups = pd.Series(pd.Categorical(["a", "b"] * 10, ordered=True))
    worst = pd.DataFrame({"number": [1], "token": ["ewe"], "rated": [0.9], "predicted": [0.1]})
    curve = pd.DataFrame(
        {"share": [0.5, 1], "value": [0.6, 0.7], "low": [0.5] * 2, "high": [0.8] * 2}
    )
    bins = pd.DataFrame({"predicted": rated, "rated": rated, "low": rated, "high": rated})
    drawn = {
        "curve": plots.learning_curve(curve, "Pearson's r"),
        "residuals": plots.residuals(rated - 0.5, groups, "genre (instances)", 0.6),
        "calibration": plots.calibration(bins, 1.0),
        "scatter": plots.scatter(rated, rated, worst, 1.0),
    }
    labels = {
        name: (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel())
        for name, figure in drawn.items()
    }
    assert labels["curve"] == ("share of the training data (%)", "Pearson's r")
    assert labels["residuals"] == ("predicted − rated complexity (0–1 scale)", "genre (instances)")
    assert all("(0–1 scale)" in text for text in labels["calibration"] + labels["scatter"])
    names = [text.get_text() for text in drawn["residuals"].axes[0].get_yticklabels()]
    assert names == ["b (10)", "a (10)"]
    assert [text.get_text() for text in drawn["scatter"].axes[0].texts] == ["1"]
