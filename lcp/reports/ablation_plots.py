"""Plots of ablation reports, and the largest errors."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from lcp.corpora.instances import as_instances
from lcp.corpora.ratings import ratings
from lcp.evaluation.breakdown import error_groups
from lcp.evaluation.labels import SUBSETS
from lcp.evaluation.subsets import subsets
from lcp.reports import plots
from lcp.reports.ablation_steps import headline_of, headline_rows, ordered_steps, step_label
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
_RESAMPLES = 1000
#: Limits of the classes of rated and predicted complexity.
_CLASSES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1.0)
#: Number of characters of a sentence on each side of the target.
_AROUND = 90
_TITLES = {"rated": "rated complexity", "predicted": "predicted complexity"}
_REMARKS = {
    "rated": "Predictions vary less than ratings, so that the hardest are always underestimated. ",
}
_AXES = {
    "rated": "rated (instances)",
    "predicted": "predicted (instances)",
    "genre": "genre (instances)",
    "frequency": "rarest word (instances)",
    "length": "longest word (instances)",
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
    worst = worst_errors(result).head(NAMED)
    names = "; ".join(f"{row.number} {row.token}" for row in worst.itertuples())
    top = min(1.0, 1.05 * float(max(rated.max(), predicted.max())))
    return [
        _forest(result, kind),
        _learning(result, headline, kind),
        *_residuals(table, rated, predicted, kind),
        _calibration(table, rated, predicted, kind, top),
        plots.Plot(
            "scatter",
            f"Predicted against rated complexity ({kind})",
            "One point per instance; on the dashed line, predictions equal ratings. The largest "
            f"errors are circled and numbered as in the table of the largest errors: {names}.",
            plots.scatter(rated, predicted, worst, top),
        ),
    ]


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


def _headline(result: AblationResult) -> tuple[pd.DataFrame, Floats, Floats]:
    """Return the instances of the headline's subset, their ratings and mean predictions."""
    mask = subsets(result.table)[headline_of(result)]
    table = result.table[mask]
    return table, ratings(table), result.predictions[mask].mean(axis=1)


def _forest(result: AblationResult, kind: str) -> plots.Plot:
    rows = headline_rows(result).set_index(["step", "group"]).loc[ordered_steps(result)]
    rows = rows[rows["difference"].notna() & (rows.index.get_level_values("step") != "all")]
    left_out = ""
    if len(rows) > ROWS:
        smallest = rows["difference"].abs().nlargest(ROWS).min()
        rows = rows[rows["difference"].abs() >= smallest].head(ROWS)
        left_out = ": the largest"
    labels = [step_label(str(step), str(group)) for step, group in rows.index]
    extremes = "; ".join(
        f"{label} {number(value, sign=True)}"
        for label, value in zip(labels[:3], rows["difference"][:3], strict=True)
    )
    return plots.Plot(
        "differences",
        f"Differences in Pearson's r ({kind}{left_out})",
        "Paired differences with 95% intervals over tokens; filled points differ from 0 after "
        f"correction for the number of comparisons. First rows: {extremes}.",
        plots.forest(labels, rows, _wrapped(_DIFFERENCES[result.settings["mode"]])),
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


def _residuals(
    table: pd.DataFrame, rated: Floats, predicted: Floats, kind: str
) -> Iterable[plots.Plot]:
    """Draw errors by rated and by predicted complexity, genre, frequency and length.

    All plots have the same axis of errors, so that they can be compared.
    """
    errors = predicted - rated
    variables = {
        "rated": _classes(rated, table.index),
        "predicted": _classes(predicted, table.index),
        **error_groups(table),
    }
    parts = [errors[(groups == name).to_numpy()] for groups in variables.values()
             for name in groups.cat.categories]  # fmt: skip
    whiskers = [np.quantile(part, (0.05, 0.95)) for part in parts if len(part)]
    reach = 1.05 * max(float(np.abs(ends).max()) for ends in whiskers)
    for by, groups in variables.items():
        medians = pd.Series(errors, table.index).groupby(groups, observed=True).median()
        values = ", ".join(f"{name} {number(value, sign=True)}" for name, value in medians.items())
        yield plots.Plot(
            f"residuals-by-{by}",
            f"Errors by {_TITLES.get(by, by)} ({kind})",
            "Predicted minus rated complexity: quartiles, and whiskers from the 5th to the 95th "
            f"percentile. To the right of 0, predictions are too high. {_REMARKS.get(by, '')}"
            f"Medians: {values}.",
            plots.residuals(errors, groups, _AXES[by], reach),
        )


def _classes(values: Floats, index: pd.Index[Any]) -> pd.Series[Any]:
    """Return classes of complexity as ordered categories, without empty ones."""
    names = [f"{low:g} to {high:g}" for low, high in pairwise(_CLASSES)]
    classes = pd.cut(pd.Series(values, index), _CLASSES, labels=names, include_lowest=True)
    return classes.cat.remove_unused_categories()


def _calibration(
    table: pd.DataFrame, rated: Floats, predicted: Floats, kind: str, top: float
) -> plots.Plot:
    bins = calibration_bins(rated, predicted, table["token"])
    gap = float((bins["predicted"] - bins["rated"]).abs().max())
    return plots.Plot(
        "calibration",
        f"Calibration in bins of equal size ({kind})",
        f"Mean rating against mean prediction in {len(bins)} bins of the predictions, with 95% "
        "bootstrap intervals over tokens; the dashed line is perfect calibration. The largest gap "
        f"is {gap:.3f}.",
        plots.calibration(bins, top),
    )


def calibration_bins(rated: Floats, predicted: Floats, tokens: pd.Series[str]) -> pd.DataFrame:
    """Return the mean rating in bins of the predictions of equal size, with intervals.

    Returns
    -------
    DataFrame of shape (n_bins, 4)
        Columns ``predicted`` and ``rated`` (means, 0-1), ``low`` and ``high`` (95% bootstrap
        interval of the mean rating; resamples draw tokens with all their instances).
    """
    number_of_bins = min(_BINS, len(predicted))
    bins = pd.qcut(pd.Series(predicted), number_of_bins, labels=False, duplicates="drop")
    means = pd.DataFrame({"predicted": predicted, "rated": rated}).groupby(bins).mean()
    groups = pd.factorize(tokens)[0]
    shape = (groups.max() + 1, len(means))
    sums, counts = np.zeros(shape), np.zeros(shape)
    np.add.at(sums, (groups, bins.to_numpy(dtype=int)), rated)
    np.add.at(counts, (groups, bins.to_numpy(dtype=int)), 1)
    drawn = np.random.default_rng(0).multinomial(
        shape[0], np.full(shape[0], 1 / shape[0]), size=_RESAMPLES
    )
    with np.errstate(invalid="ignore"):
        resampled = (drawn @ sums) / (drawn @ counts)
    means["low"], means["high"] = np.nanquantile(resampled, (0.025, 0.975), axis=0)
    return means
