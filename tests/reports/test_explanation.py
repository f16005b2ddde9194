"""Explanations as Markdown."""

from __future__ import annotations

import dataclasses

import lcp
from lcp.reports.explanation import explanation_markdown


def test_base_reasons_and_sum_have_one_line_each():
    table = lcp.load_corpus("sample").iloc[::4]
    model = lcp.ComplexityModel("core", "ridge").fit(table)
    explanation = model.explain_one("A deep | river.", "deep")
    text = explanation_markdown(explanation, limit=5)
    assert "> A deep \\| river.\n" in text
    assert text.count("\n| ") == 8
    assert f"| {explanation.base:.3f} | start |" in text
    for reason in explanation.reasons(limit=5):
        assert f"| {reason.title} | {reason.text} |" in text
    assert "outside the scale" not in text
    clipped = dataclasses.replace(explanation, complexity=0.0, total=-0.25)
    assert "add up to −0.250, outside the scale" in explanation_markdown(clipped)
