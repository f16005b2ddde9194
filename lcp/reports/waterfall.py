"""An explanation as a picture: from the average to the prediction, a step for each reason."""

from __future__ import annotations

from textwrap import fill, shorten
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.explanation.reasons import signed
from lcp.files import written_aside
from lcp.reports.explanation import CLIPPED

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from lcp.explanation import By, Explanation, Reason

#: Blue and orange of Okabe & Ito (2008), which colour-blind readers tell apart; what makes
#: harder is hatched as well.
EASIER, HARDER, WHOLE = "#0072B2", "#E69F00", "#555555"

FORMATS = (".png", ".svg")

_WIDTH = 62
#: Inches: a line of text, between two steps, and for the axis and the legend below them.
_LINE, _GAP, _FOOT = 0.19, 0.22, 1.0


def waterfall(explanation: Explanation, *, by: By = "theme", limit: int = 8) -> Figure:
    """Draw the steps from the average prediction to this one.

    Parameters
    ----------
    explanation : Explanation
        Of one target.
    by, limit
        As for :meth:`lcp.explanation.Explanation.reasons`.

    Returns
    -------
    matplotlib Figure
        Complexity from left to right; steps to the right make harder, to the left easier.
    """
    from matplotlib import rc_context

    # A dollar sign in a sentence is a dollar sign.
    with rc_context({"text.parse_math": False}):
        return _draw(explanation, explanation.reasons(by, limit))


def _draw(explanation: Explanation, reasons: list[Reason]) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    told = [fill(f"{reason.title}: {reason.text}", _WIDTH) for reason in reasons]
    last = "Sum of all these" if explanation.clipped else "Prediction: all of these together"
    labels = ["Start: what is predicted on average", *told, last]
    heights = [_LINE * (label.count("\n") + 1) + _GAP for label in labels]
    head = _head(explanation)
    above = _LINE * (head.count("\n") + 1) + 3 * _GAP
    height = above + sum(heights) + _FOOT
    layout = ConstrainedLayoutEngine(rect=(0, 0, 1, 1 - above / height))
    figure = Figure(figsize=(11, height), layout=layout)
    title = f"Why “{shorten(explanation.target, 60)}” is predicted {explanation.complexity:.3f}"
    figure.text(
        0.5, 1 - 0.5 * _GAP / height, title, ha="center", va="top", fontsize=13, weight="bold"
    )
    figure.text(0.5, 1 - 2 * _GAP / height, head, ha="center", va="top", fontsize=10)
    axes = figure.add_subplot()
    places = [sum(heights[:i]) + height / 2 for i, height in enumerate(heights)]
    reached = explanation.base
    _whole(axes, places[0], reached)
    for place, reason in zip(places[1:-1], reasons, strict=True):
        _step(axes, place, reached, reason.contribution)
        reached += reason.contribution
    _whole(axes, places[-1], explanation.total)
    ends = _reached(explanation.base, [reason.contribution for reason in reasons])
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
    """Write :func:`waterfall` as PNG or SVG, whole or not at all.

    Raises
    ------
    InputError
        When the file ends otherwise, or cannot be written.
    """
    from matplotlib import rc_context

    if path.suffix not in FORMATS:
        raise InputError(
            f"A picture cannot be written as '{path.suffix}'.",
            where=str(path),
            hint=f"Name a file that ends with one of: {', '.join(FORMATS)}.",
        )
    # The same picture is the same file; its text stays text.
    settings = {"svg.hashsalt": "lcp", "svg.fonttype": "none"}
    metadata = {"Date": None} if path.suffix == ".svg" else None
    with written_aside(path) as aside, rc_context(settings):
        figure = waterfall(explanation, by=by, limit=limit)
        figure.savefig(aside, format=path.suffix[1:], dpi=150, metadata=metadata)


def _reached(base: float, contributions: list[float]) -> list[float]:
    ends = [base]
    for contribution in contributions:
        ends.append(ends[-1] + contribution)
    return ends


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
    _number(axes, place, start + width, signed(width), on_right=harder)


def _whole(axes: Axes, place: float, value: float) -> None:
    axes.plot([value], [place], marker="D", color=WHOLE, markersize=7)
    _number(axes, place, value, f"{value:.3f}".replace("0.", ".", 1), on_right=True, bold=True)


def _number(
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
    """Show what the steps cover, with room for the numbers beside them."""
    low, high = min(ends), max(ends)
    margin = max(0.25 * (high - low), 0.03)
    axes.set_xlim(low - margin, high + margin)
    axes.set_xlabel("Complexity, from 0 (very easy) to 1 (very difficult)")
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _head(explanation: Explanation) -> str:
    """Write the sentence, and that the prediction is cut off where it is."""
    sentence = fill(f"“{' '.join(explanation.sentence.split())}”", 120, max_lines=3)
    if explanation.clipped:
        return f"{sentence}\n{CLIPPED.format(explanation.total, explanation.complexity)}"
    return sentence


def _legend(figure: Figure) -> None:
    from matplotlib.patches import Patch

    patches = [
        Patch(facecolor=EASIER, label="makes it easier"),
        Patch(facecolor=HARDER, edgecolor="black", hatch="////", label="makes it harder"),
    ]
    figure.legend(handles=patches, loc="outside lower right", ncols=2, frameon=False, fontsize=9.5)
