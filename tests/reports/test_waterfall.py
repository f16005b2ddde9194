"""Waterfall plots of explanations."""

from __future__ import annotations

import dataclasses
from xml.etree import ElementTree as ET

import pytest

import lcp
from lcp.reports.waterfall import EASIER, HARDER, save_waterfall, waterfall

SENTENCE = "It cost $5 & <b>more</b> for the deep river_x^2 than $6."


@pytest.fixture(scope="module")
def explanation():
    table = lcp.load_corpus("sample").iloc[::4]
    model = lcp.ComplexityModel("core", "ridge").fit(table)
    return lcp.explain(model, [{"sentence": SENTENCE, "token": "deep"}])[0]


def test_steps_lead_from_the_base_to_the_sum(explanation):
    figure = waterfall(explanation, limit=6)
    (axes,) = figure.axes
    reasons = explanation.reasons(limit=6)
    reached = explanation.base
    for bar, reason in zip(axes.patches, reasons, strict=True):
        assert bar.get_x() == pytest.approx(reached)
        assert bar.get_width() == pytest.approx(reason.contribution)
        reached += reason.contribution
    assert reached == pytest.approx(explanation.total)
    low, high = axes.get_xlim()
    assert low < explanation.total < high


def test_harder_and_easier_differ_by_more_than_colour(explanation):
    from matplotlib.colors import to_hex

    (axes,) = waterfall(explanation, by="feature", limit=40).axes
    kinds = {
        (bar.get_width() > 0, to_hex(bar.get_facecolor()).upper(), bar.get_hatch())
        for bar in axes.patches
    }
    assert kinds == {(True, HARDER, "///"), (False, EASIER, None)}
    signs = {text.get_text()[0] for text in axes.texts}
    assert {"+", "−"} <= signs


def test_plots_are_reproducible_as_png_and_svg(explanation, tmp_path):
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        path, again = tmp_path / name, tmp_path / f"again-{name}"
        save_waterfall(explanation, path)
        save_waterfall(explanation, again)
        assert path.read_bytes().startswith(start)
        assert path.read_bytes() == again.read_bytes()


def test_the_sentence_is_not_parsed_as_markup_or_formulas(explanation, tmp_path):
    save_waterfall(explanation, tmp_path / "a.svg")
    text = "".join(ET.parse(tmp_path / "a.svg").getroot().itertext())  # noqa: S314 - our own
    assert SENTENCE in text


def test_a_clipped_prediction_is_reported(explanation, tmp_path):
    clipped = dataclasses.replace(explanation, complexity=1.0, total=1.25)
    save_waterfall(clipped, tmp_path / "a.svg")
    assert "outside the scale" in (tmp_path / "a.svg").read_text("utf-8")
