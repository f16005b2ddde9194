"""An explanation as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.explanation.reasons import signed

if TYPE_CHECKING:
    from lcp.explanation import By, Explanation

#: Said where contributions lead out of the scale.
CLIPPED = "The reasons add up to {:.3f}, which is off the scale from 0 to 1: it is cut to {:.0f}."


def explanation_markdown(explanation: Explanation, *, by: By = "theme", limit: int = 8) -> str:
    """Write the reasons as a table; see :meth:`lcp.explanation.Explanation.reasons`.

    Parameters
    ----------
    explanation : Explanation
        Of one target.
    by, limit
        What contributions are summed over, and the most lines.

    Returns
    -------
    str
        Ends with a line feed.
    """
    reasons = explanation.reasons(by, limit)
    lines = [
        f"# “{_cell(explanation.target)}”: complexity {explanation.complexity:.4f}",
        "",
        f"> {_cell(explanation.sentence)}",
        "",
        "| contribution | about | what is so |",
        "|---:|---|---|",
        f"| {explanation.base:.3f} | start | what is predicted on average |",
        *(f"| {signed(r.contribution)} | {_cell(r.title)} | {_cell(r.text)} |" for r in reasons),
        f"| {explanation.total:.3f} | sum | |",
        "",
        "Above 0 makes it harder, below 0 easier. From 0 (very easy) to 1 (very difficult).",
    ]
    if explanation.clipped:
        lines.append(CLIPPED.format(explanation.total, explanation.complexity))
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
