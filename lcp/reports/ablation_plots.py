"""The plots of an ablation's report, and the errors that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.instances import as_instances
from lcp.corpora.ratings import ratings
from lcp.evaluation.breakdown import error_groups
from lcp.evaluation.crossvalidation import subsets
from lcp.reports import plots
from lcp.reports.tables import number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lcp.ablation import AblationResult

    Floats = NDArray[np.float64]

#: How many of the largest errors are quoted, and how many of them named in the plot.
WORST, NAMED = 15, 8

#: Most rows that the plot of differences shows; the table has them all.
ROWS = 30

_BINS = 10
_AROUND = 90
SUBSETS = {"single": "single words", "mwe": "multi-word expressions", "all": "words and MWEs"}
_AXES = {
    "genre": "genre (instances)",
    "frequency": "rarest word's frequency (instances)",
    "length": "longest word, characters (instances)",
}
_DIFFERENCES = {
    "leave-one-out": "Pearson's r without it − r of the whole set",
    "only-one": "Pearson's r with it alone − r of log frequency alone",
    "add-one": "Pearson's r with it added − r of the step before",
}


def draw(result: AblationResult) -> list[plots.Plot]:
    """Every plot of the report, of the subset that :func:`headline_of` names."""
    headline = headline_of(result)
    chosen, rated, predicted = _headline(result)
    kind = f"{SUBSETS[headline]}, n = {len(chosen):,}"
    return [
        _forest(result, headline, kind),
        _learning(result, headline, kind),
        *_residuals(chosen, predicted - rated, kind),
        _calibration(rated, predicted, kind),
        plots.Plot(
            "scatter",
            f"Predicted against rated complexity ({kind})",
            "A point for each instance; on the dashed line both are equal. The largest errors are "
            "circled and numbered as in the table of the largest errors.",
            plots.scatter(rated, predicted, worst_errors(result).head(NAMED)),
        ),
    ]


def headline_of(result: AblationResult) -> str:
    """The subset that plots and selection look at: expressions where there are any."""
    found = list(subsets(result.table))
    return "mwe" if "mwe" in found else found[0]


def worst_errors(result: AblationResult) -> pd.DataFrame:
    """The largest errors of the whole set, with their sentences cut around the target.

    Returns
    -------
    DataFrame of shape (n_errors, 8)
        Columns ``number`` (from 1), ``token``, ``corpus``, ``rated``, ``predicted``,
        ``before``, ``target`` and ``after``.
    """
    chosen, rated, predicted = _headline(result)
    order = np.argsort(-np.abs(predicted - rated), kind="stable")[:WORST]
    rows = []
    for rank, (row, place) in enumerate(
        zip(as_instances(chosen).iloc[order].itertuples(), order, strict=True), start=1
    ):
        sentence, start, end = str(row.sentence), int(str(row.start)), int(str(row.end))
        rows.append(
            {
                "number": rank,
                "token": row.token,
                "corpus": row.corpus,
                "rated": rated[place],
                "predicted": predicted[place],
                "before": ("…" if start > _AROUND else "") + sentence[:start][-_AROUND:],
                "target": sentence[start:end],
                "after": sentence[end:][:_AROUND] + ("…" if len(sentence) - end > _AROUND else ""),
            }
        )
    return pd.DataFrame(rows)


def step_label(step: str, group: str) -> str:
    """Name of a step for a reader."""
    named = "lcp (computed by this package)" if group == "lcp" else group
    if step in {"reference", "all"}:
        return "whole set" if group == "all" else named
    return f"{'+' if step == 'with' else step} {named}"


def _headline(result: AblationResult) -> tuple[pd.DataFrame, Floats, Floats]:
    """Instances of the headline's subset, their ratings and mean predictions."""
    mask = subsets(result.table)[headline_of(result)].to_numpy()
    chosen = result.table[mask]
    return chosen, ratings(chosen), result.predictions[mask].mean(axis=1)


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
        "Paired differences with 95 % intervals over tokens; a filled point differs from 0 after "
        f"correction for the number of comparisons. First rows: {extremes}.",
        plots.forest(labels, rows, _wrapped(_DIFFERENCES[mode])),
    )


def _wrapped(axis: str) -> str:
    return axis.replace(" − ", " −\n", 1)


def _learning(result: AblationResult, headline: str, kind: str) -> plots.Plot:
    rows = result.learning
    rows = rows[(rows["subset"] == headline) & (rows["metric"] == "pearson")]
    told = ", ".join(
        f"{value:.3f} with {share:.0%}"
        for share, value in zip(rows["share"], rows["value"], strict=True)
    )
    return plots.Plot(
        "learning-curve",
        f"Pearson's r by share of the training data ({kind})",
        f"The whole set in the first repeat, 95 % intervals over tokens: {told}.",
        plots.learning_curve(rows, "Pearson's r"),
    )


def _residuals(chosen: pd.DataFrame, errors: Floats, kind: str) -> Iterable[plots.Plot]:
    for by, groups in error_groups(chosen).items():
        medians = pd.Series(errors, chosen.index).groupby(groups, observed=True).median()
        told = ", ".join(f"{name} {number(value, sign=True)}" for name, value in medians.items())
        yield plots.Plot(
            f"residuals-by-{by}",
            f"Errors by {by} ({kind})",
            "Boxes of predicted minus rated, whiskers from the 5th to the 95th percentile; right "
            f"of 0 the model finds them too hard. Medians: {told}.",
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
