"""Report of an ablation: tables, and figures as SVG and PDF, which need matplotlib."""

from __future__ import annotations

import io
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lcp.evaluation.comparison import WHOLE
from lcp.evaluation.labels import SUBSETS
from lcp.evaluation.reports.report_page import report_page, write_report
from lcp.evaluation.scores import subsets
from lcp.tables.formatting import Table, probability, with_interval

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import pandas as pd

    from lcp.evaluation.ablation import AblationResult

#: Largest corrected p-value of a difference that counts.
SIGNIFICANT = 0.05

_METHOD = (
    "Each row leaves out one part and is compared with the whole set: leaving out a useful part "
    "lowers r and raises MAE. All rows share folds, seeds and resamples. Intervals are 95% "
    "bootstrap intervals over tokens (1,000 resamples, metrics averaged over repeats). P-values "
    "are two-sided, from the bootstrap standard error, with the correction of Holm (1979) for all "
    "rows of a table and metric. They reflect the choice of tokens, not the choice of training "
    "data."
)
_SAMPLE = (
    "The ratings of the bundled sample corpus were predicted by a model: do not compare these "
    "figures with published ones."
)
#: Text stays text, and the same data give the same file.
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "lcp",
    "pdf.fonttype": 42,
    "font.size": 8,
    "lines.markersize": 4,
    "errorbar.capsize": 2,
}


def write_ablation_report(
    result: AblationResult, folder: Path, *, command: str, seconds: float
) -> list[str]:
    """Write ``report.html``, the scores, and with matplotlib the figures; return their names.

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

    Raises
    ------
    InputError
        If the folder cannot be written.
    """
    settings = result.settings
    study = (
        f"The contribution of each {settings['leave_out']} of the feature set "
        f"{settings['features']} for {settings.get('model', 'the estimator')} on "
        f"{settings['corpus']}, measured by {settings['folds']}-fold cross-validation "
        f"grouped by {settings['group_by']} (repeats: {settings['repeats']})."
    )
    sample = [_SAMPLE] if settings["corpus"] == "sample" else []
    figures = ablation_figures(result.scores)
    page = report_page(
        f"Ablation: {settings['features']} by {settings['leave_out']}",
        [verdict(result), *sample, study, _METHOD, f"{command} ({round(seconds):,} s)"],
        ablation_tables(result),
        figures=figures,
        settings=json.dumps(settings, indent=1, ensure_ascii=False),
    )
    pearson = result.scores[result.scores["metric"] == "pearson"].drop(columns="metric")
    parts = {f"pearson-{name}": rows for name, rows in pearson.groupby("subset", sort=False)}
    return write_report(folder, page, {"scores": result.scores, **parts}, figures)


def headline_of(result: AblationResult) -> str:
    """Return the subset of the verdict: expressions if there are any, else words.

    The official ranking of Task 2 is on the expressions.
    """
    names = list(subsets(result.targets))
    return "mwe" if "mwe" in names else names[0]


def part_label(part: str) -> str:
    """Return the label of a row.

    >>> part_label("pos"), part_label("all")
    ('without pos', 'whole set')
    """
    return "whole set" if part == WHOLE else f"without {part}"


