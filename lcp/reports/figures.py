"""Figures with axes and units, as SVG and PDF; they need matplotlib (the extra ``figures``)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from lcp.evaluation.comparison import WHOLE
from lcp.evaluation.labels import SUBSETS

if TYPE_CHECKING:
    import pandas as pd

#: Text stays text, and the same data give the same file.
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "lcp",
    "pdf.fonttype": 42,
    "font.size": 8,
    "lines.markersize": 4,
    "errorbar.capsize": 2,
}


def ablation_figures(scores: pd.DataFrame) -> dict[str, bytes]:
    """Draw the differences in r by part, and the learning curve if there is one.

    Parameters
    ----------
    scores : DataFrame
        The scores of :class:`lcp.evaluation.ablation.AblationResult`.

    Returns
    -------
    dict of str to bytes
        Files by name; empty without matplotlib.
    """
    try:
        import matplotlib  # noqa: F401, ICN001
    except ImportError:
        return {}
    pearson = scores[scores["metric"] == "pearson"]
    files: dict[str, bytes] = {}
    for subset, rows in pearson.groupby("subset", sort=False):
        for step, label in (("without", "left out"), ("permuted", "permuted")):
            parts = rows[rows["step"] == step].sort_values("difference", ascending=False)
            files |= _files(
                f"{step}-{subset}",
                # In inches: title and axis, and a row for each part.
                1.0 + 0.22 * len(parts),
                lambda axes, parts=parts, label=label, subset=subset: _draw_parts(
                    axes, parts, f"difference in Pearson’s r if {label} ({SUBSETS[str(subset)]})"
                ),
            )
    if (scores["step"] == "share").any():
        files |= _files("learning-curve", 3.2, lambda axes: _draw_curve(axes, pearson))
    return files


def _draw_parts(axes: Any, parts: pd.DataFrame, label: str) -> None:
    """Draw a value and its interval in each row, the largest loss on top."""
    values = parts["difference"]
    errors = [values - parts["difference_low"], parts["difference_high"] - values]
    axes.errorbar(values, parts["group"], xerr=errors, fmt="o", elinewidth=1)
    axes.margins(y=0.5 / len(parts))
    axes.axvline(0, color="grey", linewidth=0.8, linestyle=":")
    axes.set_xlabel(f"{label}, 95% interval")


def _draw_curve(axes: Any, pearson: pd.DataFrame) -> None:
    """Draw r by the mean number of training instances, a line for each subset."""
    whole = (pearson["step"] == "reference") & (pearson["group"] == WHOLE)
    points = pearson[whole | (pearson["step"] == "share")].sort_values("train")
    for subset, rows in points.groupby("subset", sort=False):
        errors = [rows["value"] - rows["low"], rows["high"] - rows["value"]]
        label = SUBSETS[str(subset)]
        axes.errorbar(
            rows["train"], rows["value"], yerr=errors, fmt="o-", label=label, elinewidth=1
        )
    axes.set_xlabel("training instances")
    axes.set_ylabel("Pearson’s r on held-out instances, 95% interval")
    axes.legend(frameon=False, loc="lower right")


def _files(name: str, height: float, draw: Any, width: float = 5.0) -> dict[str, bytes]:
    """Return a figure as SVG and PDF; it is as wide as a column of a paper, in inches."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    files = {}
    with rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for suffix, date in (("svg", "Date"), ("pdf", "CreationDate")):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix, metadata={date: None})
            files[f"{name}.{suffix}"] = buffer.getvalue()
    return files
