"""The plot of ``speed.py``."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

from lcp.files import written_aside

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from speed_history import Entry

_COLOURS = ("#1d4ed8", "#d97706", "#6b7280", "#60a5fa", "#059669")
_STYLE = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 10.0,
    "svg.fonttype": "none",
    "svg.hashsalt": "speed",
}


def write_plot(entries: Sequence[Entry], file: Path) -> None:
    """Draw time and memory against the number of words, on white, as SVG.

    `entries` are those of a record whose inputs differ in length. Points are medians over runs, and
    bands reach from the minimum to the maximum.
    """
    names = dict.fromkeys(entry["name"] for entry in entries)
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(9, 3.6))
        panels = figure.subplots(1, 2)
        for name, colour in zip(names, _COLOURS, strict=False):
            own = [entry for entry in entries if entry["name"] == name]
            words = [entry["amount"] for entry in own]
            for axes, key in zip(panels, ("process_seconds", "megabytes"), strict=True):
                middle = [statistics.median(entry[key]) for entry in own]
                low, high = ([limit(entry[key]) for entry in own] for limit in (min, max))
                axes.fill_between(words, low, high, color=colour, alpha=0.2, linewidth=0)
                axes.plot(words, middle, "o-", color=colour, markersize=4, label=name.strip("`"))
        titles = ("seconds, including the start", "peak memory, MB")
        for axes, title in zip(panels, titles, strict=True):
            axes.set(xscale="log", yscale="log", xlabel="words", title=title)
        figure.legend(
            *panels[0].get_legend_handles_labels(),
            loc="outside right center",
            fontsize=9,
            frameon=False,
        )
        with written_aside(file) as aside:
            figure.savefig(aside, format="svg", facecolor="white", metadata={"Date": None})
