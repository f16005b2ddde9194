"""The report of an ablation: a page, a text, a table and plots."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from lcp.files import written_aside
from lcp.reports.ablation_plots import SUBSETS, draw, headline_of, step_label, worst_errors
from lcp.reports.tables import probability, with_interval

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from lcp.ablation import AblationResult

_BY_MODE = {
    "leave-one-out": "Each row is the whole set without one part; its difference is from the "
    "whole set, so that a part that helps has a difference below 0 in r and above 0 in MAE.",
    "only-one": "Each row is one part alone; its difference is from log frequency alone (the set "
    "frequency-baseline), the baseline of Shardlow et al. (2021), with the same estimator.",
    "add-one": "Greedy forward selection: each row adds the part that raised r most, and its "
    "difference is from the row above; the first row is log frequency alone, which the first "
    "part replaces. The parts were chosen on the folds that are reported: gains and p-values are "
    "on the bright side.",
}


_METHOD = (
    "All rows share folds, seeds and resamples. Intervals are 95 % bootstrap intervals over "
    "tokens (1,000 resamples, metrics averaged over repeats); p-values are two-sided, from the "
    "bootstrap's standard error, corrected by Holm's method (1979) for all rows of a table and "
    "metric. They tell how far the choice of words matters, not that of the training data."
)
_SAMPLE = (
    "These are the ratings of the bundled sample corpus, which were predicted by a model: no "
    "figure here may be compared with a published one."
)


def write_report(
    result: AblationResult, folder: Path, *, command: str, seconds: float, quote: bool = True
) -> None:
    """Write ``report.html``, ``report.md``, ``table.csv`` and the plots as PNG and SVG.

    Parameters
    ----------
    result : AblationResult
        What was found.
    folder : Path
        Where the files go; the plots below ``plots/``.
    command : str
        What gives the report again.
    seconds : float
        Wall time of the run.
    quote : bool, default=True
        Whether to quote the sentences of the largest errors.

    Raises
    ------
    InputError
        When the folder cannot be written to.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    drawn = draw(result)
    content = {
        **describe(result),
        "plots": drawn,
        "svg": {plot.name: plot.svg() for plot in drawn},
        "facts": _facts(result, command, seconds),
        "quote": quote,
    }
    with written_aside(folder / "table.csv") as aside:
        result.scores.to_csv(aside, index=False, lineterminator="\n")
    for plot in drawn:
        plot.write(folder / "plots")
    for name in ("report.md", "report.html"):
        environment = Environment(
            loader=PackageLoader("lcp", "reports"),
            autoescape=name.endswith(".html"),
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            undefined=StrictUndefined,
        )
        environment.filters["p"] = probability
        environment.globals["with_interval"] = partial(with_interval, sign=True)
        page = environment.get_template(name.replace("report", "ablation") + ".jinja")
        with written_aside(folder / name) as aside:
            aside.write_text(page.render(content), encoding="utf-8", newline="\n")


def describe(result: AblationResult) -> dict[str, Any]:
    """What the templates say, but for the plots."""
    headline = headline_of(result)
    settings = result.settings
    return {
        "settings": settings,
        "intro": _intro(result),
        "headline": SUBSETS[headline],
        "tables": [
            {"subset": SUBSETS[str(subset)], "n": int(rows["n"].iloc[0]), "rows": _rows(rows)}
            for subset, rows in result.scores.groupby("subset", sort=False)
        ],
        "coverage": {
            kind: [{"group": name, **row} for name, row in found.to_dict("index").items()]
            for kind, found in result.coverage.items()
        },
        "worst": worst_errors(result).to_dict("records"),
        "tokens": int(result.table["token"].nunique()),
    }


def _rows(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """A row for each step, with the figures of each metric below its name."""
    found = []
    for _, part in rows.groupby(["step", "group"], sort=False):
        first = part.iloc[0]
        metrics = {row["metric"]: row for row in part.to_dict("records")}
        label = step_label(str(first["step"]), str(first["group"]))
        found.append({"label": label, "columns": int(first["columns"]), **metrics})
    return found


def _intro(result: AblationResult) -> list[str]:
    settings = result.settings
    what = (
        f"What each {settings['by']} of the feature set {settings['features']} is worth to "
        f"{settings.get('model', 'the estimator')} on {settings['corpus']}, by "
        f"{settings['folds']}-fold cross-validation grouped by {settings['group_by']}, repeated "
        f"with new folds (repeats: {settings['repeats']}). {_BY_MODE[settings['mode']]}"
    )
    plots = f"Plots show {SUBSETS[headline_of(result)]}."
    sample = [_SAMPLE] if settings["corpus"] == "sample" else []
    return [*sample, what, f"{_METHOD} {plots}"]


def _facts(result: AblationResult, command: str, seconds: float) -> dict[str, str]:
    settings = result.settings
    minutes, rest = divmod(round(seconds), 60)
    kept = f", with {result.found} models and repeats found from an earlier run"
    return {
        "Corpus": f"{settings['corpus']} ({settings['instances']:,} instances, "
        f"{result.table['token'].nunique():,} targets), sha256 {settings['sha256'][:16]}…",
        "Folds": f"{settings['folds']}, grouped by {settings['group_by']}",
        "Repeats": str(settings["repeats"]),
        "Seed": str(settings["seed"]),
        "Command": command,
        "Wall time": f"{minutes} min {rest} s{kept if result.found else ''}",
        "Versions": ", ".join(f"{name} {number}" for name, number in settings["versions"].items()),
        "Resources": "; ".join(
            f"{item['title']} ({item['licence']})" for item in settings["resources"].values()
        )
        or "none beyond the installed packages",
    }
