"""Plots of predictions and comparisons as PNG, and as SVG that adapts to dark pages.

Axes and text have the colour ``currentColor`` in the SVG, so that they are light on a dark page;
the colours of the data are readable on both.
"""

from __future__ import annotations

import io
import re
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import escape
from textwrap import fill
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pandas as pd
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Width of a plot in inches: full size on a desktop, four fifths of it on a phone.
WIDTH = 4.8

# A unique colour that is replaced in the SVG.
_INK = "#010203"
#: Colours that are readable on light and dark pages.
BLUE, ORANGE, GREY = "#3b82f6", "#d97706", "#868e99"
_LABEL_WIDTH = 26
# Above this number, points are more transparent so that their density shows.
_MANY = 2000
# Distance of the number of an error from its circle, on the scale from 0 to 1.
_AWAY = 0.025
_STYLE: dict[Any, Any] = {
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 10.0,
    "svg.fonttype": "none",
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


@dataclass(frozen=True)
class Plot:
    """A figure with its file name (without suffix), title and description in words."""

    name: str
    title: str
    description: str
    figure: Figure

    @cached_property
    def svg(self) -> str:
        """SVG element with a title and a description, for use inside a page."""
        stream = io.StringIO()
        with drawing(self.name):
            self.figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
        # The layout takes as long as the rest, and is the same in the PNG.
        self.figure.set_layout_engine("none")
        text = stream.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
        # Ids must be unique in a page with several plots.
        text = re.sub(r'\bid="', f'id="{self.name}-', text)
        text = re.sub(r'(href="#|url\(#)', rf"\g<1>{self.name}-", text)
        text = text.replace(_INK, "currentColor")
        head = (
            f'role="img" aria-labelledby="{self.name}-title {self.name}-description">'
            f'<title id="{self.name}-title">{escape(self.title)}</title>'
            f'<desc id="{self.name}-description">{escape(self.description)}</desc>'
        )
        begin, _, rest = text.partition(">")
        return f"{begin} {head}{rest}"

    def write(self, folder: Path) -> None:
        """Write ``NAME.svg`` and ``NAME.png`` (white background, 150 dpi).

        Raises
        ------
        InputError
            If the folder cannot be written.
        """
        with written_aside(folder / f"{self.name}.svg") as aside:
            aside.write_text(self.svg, encoding="utf-8")
        with written_aside(folder / f"{self.name}.png") as aside, drawing(self.name):
            self.figure.savefig(aside, format="png", dpi=150, facecolor="white")


def forest(labels: list[str], rows: pd.DataFrame, axis: str) -> Figure:
    """Draw a forest plot of differences with their intervals, from top to bottom.

    `rows` has the columns ``difference``, ``difference_low``, ``difference_high`` and ``p_holm``;
    points are filled if ``p_holm`` is below 0.05.
    """
    wrapped = [fill(label, _LABEL_WIDTH) for label in labels]
    lines = sum(label.count("\n") + 1 for label in wrapped)
    with drawing("forest"):
        figure, axes = _canvas(1.1 + 0.2 * lines + 0.08 * len(labels))
        places = np.arange(len(rows))[::-1]
        middle = rows["difference"].to_numpy(dtype=float)
        low, high = (rows[f"difference_{end}"].to_numpy(dtype=float) for end in ("low", "high"))
        sure = (rows["p_holm"] < 0.05).to_numpy()  # noqa: PLR2004 - the usual level
        axes.axvline(0, color=GREY, linewidth=1, linestyle="--")
        axes.hlines(places, low, high, color=BLUE, linewidth=1.8)
        axes.plot(middle[sure], places[sure], "o", color=BLUE, markersize=6)
        axes.plot(
            middle[~sure], places[~sure], "o", markersize=6,
            markerfacecolor="none", markeredgecolor=BLUE,
        )  # fmt: skip
        axes.set_yticks(places, wrapped)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel(axis)
        axes.locator_params(axis="x", nbins=5)
    return figure


def learning_curve(rows: pd.DataFrame, axis: str) -> Figure:
    """Draw scores against the share of the training data.

    `rows` has the columns ``share`` (0 to 1), ``value``, ``low`` and ``high``.
    """
    with drawing("learning"):
        figure, axes = _canvas(3.2)
        share = 100 * rows["share"]
        axes.fill_between(share, rows["low"], rows["high"], color=BLUE, alpha=0.2, linewidth=0)
        axes.plot(share, rows["value"], "o-", color=BLUE)
        axes.set_xlim(0, 103)
        axes.set_xlabel("share of the training data (%)")
        axes.set_ylabel(axis)
    return figure


def residuals(errors: Floats, groups: pd.Series[Any], axis: str, reach: float) -> Figure:
    """Draw a box plot of errors (predicted minus rated complexity) by group.

    Boxes mark median and quartiles, whiskers the 5th and 95th percentile. `groups` are ordered
    categories. The axis shows errors from ``-reach`` to `reach`.
    """
    names = [name for name in groups.cat.categories if (groups == name).any()]
    parts = [errors[(groups == name).to_numpy()] for name in names]
    with drawing("residuals"):
        figure, axes = _canvas(1.2 + 0.36 * len(names))
        axes.axvline(0, color=GREY, linewidth=1, linestyle="--")
        line = {"color": BLUE, "linewidth": 1.4}
        axes.boxplot(
            parts[::-1],
            orientation="horizontal",
            whis=(5, 95),
            showfliers=False,
            widths=0.6,
            boxprops=line,
            whiskerprops=line,
            capprops=line,
            medianprops={"color": ORANGE, "linewidth": 2},
        )
        labels = [f"{name} ({len(part):,})" for name, part in zip(names, parts, strict=True)]
        axes.set_yticks(range(1, len(names) + 1), labels[::-1])
        axes.set_ylabel(axis)
        axes.set_xlabel("predicted − rated complexity (0–1 scale)")
        axes.set_xlim(-reach, reach)
        axes.locator_params(axis="x", nbins=6)
    return figure


def calibration(bins: pd.DataFrame, top: float) -> Figure:
    """Draw mean ratings with their intervals against mean predictions in bins of the predictions.

    `bins` has the columns ``predicted``, ``rated``, ``low`` and ``high``, from 0 to 1. Both axes
    end at `top`.
    """
    with drawing("calibration"):
        figure, axes = _canvas(4.2)
        axes.plot([0, top], [0, top], color=GREY, linewidth=1, linestyle="--")
        axes.vlines(bins["predicted"], bins["low"], bins["high"], color=BLUE, linewidth=1.8)
        axes.plot(bins["predicted"], bins["rated"], "o", color=BLUE, markersize=5)
        axes.set_xlim(0, top)
        axes.set_ylim(0, top)
        axes.set_aspect("equal")
        axes.set_xlabel("mean predicted complexity (0–1 scale)")
        axes.set_ylabel("mean rated complexity (0–1 scale)")
    return figure


def scatter(rated: Floats, predicted: Floats, worst: pd.DataFrame, top: float) -> Figure:
    """Draw predicted against rated complexity (0-1), with the largest errors numbered.

    `worst` has the columns ``number``, ``rated`` and ``predicted``. Both axes end at `top`.
    """
    with drawing("scatter"):
        figure, axes = _canvas(4.6)
        axes.plot([0, top], [0, top], color=GREY, linewidth=1, linestyle="--")
        # Rasterised, because a page with thousands of SVG elements is slow.
        axes.plot(
            rated, predicted, "o", color=BLUE, markersize=2.5,
            alpha=0.3 if len(rated) > _MANY else 0.7,
            markeredgewidth=0, rasterized=True,
        )  # fmt: skip
        axes.plot(
            worst["rated"], worst["predicted"], "o", markersize=6,
            markerfacecolor="none", markeredgecolor=ORANGE, markeredgewidth=1.6,
        )  # fmt: skip
        _number_errors(axes, worst)
        axes.set_xlim(-0.05, top)
        axes.set_ylim(-0.05, top)
        axes.set_aspect("equal")
        axes.set_xlabel("rated complexity (0–1 scale)")
        axes.set_ylabel("predicted complexity (0–1 scale)")
    return figure


def _number_errors(axes: Axes, worst: pd.DataFrame) -> None:
    """Write the number of each error beside its circle, away from other circles and numbers."""
    circles = worst[["rated", "predicted"]].to_numpy(dtype=float)
    sides = _AWAY * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    taken = circles
    for row, (name, circle) in enumerate(zip(worst["number"], circles, strict=True)):
        others = np.delete(taken, row, axis=0)
        free = [np.hypot(*(others - circle - side).T).min(initial=1) for side in sides]
        place = circle + sides[int(np.argmax(free))]
        taken = np.vstack([taken, place])
        axes.text(place[0], place[1], str(name), ha="center", va="center", fontsize=8)


def _canvas(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height))
    return figure, figure.subplots()


@contextmanager
def drawing(name: str) -> Iterator[None]:
    """Draw in the style of the plots; the ids of an SVG depend on the `name`."""
    # A fixed salt gives the same ids in every run.
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        yield
