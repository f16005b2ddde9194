"""Explanations as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.explanation.reasons import signed
from lcp.reports.tables import number

if TYPE_CHECKING:
    from lcp.explanation import By, Explanation


def clipping_note(explanation: Explanation) -> str:
    """Return a sentence on the clipping of the prediction; empty if it is not clipped."""
    if not explanation.clipped:
        return ""
    return (
        f"The contributions add up to {number(explanation.total, 3)}, outside the scale from 0 to "
        f"1; the prediction is clipped to {explanation.complexity:.0f}."
    )


def explanation_markdown(explanation: Explanation, *, by: By = "theme", limit: int = 8) -> str:
    """Format an explanation as a Markdown page with a table of reasons.

    `by` and `limit` are the arguments of :meth:`lcp.explanation.Explanation.reasons`.
    """
    reasons = explanation.reasons(by, limit)
    lines = [
        f"# “{_cell(explanation.target)}”: complexity {explanation.complexity:.4f}",
        "",
        f"> {_cell(explanation.sentence)}",
        "",
        "| contribution | reason | details |",
        "|---:|---|---|",
        f"| {number(explanation.base, 3)} | start | average prediction |",
        *(f"| {signed(r.contribution)} | {_cell(r.title)} | {_cell(r.text)} |" for r in reasons),
        f"| {number(explanation.total, 3)} | sum | |",
        "",
        "Positive contributions make the target harder, on the scale from 0 to 1.",
    ]
    if explanation.clipped:
        lines.append(clipping_note(explanation))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
