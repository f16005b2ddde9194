"""Explanations as waterfall plots, from the average prediction to this one."""

from __future__ import annotations

from itertools import accumulate
from textwrap import fill, shorten
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.explanation.reasons import signed
from lcp.files import written_aside
from lcp.reports.explanation import clipping_note
from lcp.reports.tables import number

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from lcp.explanation import By, Explanation, Reason

#: Blue and orange of Okabe & Ito (2008), which colour-blind readers can distinguish. Bars for
#: harder are also hatched.
EASIER, HARDER, WHOLE = "#0072B2", "#E69F00", "#555555"

PICTURES = (".png", ".svg")

#: Width of a label in characters.
_WIDTH = 62
#: Height in inches of a line of text, the gap between steps, and the axis with the legend.
_LINE, _GAP, _FOOT = 0.19, 0.22, 1.0


def waterfall(explanation: Explanation, *, by: By = "theme", limit: int = 8) -> Figure:
    """Draw the steps from the average prediction to this one; those to the right make it harder.

    `by` and `limit` are the arguments of :meth:`lcp.explanation.Explanation.reasons`.
    """
    from matplotlib import rc_context

    # Dollar signs in a sentence do not mark formulas.
    with rc_context({"text.parse_math": False}):
        return _draw(explanation, explanation.reasons(by, limit))


def _draw(explanation: Explanation, reasons: list[Reason]) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    steps = [fill(f"{reason.title}: {reason.text}", _WIDTH) for reason in reasons]
    last = "Sum" if explanation.clipped else "Prediction: the sum"
    labels = ["Start: average prediction", *steps, last]
    heights = [_LINE * (label.count("\n") + 1) + _GAP for label in labels]
    head = _header(explanation)
    above = _LINE * (head.count("\n") + 1) + 3 * _GAP
    height = above + sum(heights) + _FOOT
    layout = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - above / height))
    figure = Figure(figsize=(11, height), layout=layout)
    title = (
        f"Why the complexity of “{shorten(explanation.target, 60)}” is {explanation.complexity:.3f}"
    )
    figure.text(
        0.5, 1 - 0.5 * _GAP / height, title, ha="center", va="top", fontsize=13, weight="bold"
    )
    figure.text(0.5, 1 - 2 * _GAP / height, head, ha="center", va="top", fontsize=10)
    axes = figure.add_subplot()
    places = [sum(heights[:i]) + height / 2 for i, height in enumerate(heights)]
    ends = list(accumulate([explanation.base, *(reason.contribution for reason in reasons)]))
    _whole(axes, places[0], explanation.base)
    for place, start, reason in zip(places[1:-1], ends[:-1], reasons, strict=True):
        _step(axes, place, start, reason.contribution)
    _whole(axes, places[-1], explanation.total)
    for upper, lower, end in zip(places[:-1], places[1:], ends, strict=True):
        axes.plot([end, end], [upper, lower], color="#999999", linewidth=0.8, zorder=0)
    axes.set_yticks(places, labels, fontsize=9.5)
    axes.set_ylim(sum(heights), 0)
    _scale(axes, [*ends, explanation.total])
    _legend(figure)
    return figure


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


def _step(axes: Axes, place: float, start: float, width: float) -> None:
    harder = width > 0
    axes.barh(
        place,
        width,
        left=start,
        height=0.24,
        color=HARDER if harder else EASIER,
        edgecolor="black" if harder else EASIER,
        hatch="///" if harder else None,
        linewidth=0.6,
    )
    _annotate(axes, place, start + width, signed(width), on_right=harder)


def _whole(axes: Axes, place: float, value: float) -> None:
    axes.plot([value], [place], marker="D", color=WHOLE, markersize=7)
    _annotate(axes, place, value, number(value, 3), on_right=True, bold=True)


def _annotate(
    axes: Axes, place: float, value: float, text: str, *, on_right: bool, bold: bool = False
) -> None:
    axes.annotate(
        text,
        (value, place),
        xytext=(7 if on_right else -7, 0),
        textcoords="offset points",
        ha="left" if on_right else "right",
        va="center",
        fontsize=9.5,
        fontweight="bold" if bold else "normal",
    )


def _scale(axes: Axes, ends: list[float]) -> None:
    """Limit the axis to the steps, with margins for their numbers."""
    low, high = min(ends), max(ends)
    margin = max(0.25 * (high - low), 0.03)
    axes.set_xlim(low - margin, high + margin)
    axes.set_xlabel("Complexity, from 0 (very easy) to 1 (very difficult)")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _header(explanation: Explanation) -> str:
    """Return the sentence, and a note if the prediction is clipped."""
    sentence = fill(f"“{' '.join(explanation.sentence.split())}”", 120, max_lines=3)
    return f"{sentence}\n{clipping_note(explanation)}".rstrip()


def _legend(figure: Figure) -> None:
    from matplotlib.patches import Patch

    patches = [
        Patch(facecolor=EASIER, label="makes it easier"),
        Patch(facecolor=HARDER, edgecolor="black", hatch="////", label="makes it harder"),
    ]
    figure.legend(handles=patches, loc="outside lower right", ncols=2, frameon=False, fontsize=9.5)
