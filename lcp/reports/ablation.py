"""Report of an ablation: a page with tables and plots, and CSV files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.evaluation.breakdown import breakdown
from lcp.evaluation.subsets import subsets
from lcp.model.labels import SUBSETS
from lcp.reports import plots
from lcp.reports.page import report_page, write_report
from lcp.reports.tables import Table, number, probability, quoted, with_interval
from lcp.targets import Targets
from lcp.targets.ratings import ratings

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import pandas as pd

    from lcp.evaluation.ablation import AblationResult

#: Number of largest errors in the table, and maximum number of rows in the plot of differences.
WORST, ROWS = 15, 30
#: Largest corrected p-value of a difference that counts.
SIGNIFICANT = 0.05

_BY_MODE = {
    "leave-one-out": "Each row leaves out one part and is compared with the whole set: leaving "
    "out a useful part lowers r and raises MAE.",
    "only-one": "Each row uses one part alone and is compared with log frequency alone (the set "
    "frequency-baseline), the baseline of Shardlow et al. (2021), with the same estimator.",
    "add-one": "Greedy forward selection: each row adds the part that raises r most, and is "
    "compared with the row above. The first row is log frequency alone, which the first part "
    "replaces. Parts are selected on the folds that are reported, so gains and p-values are "
    "optimistic.",
}
_METHOD = (
    "All rows share folds, seeds and resamples. Intervals are 95% bootstrap intervals over tokens "
    "(1,000 resamples, metrics averaged over repeats). P-values are two-sided, from the bootstrap "
    "standard error, with the correction of Holm (1979) for all rows of a table and metric. They "
    "reflect the choice of tokens, not the choice of training data."
)
_SAMPLE = (
    "The ratings of the bundled sample corpus were predicted by a model: do not compare these "
    "figures with published ones."
)


def write_ablation_report(
    result: AblationResult, folder: Path, *, command: str, seconds: float, quote: bool = True
) -> list[str]:
    """Write ``report.html``, ``scores.csv`` and ``learning.csv``; return their names.

    Parameters
    ----------
    result : AblationResult
        The ablation.
    folder : Path
        Folder of the files.
    command : str
        The command that reproduces the report.
    seconds : float
        Wall time of the run.
    quote : bool, default=True
        Whether to quote the sentences of the largest errors.

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    settings = result.settings
    reused = f", reusing {result.n_finished} models" if result.n_finished else ""
    page = report_page(
        f"Ablation: {settings['features']}, {settings['mode']} by {settings['by']}",
        [verdict(result), *_intro(result), f"{command} ({round(seconds):,} s{reused})"],
        [*ablation_tables(result), *_error_tables(result, quote=quote)],
        plots=_plots(result),
        settings=json.dumps(settings, indent=1, ensure_ascii=False),
    )
    tables = {"scores": result.scores, "learning": result.learning}
    return write_report(folder, page, tables)


def headline_of(result: AblationResult) -> str:
    """Return the subset of the verdict and the plots: expressions if there are any, else words.

    The official ranking of Task 2 is on the expressions.
    """
    names = list(subsets(result.table))
    return "mwe" if "mwe" in names else names[0]


def step_label(step: str, group: str) -> str:
    """Return the label of a step.

    >>> step_label("without", "pos"), step_label("reference", "all")
    ('without pos', 'whole set')
    """
    if group == "all":
        return "whole set"
    return f"{step} {group}" if step in ("without", "only", "with") else group


def ablation_tables(result: AblationResult) -> list[Table]:
    """Format the steps, one table per subset; the parts that contribute most come first."""
    tables, order = [], _ordered(result)
    columns = ["features", "columns", "coverage", "r", "difference in r", "p (Holm)"]
    caption = (
        "Coverage is the share of instances with a value. 95% intervals in parentheses. All five "
        "metrics are in scores.csv."
    )
    for subset, part in result.scores.groupby("subset", sort=False):
        pearson = part[part["metric"] == "pearson"].set_index(["step", "group"])
        records = pearson.loc[order].to_dict("records")
        rows = [
            [
                step_label(step, group),
                str(row["columns"]),
                f"{result.coverage[group]:.1%}" if group in result.coverage else "",
                with_interval(row["value"], row["low"], row["high"], 3),
                _difference(row),
                probability(row["p_holm"]),
            ]
            for (step, group), row in zip(order, records, strict=True)
        ]
        title = f"Differences: {SUBSETS[str(subset)]}, n = {part['n'].iloc[0]:,}"
        tables.append(Table(title, columns, rows, caption))
    return tables


def verdict(result: AblationResult) -> str:
    """Return the result of an ablation in one sentence."""
    rows = _headline_rows(result).set_index(["step", "group"]).loc[_ordered(result)]
    parts = rows[rows["difference"].notna() & (rows.index.get_level_values("step") != "all")]
    on = f"on {SUBSETS[headline_of(result)]}"
    names = [f"“{group}”" for _, group in parts.index]
    best, mode = parts.iloc[0].to_dict(), result.settings["mode"]
    if mode == "add-one":
        last = number(parts["value"].iloc[-1], 3)
        return f"Forward selection {on} begins with {', '.join(names[:3])} and ends at r = {last}."
    gains = parts["difference"] * (-1 if mode == "leave-one-out" else 1)
    sure = int(((parts["p_holm"] < SIGNIFICANT) & (gains > 0)).sum())
    effect = "Left out, {} lower r {}" if mode == "leave-one-out" else "Alone, {} raise r {}"
    changed = effect.format(f"{sure} of {len(parts)} parts measurably", on)
    return f"{changed}; the largest change is by {names[0]}: {_difference(best)}."


