"""Plots have titles, adapt to dark pages, and can share a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

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
    figure = plots.forest(labels, ROWS)
    return plots.Plot("forest", "Differences & co", "What <it> shows.", figure)


def test_an_svg_has_a_role_a_title_and_a_description(forest):
    root = ET.fromstring(forest.svg)  # noqa: S314 - our own
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    named = [by_id[name].text for name in root.get("aria-labelledby").split()]
    assert named == ["Differences & co", "What <it> shows."]


def test_ids_of_two_plots_differ_and_references_are_valid(forest):
    other = plots.Plot("again", "t", "d", forest.figure).svg
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in (forest.svg, other)]
    assert ids[0].isdisjoint(ids[1])
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', other))
    assert references
    assert references <= ids[1]


def test_only_significant_differences_are_filled(forest):
    _, filled, hollow = forest.figure.axes[0].get_lines()
    assert (filled.get_xdata().tolist(), filled.get_markerfacecolor()) == ([-0.02], plots.BLUE)
    assert (hollow.get_xdata().tolist(), hollow.get_markerfacecolor()) == ([0.001], "none")
