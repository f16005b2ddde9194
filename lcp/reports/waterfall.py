"""Explanations as waterfall plots, from the average prediction to this one."""

from __future__ import annotations

from itertools import accumulate
from textwrap import fill, shorten
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.evaluation.reasons import signed
from lcp.files import written_aside

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from lcp.evaluation.explanation import Explanation
    from lcp.evaluation.reasons import By

#: Blue and orange of Okabe & Ito (2008), which colour-blind readers can distinguish. Bars for
#: harder are also hatched.
EASIER, HARDER, GREY = "#0072B2", "#E69F00", "#555555"

PICTURES = (".png", ".svg")


def waterfall(explanation: Explanation, *, by: By = "theme", limit: int = 8) -> Figure:
    """Draw the steps from the average prediction to this one; those to the right make it harder.

    `by` and `limit` are the arguments of :meth:`lcp.evaluation.explanation.Explanation.reasons`.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    reasons = explanation.reasons(by, limit)
    steps = [reason.contribution for reason in reasons]
    ends = list(accumulate([explanation.base, *steps]))
    labels = [shorten(f"{reason.title}: {reason.text}", 64, placeholder="…") for reason in reasons]
    labels = ["average prediction", *labels, "sum" if explanation.note else "prediction"]
    # Dollar signs in a sentence do not mark formulas.
    with rc_context({"text.parse_math": False}):
        figure = Figure(figsize=(10, 2.2 + 0.36 * len(labels)), layout="constrained")
        axes = figure.subplots()
        axes.plot([explanation.base, explanation.total], [0, len(labels) - 1], "D", color=GREY)
        for row, (start, step) in enumerate(zip(ends, steps, strict=False), start=1):
            colour, hatch = (HARDER, "///") if step > 0 else (EASIER, None)
            axes.barh(row, step, 0.6, left=start, color=colour, edgecolor="black", hatch=hatch)
        for row, end in enumerate(ends):
            axes.plot([end, end], [row, row + 1], color="#999999", linewidth=0.8, zorder=0)
        numbers = [f"{explanation.base:.3f}", *map(signed, steps), f"{explanation.total:.3f}"]
        for row, (end, number) in enumerate(zip([*ends, ends[-1]], numbers, strict=True)):
            before = number.startswith("−")
            axes.annotate(
                number, (end, row), (-8 if before else 8, 0), textcoords="offset points",
                ha="right" if before else "left", va="center",
            )  # fmt: skip
        axes.use_sticky_edges = False
        axes.margins(x=0.15)
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(
            "complexity, from 0 (very easy) to 1 (very difficult); blue bars to the left make it "
            "easier,\nhatched orange bars to the right make it harder"
        )
        axes.spines[["top", "right", "left"]].set_visible(False)
        figure.suptitle(_title(explanation))
    return figure


def _title(explanation: Explanation) -> str:
    sentence = fill(" ".join(explanation.sentence.split()), 100, max_lines=3)
    target = shorten(explanation.target, 60)
    title = f"Why the complexity of “{target}” is {explanation.complexity:.3f}"
    return "\n".join(filter(None, [title, sentence, explanation.note]))


def save_waterfall(
    explanation: Explanation, path: Path, *, by: By = "theme", limit: int = 8
) -> None:
    """Write the plot of :func:`waterfall` as PNG or SVG.

    Raises
    ------
    InputError
        If the suffix is not ``.png`` or ``.svg``, or the file cannot be written.
    """
    from matplotlib import rc_context

    if path.suffix not in PICTURES:
        raise InputError(
            f"A plot cannot be written as '{path.suffix}'.",
            where=str(path),
            hint=f"Choose a file name that ends in one of: {', '.join(PICTURES)}.",
        )
    # Repeated runs write identical files; the text of an SVG stays text.
    settings = {"svg.hashsalt": "lcp", "svg.fonttype": "none"}
    metadata = {"Date": None} if path.suffix == ".svg" else None
    with written_aside(path) as aside, rc_context(settings):
        figure = waterfall(explanation, by=by, limit=limit)
        figure.savefig(aside, format=path.suffix[1:], dpi=150, metadata=metadata)