def ablation_tables(result: AblationResult) -> list[Table]:
    """Format the rows, one table per subset; the parts that contribute most come first.

    The last table is the learning curve, if there is one.
    """
    tables = []
    order = [WHOLE, *_headline_parts(result).index]
    columns = ["features", "columns", "coverage", "r", "if permuted", "difference in r", "p (Holm)"]
    caption = (
        "Coverage is the share of instances with a value; “if permuted” the difference in r if the "
        "part's values are permuted among the test instances, without new training. 95% intervals "
        "in parentheses, and drawn; filled points differ from 0. All five metrics are in "
        "scores.csv."
    )
    for subset, rows in result.scores.groupby("subset", sort=False):
        pearson = rows[rows["metric"] == "pearson"].set_index("group")
        permuted = pearson[pearson["step"] == "permuted"].to_dict("index")
        pearson = pearson[pearson["step"].isin(["reference", "without"])].loc[order]
        cells = [
            [
                part_label(part),
                str(row["columns"]),
                "" if part == WHOLE else f"{row['coverage']:.1%}",
                with_interval(row["value"], row["low"], row["high"], 3),
                "" if part == WHOLE else _difference(permuted[part]),
                _difference(row),
                probability(row["p_holm"]),
            ]
            for part, row in zip(order, pearson.to_dict("records"), strict=True)
        ]
        limits = pearson[["difference", "difference_low", "difference_high"]].to_numpy().tolist()
        significant = pearson["p_holm"] < SIGNIFICANT
        intervals = [(*row, sure) for row, sure in zip(limits, significant, strict=True)]
        title = f"Differences: {SUBSETS[str(subset)]}, n = {rows['n'].iloc[0]:,}"
        tables.append(Table(title, columns, cells, caption, intervals))
    shares = result.scores[result.scores["step"] == "share"]
    if len(shares):
        tables.append(_curve(result.scores))
    return tables


def _curve(scores: pd.DataFrame) -> Table:
    """Format r and MAE by the number of training instances."""
    rows = scores[scores["step"].isin(["share", "reference"])].sort_values("train", kind="stable")
    cells = []
    for (train, subset), part in rows.groupby(["train", "subset"], sort=False):
        metrics = part.set_index("metric")
        figures = [
            with_interval(row["value"], row["low"], row["high"], 3)
            for row in metrics.loc[["pearson", "mae"]].to_dict("records")
        ]
        cells.append([f"{train:,}", SUBSETS[str(subset)], *figures])
    caption = (
        "Mean number of training instances: shares of the training groups of each fold, of which a "
        "larger contains the smaller. 95% bootstrap intervals over test tokens."
    )
    return Table("Learning curve", ["training instances", "tested on", "r", "MAE"], cells, caption)


def verdict(result: AblationResult) -> str:
    """Return the result of an ablation in one sentence."""
    parts = _headline_parts(result)
    sure = int(((parts["p_holm"] < SIGNIFICANT) & (parts["difference"] < 0)).sum())
    return (
        f"Left out, {sure} of {len(parts)} parts measurably lower r on "
        f"{SUBSETS[headline_of(result)]}; the largest change is by “{parts.index[0]}”: "
        f"{_difference(parts.iloc[0].to_dict())}."
    )


def _difference(row: Mapping[Any, Any]) -> str:
    values = row["difference"], row["difference_low"], row["difference_high"]
    return with_interval(*values, decimals=3, sign=True)


def _headline_parts(result: AblationResult) -> pd.DataFrame:
    """Return the differences in Pearson's r by part, by decreasing contribution."""
    rows = result.scores
    rows = rows[(rows["subset"] == headline_of(result)) & (rows["metric"] == "pearson")]
    return (
        rows[rows["step"] == "without"].set_index("group").sort_values("difference", kind="stable")
    )


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
            title = f"difference in Pearson’s r if {label} ({SUBSETS[str(subset)]})"
            # In inches: title and axis, and a row for each part.
            with _figure(files, f"{step}-{subset}", 1.0 + 0.22 * len(parts)) as axes:
                _draw_parts(axes, parts, title)
    if (scores["step"] == "share").any():
        with _figure(files, "learning-curve", 3.2) as axes:
            _draw_curve(axes, pearson)
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


@contextmanager
def _figure(files: dict[str, bytes], name: str, height: float, width: float = 5.0) -> Iterator[Any]:
    """Give the axes of a figure, and add it to the files as SVG and PDF; sizes in inches."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(_STYLE):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.add_subplot()
        yield axes
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for suffix, date in (("svg", "Date"), ("pdf", "CreationDate")):
            buffer = io.BytesIO()
            figure.savefig(buffer, format=suffix, metadata={date: None})
            files[f"{name}.{suffix}"] = buffer.getvalue()
