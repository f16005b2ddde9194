"""Plots of text profiles: levels, distribution of difficulty, and difficulty along the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from lcp.corpora.readers.cefr import LEVELS
from lcp.profiles.text_level import level_below
from lcp.profiles.text_profile import BINS
from lcp.reports.plots import BLUE, ORANGE, WIDTH, Plot, drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from lcp.profiles.text_profile import TextProfile

#: Colours of the levels, from quiet to strong, visible on light and dark pages.
LEVEL_COLOURS = ("#aebccb", "#86b0dd", "#4f8fdb", "#2f63c0", "#d98324", "#b4450f")
#: Number of characters of a text's name in a plot.
_NAME = 24
#: Maximum number of texts in a plot; tables have all.
TEXTS = 30


def draw(profiles: list[TextProfile]) -> list[Plot]:
    """Draw the plots of one or several profiles; none of texts without words."""
    texts = [profile for profile in profiles if profile.words][:TEXTS]
    if not texts:
        return []
    one = len(texts) == 1
    more = f" The first {TEXTS} texts." if len(profiles) > TEXTS else ""
    levels = [_levels(texts)] if texts[0].levels else []
    return [
        *levels,
        Plot(
            "distribution",
            "Difficulty of the words",
            "Share of the rated words by complexity, from 0 (very easy) to 1 (very difficult). The "
            f"dashed line is the threshold of hard words.{more}",
            _distribution(texts),
        ),
        Plot(
            "along",
            "Difficulty along the text" if one else "Difficulty along the texts",
            f"{_along_axis(texts)}, in windows of equal length from beginning to end.{more}",
            _along(texts),
        ),
    ]


def _levels(texts: list[TextProfile]) -> Plot:
    with drawing("levels"):
        figure = Figure(figsize=(WIDTH, 1.15 + 0.34 * len(texts)))
        axes = figure.subplots()
        places = np.arange(len(texts))[::-1]
        left = np.zeros(len(texts))
        for number, level in enumerate(LEVELS):
            shares = np.array([100 * text.levels[number].share for text in texts])
            axes.barh(places, shares, 0.7, left=left, color=LEVEL_COLOURS[number], label=level)
            left += shares
        axes.axvline(95, color=mpl.rcParams["text.color"], linewidth=1.4, linestyle="--")
        axes.set_xlim(0, 100)
        axes.set_xlabel("running words (%)")
        _name_rows(axes, texts, places)
        figure.legend(loc="outside upper center", ncols=len(LEVELS), frameon=False, fontsize=9,
                      handlelength=1, columnspacing=1)  # fmt: skip
    return Plot(
        "levels",
        "Words by level",
        "Running words of each CEFR level; function words count as A1. The level of a text is the "
        "one in which the dashed line at 95% falls.",
        figure,
    )


def _distribution(texts: list[TextProfile]) -> Figure:
    edges = np.linspace(0, 1, BINS + 1)
    with drawing("distribution"):
        figure, rows = _rows(len(texts), alone=2.6)
        for axes, text in zip(rows, texts, strict=True):
            counts = np.array(text.distribution, dtype=float)
            shares = 100 * counts / max(1.0, counts.sum())
            axes.stairs(shares, edges, fill=True, color=BLUE, alpha=0.55)
            axes.stairs(shares, edges, color=BLUE, linewidth=1.4)
            axes.axvline(text.threshold, color=ORANGE, linewidth=1.4, linestyle="--")
            _label(axes, text, len(texts))
        # Set once, because the rows share their axes.
        rows[-1].set_ylim(bottom=0)
        rows[-1].set_xlim(0, 1)
        rows[-1].set_xlabel("complexity (0–1 scale)")
        _y_label(figure, rows, "rated words (%)")
    return figure


def _along(texts: list[TextProfile]) -> Figure:
    level = _compared_level(texts)
    with drawing("along"):
        figure, rows = _rows(len(texts), alone=2.4)
        for axes, text in zip(rows, texts, strict=True):
            ends = np.cumsum([0, *(window.words for window in text.windows)])
            above = [
                window.hard if level is None else sum(window.levels[LEVELS.index(level) + 1 :])
                for window in text.windows
            ]
            words = [max(1, window.words) for window in text.windows]
            shares = 100 * np.array(above) / np.array(words)
            axes.stairs(shares, 100 * ends / ends[-1], fill=True, color=BLUE, alpha=0.55)
            axes.stairs(shares, 100 * ends / ends[-1], color=BLUE, linewidth=1.2)
            _label(axes, text, len(texts))
        rows[-1].set_ylim(bottom=0)
        rows[-1].set_xlim(0, 100)
        rows[-1].set_xlabel("position in the text (%)")
        _y_label(figure, rows, "hard words (%)" if level is None else f"above {level} (%)")
    return figure


def _along_axis(texts: list[TextProfile]) -> str:
    level = _compared_level(texts)
    return "Share of hard words" if level is None else f"Share of the words above {level}"


def _compared_level(texts: list[TextProfile]) -> str | None:
    """Return the level below that of the easiest text, None without levels."""
    levels = [text.level for text in texts if text.level is not None]
    return level_below(min(levels)) if levels else None


def _rows(number: int, alone: float) -> tuple[Figure, list[Axes]]:
    """Return a figure with a row for each text, on the same axes."""
    figure = Figure(figsize=(WIDTH, alone if number == 1 else 0.7 + 0.75 * number))
    rows = figure.subplots(number, 1, sharex=True, sharey=True, squeeze=False)
    return figure, list(rows[:, 0])


def _label(axes: Axes, text: TextProfile, number: int) -> None:
    axes.locator_params(axis="y", nbins=4 if number == 1 else 2)
    if number > 1:
        axes.set_title(_shortened(text), loc="left", fontsize=9, pad=2)


def _name_rows(axes: Axes, texts: list[TextProfile], places: np.ndarray) -> None:
    names = [_shortened(text) for text in texts] if len(texts) > 1 else [""]
    axes.set_yticks(places, names)
    axes.tick_params(axis="y", length=0)


def _y_label(figure: Figure, rows: list[Axes], label: str) -> None:
    if len(rows) == 1:
        rows[0].set_ylabel(label)
    else:
        figure.supylabel(label, fontsize=10)


def _shortened(text: TextProfile) -> str:
    name = text.name.rpartition("/")[2]
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
