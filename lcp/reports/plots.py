"""Plots as SVG that adapts to dark pages.

Axes and text have the colour ``currentColor``, so that they are light on a dark page; the colours
of the data are readable on both.
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

#: Width of a plot in inches: full size on a desktop, four fifths of it on a phone.
WIDTH = 4.8
#: Colours that are readable on light and dark pages.
BLUE, ORANGE, GREY = "#3b82f6", "#d97706", "#868e99"

# A unique colour that is replaced in the SVG.
_INK = "#010203"
_LABEL_WIDTH = 26
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
    """A figure with a name, which is unique in its page, a title and a description in words."""

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


def forest(labels: list[str], rows: pd.DataFrame) -> Figure:
    """Draw a forest plot of differences with their intervals, from top to bottom.

    `rows` has the columns ``difference``, ``difference_low``, ``difference_high`` and ``p_holm``;
    points are filled if ``p_holm`` is below 0.05.
    """
    wrapped = [fill(label, _LABEL_WIDTH) for label in labels]
    lines = sum(label.count("\n") + 1 for label in wrapped)
    with drawing("forest"):
        figure = Figure(figsize=(WIDTH, 1.1 + 0.2 * lines + 0.08 * len(labels)))
        axes = figure.subplots()
        places = np.arange(len(rows))[::-1]
        axes.axvline(0, color=GREY, linewidth=1, linestyle="--")
        axes.hlines(
            places, rows["difference_low"], rows["difference_high"], color=BLUE, linewidth=1.8
        )
        for place, middle, p in zip(places, rows["difference"], rows["p_holm"], strict=True):
            face = BLUE if p < 0.05 else "none"  # noqa: PLR2004 - the usual level
            axes.plot(middle, place, "o", color=BLUE, markersize=6, markerfacecolor=face)
        axes.set_yticks(places, wrapped)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xlabel("difference in Pearson's r")
        axes.locator_params(axis="x", nbins=5)
    return figure


@contextmanager
def drawing(name: str) -> Iterator[None]:
    """Draw in the style of the plots; the ids of an SVG depend on the `name`."""
    # A fixed salt gives the same ids in every run.
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        yield
