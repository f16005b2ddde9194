"""Plots of ablation reports, and the largest errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.instances import as_instances
from lcp.corpora.ratings import ratings
from lcp.evaluation.breakdown import error_groups
from lcp.evaluation.labels import SUBSETS
from lcp.evaluation.subsets import subsets
from lcp.reports import plots
from lcp.reports.tables import excerpt, number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lcp.ablation import AblationResult

    Floats = NDArray[np.float64]

#: Number of largest errors in the table, and of those labelled in the scatter plot.
WORST, NAMED = 15, 8

#: Maximum number of rows in the plot of differences; the table has all.
ROWS = 30

_BINS = 10
#: Number of characters of a sentence on each side of the target.
_AROUND = 90
_AXES = {
    "genre": "genre (instances)",
    "frequency": "rarest word's frequency (instances)",
    "length": "longest word, characters (instances)",
}
_DIFFERENCES = {
    "leave-one-out": "Pearson's r without the part − r of the whole set",
    "only-one": "Pearson's r with the part alone − r of log frequency alone",
    "add-one": "Pearson's r with the part added − r of the previous step",
}


def draw(result: AblationResult) -> list[plots.Plot]:
    """Draw the plots of a report for the subset that :func:`headline_of` names."""
    headline = headline_of(result)
    table, rated, predicted = _headline(result)
    kind = f"{SUBSETS[headline]}, n = {len(table):,}"
    return [
        _forest(result, headline, kind),
        _learning(result, headline, kind),
        *_residuals(table, predicted - rated, kind),
        _calibration(rated, predicted, kind),
        plots.Plot(
            "scatter",
            f"Predicted against rated complexity ({kind})",
            "One point per instance; on the dashed line, predictions equal ratings. The largest "
            "errors are circled and numbered as in the table of the largest errors.",
            plots.scatter(rated, predicted, worst_errors(result).head(NAMED)),
        ),
    ]


def headline_of(result: AblationResult) -> str:
    """Return the subset for plots and selection: expressions if there are any."""
    names = list(subsets(result.table))
    return "mwe" if "mwe" in names else names[0]


def worst_errors(result: AblationResult) -> pd.DataFrame:
    """Return the largest errors of the whole set, with an excerpt of each sentence.

    Returns
    -------
    DataFrame of shape (n_errors, 8)
        Columns ``number`` (from 1), ``token``, ``genre``, ``rated``, ``predicted``,
        ``before``, ``target`` and ``after``.
    """
    table, rated, predicted = _headline(result)
    order = np.argsort(-np.abs(predicted - rated), kind="stable")[:WORST]
    rows = []
    for rank, (row, i) in enumerate(
        zip(as_instances(table).iloc[order].itertuples(), order, strict=True), start=1
    ):
        before, target, after = excerpt(
            str(row.sentence), int(str(row.start)), int(str(row.end)), _AROUND
        )
        rows.append(
            {
                "number": rank,
                "token": row.token,
                "genre": row.genre,
                "rated": rated[i],
                "predicted": predicted[i],
                "before": before,
                "target": target,
                "after": after,
            }
        )
    return pd.DataFrame(rows)


def step_label(step: str, group: str) -> str:
    """Return the label of a step."""
    label = "lcp (computed by this package)" if group == "lcp" else group
    if step in {"reference", "all"}:
        return "whole set" if group == "all" else label
    return f"{'+' if step == 'with' else step} {label}"


def _headline(result: AblationResult) -> tuple[pd.DataFrame, Floats, Floats]:
    """Return the instances of the headline's subset, their ratings and mean predictions."""
    mask = subsets(result.table)[headline_of(result)]
    table = result.table[mask]
    return table, ratings(table), result.predictions[mask].mean(axis=1)


def _forest(result: AblationResult, headline: str, kind: str) -> plots.Plot:
    rows = result.scores
    rows = rows[(rows["subset"] == headline) & (rows["metric"] == "pearson")]
    rows = rows[rows["difference"].notna() & (rows["step"] != "all")]
    if len(rows) > ROWS:
        rows = rows.loc[rows["difference"].abs().nlargest(ROWS).index]
    mode = result.settings["mode"]
    if mode != "add-one":
        rows = rows.sort_values("difference", ascending=mode == "leave-one-out")
    labels = [
        step_label(step, group) for step, group in zip(rows["step"], rows["group"], strict=True)
    ]
    left_out = ": the largest" if len(rows) == ROWS else ""
    extremes = "; ".join(
        f"{label} {number(value, sign=True)}"
        for label, value in zip(labels[:3], rows["difference"][:3], strict=True)
    )
    return plots.Plot(
        "differences",
        f"Differences in Pearson's r ({kind}{left_out})",
        "Paired differences with 95% intervals over tokens; filled points differ from 0 after "
        f"correction for the number of comparisons. First rows: {extremes}.",
        plots.forest(labels, rows, _wrapped(_DIFFERENCES[mode])),
    )


def _wrapped(axis: str) -> str:
    return axis.replace(" − ", " −\n", 1)


def _learning(result: AblationResult, headline: str, kind: str) -> plots.Plot:
    rows = result.learning
    rows = rows[(rows["subset"] == headline) & (rows["metric"] == "pearson")]
    values = ", ".join(
        f"{value:.3f} with {share:.0%}"
        for share, value in zip(rows["share"], rows["value"], strict=True)
    )
    return plots.Plot(
        "learning-curve",
        f"Pearson's r by share of the training data ({kind})",
        f"The whole set in the first repeat, 95% intervals over tokens: {values}.",
        plots.learning_curve(rows, "Pearson's r"),
    )


def _residuals(table: pd.DataFrame, errors: Floats, kind: str) -> Iterable[plots.Plot]:
    for by, groups in error_groups(table).items():
        medians = pd.Series(errors, table.index).groupby(groups, observed=True).median()
        values = ", ".join(f"{name} {number(value, sign=True)}" for name, value in medians.items())
        yield plots.Plot(
            f"residuals-by-{by}",
            f"Errors by {by} ({kind})",
            "Predicted minus rated complexity: quartiles, and whiskers from the 5th to the 95th "
            f"percentile. To the right of 0, predictions are too high. Medians: {values}.",
            plots.residuals(errors, groups, _AXES[by]),
        )


def _calibration(rated: Floats, predicted: Floats, kind: str) -> plots.Plot:
    bins = pd.qcut(
        pd.Series(predicted), min(_BINS, len(predicted)), labels=False, duplicates="drop"
    )
    means = pd.DataFrame({"predicted": predicted, "rated": rated}).groupby(bins).mean()
    gap = float((means["predicted"] - means["rated"]).abs().max())
    return plots.Plot(
        "calibration",
        f"Calibration in bins of equal size ({kind})",
        f"Mean rating against mean prediction in {len(means)} bins of the predictions; the "
        f"dashed line is perfect calibration. The largest gap is {gap:.3f}.",
        plots.calibration(means),
    )