def _difference(row: Mapping[Any, Any]) -> str:
    values = row["difference"], row["difference_low"], row["difference_high"]
    return with_interval(*values, decimals=3, sign=True)


def _headline_rows(result: AblationResult) -> pd.DataFrame:
    rows = result.scores
    return rows[(rows["subset"] == headline_of(result)) & (rows["metric"] == "pearson")]


def _ordered(result: AblationResult) -> list[tuple[str, str]]:
    """Return step and group of every row: the reference, then parts by their contribution."""
    rows, mode = _headline_rows(result), result.settings["mode"]
    first = rows["difference"].isna() | (rows["step"] == "all")
    parts = rows[~first]
    if mode != "add-one":
        rising = mode == "leave-one-out"
        parts = parts.sort_values("difference", ascending=rising, kind="stable")
    return [
        (str(step), str(group))
        for part in (rows[first], parts)
        for step, group in zip(part["step"], part["group"], strict=True)
    ]


def _intro(result: AblationResult) -> list[str]:
    settings = result.settings
    study = (
        f"The contribution of each {settings['by']} of the feature set {settings['features']} for "
        f"{settings.get('model', 'the estimator')} on {settings['corpus']}, measured by "
        f"{settings['folds']}-fold cross-validation grouped by {settings['group_by']} "
        f"(repeats: {settings['repeats']}). {_BY_MODE[settings['mode']]}"
    )
    sample = [_SAMPLE] if settings["corpus"] == "sample" else []
    return [*sample, study, f"{_METHOD} Plots show {SUBSETS[headline_of(result)]}."]


def _predicted(result: AblationResult) -> tuple[pd.DataFrame, plots.Floats, plots.Floats]:
    """Return the instances of the headline's subset, their ratings and mean predictions."""
    mask = subsets(result.table)[headline_of(result)]
    table = result.table[mask]
    return table, ratings(table), result.predictions[mask].mean(axis=1)


def _error_tables(result: AblationResult, *, quote: bool) -> list[Table]:
    """Return the largest errors of the whole set, and its errors by genre and frequency."""
    table, rated, predicted = _predicted(result)
    order = np.argsort(-np.abs(predicted - rated), kind="stable")[:WORST]
    worst = Targets.table(table.iloc[order])
    rows = [
        [token, genre, number(rated[row], 3), number(predicted[row], 3)]
        for token, genre, row in zip(worst.token, worst.genre, order, strict=True)
    ]
    columns = ["target", "genre", "rated", "predicted"]
    if quote:
        columns.append("sentence")
        places = zip(worst.sentence, worst.start.tolist(), worst.end.tolist(), strict=True)
        rows = [[*row, quoted(*place)] for row, place in zip(rows, places, strict=True)]
    groups = [
        [
            f"{row['by']}: {row['group']}",
            f"{row['n']:,}",
            number(row["pearson"], 3),
            number(row["mae"], 3),
            number(row["bias"], 3, sign=True),
        ]
        for row in breakdown(table, predicted).to_dict("records")
    ]
    on = f"Whole set, {SUBSETS[headline_of(result)]}."
    bias = f"{on} Bias is the mean of predicted minus rated complexity (0–1 scale)."
    return [
        Table("Largest errors", columns, rows, on),
        Table("Errors by genre and frequency", ["group", "n", "r", "MAE", "bias"], groups, bias),
    ]


def _plots(result: AblationResult) -> list[plots.Plot]:
    table, rated, predicted = _predicted(result)
    subset = headline_of(result)
    kind = f"{SUBSETS[subset]}, n = {len(table):,}"
    rows = _headline_rows(result).set_index(["step", "group"]).loc[_ordered(result)]
    rows = rows[rows["difference"].notna() & (rows.index.get_level_values("step") != "all")]
    shown = rows["difference"].abs().nlargest(ROWS).index
    left_out = f": the {ROWS} largest of {len(rows)}" if len(rows) > ROWS else ""
    rows = rows[rows.index.isin(shown)]
    labels = [step_label(str(step), str(group)) for step, group in rows.index]
    curve = result.learning
    curve = curve[(curve["subset"] == subset) & (curve["metric"] == "pearson")]
    return [
        plots.Plot(
            "differences",
            f"Differences in Pearson's r ({kind}{left_out})",
            "Paired differences with 95% intervals over tokens; filled points differ from 0 after "
            "correction for the number of comparisons.",
            plots.forest(labels, rows),
        ),
        plots.Plot(
            "learning-curve",
            f"Pearson's r by share of the training data ({kind})",
            "The whole set in the first repeat, with 95% intervals over tokens.",
            plots.learning_curve(curve),
        ),
        plots.Plot(
            "scatter",
            f"Predicted against rated complexity ({kind})",
            "One point per instance; on the dashed line, predictions equal ratings. Predictions "
            "vary less than ratings, so the most difficult are underestimated.",
            plots.scatter(rated, predicted),
        ),
    ]
