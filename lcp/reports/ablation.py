"""Reports of ablations as HTML and Markdown pages, a CSV file and plots."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from lcp.evaluation.labels import SUBSETS
from lcp.files import written_aside
from lcp.reports.ablation_plots import draw, worst_errors
from lcp.reports.ablation_steps import headline_of, ordered_steps, step_label, verdict
from lcp.reports.tables import probability, with_interval

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from lcp.ablation import AblationResult

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
    "reflect the choice of tokens, not that of the training data."
)
_SAMPLE = (
    "The ratings of the bundled sample corpus were predicted by a model: do not compare these "
    "figures with published ones."
)


def write_ablation_report(
    result: AblationResult, folder: Path, *, command: str, seconds: float, quote: bool = True
) -> None:
    """Write ``report.html``, ``report.md``, ``table.csv`` and the plots as PNG and SVG.

    Parameters
    ----------
    result : AblationResult
        The ablation.
    folder : Path
        Folder of the files; the plots are in its subfolder ``plots``.
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
    from jinja2 import Environment, PackageLoader, StrictUndefined

    plots = draw(result)
    content = {
        **ablation_content(result),
        "plots": plots,
        "svg": {plot.name: plot.svg for plot in plots},
        "facts": _facts(result, command, seconds),
        "settings_json": json.dumps(result.settings, indent=1, ensure_ascii=False),
        "quote": quote,
    }
    with written_aside(folder / "table.csv") as aside:
        result.scores.to_csv(aside, index=False, lineterminator="\n")
    for plot in plots:
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
        environment.globals["score"] = with_interval
        environment.globals["difference"] = partial(with_interval, sign=True)
        page = environment.get_template(name.replace("report", "ablation") + ".jinja")
        with written_aside(folder / name) as aside:
            aside.write_text(page.render(content), encoding="utf-8", newline="\n")


def ablation_content(result: AblationResult) -> dict[str, Any]:
    """Return the content of the templates, except plots."""
    headline = headline_of(result)
    settings = result.settings
    return {
        "settings": settings,
        "verdict": verdict(result),
        "intro": _intro(result),
        "headline": SUBSETS[headline],
        "tables": [
            {
                "subset": SUBSETS[str(subset)],
                "n": int(rows["n"].iloc[0]),
                "rows": _rows(rows, ordered_steps(result)),
            }
            for subset, rows in result.scores.groupby("subset", sort=False)
        ],
        "coverage": {
            kind: [{"group": name, **row} for name, row in table.to_dict("index").items()]
            for kind, table in result.coverage.items()
        },
        "worst": worst_errors(result).to_dict("records"),
        "tokens": int(result.table["token"].nunique()),
    }


def _rows(rows: pd.DataFrame, order: list[tuple[str, str]]) -> list[dict[str, Any]]:
    """Return one row per step, with the scores of each metric under its name."""
    steps = []
    for step, group in order:
        part = rows[(rows["step"] == step) & (rows["group"] == group)]
        metrics = {row["metric"]: row for row in part.to_dict("records")}
        columns = int(part["columns"].iloc[0])
        steps.append({"label": step_label(step, group), "columns": columns, **metrics})
    return steps


def _intro(result: AblationResult) -> list[str]:
    settings = result.settings
    study = (
        f"The contribution of each {settings['by']} of the feature set {settings['features']} for "
        f"{settings.get('model', 'the estimator')} on {settings['corpus']}, measured by "
        f"{settings['folds']}-fold cross-validation grouped by {settings['group_by']} "
        f"(repeats: {settings['repeats']}). {_BY_MODE[settings['mode']]}"
    )
    plots = f"Plots show {SUBSETS[headline_of(result)]}."
    sample = [_SAMPLE] if settings["corpus"] == "sample" else []
    return [*sample, study, f"{_METHOD} {plots}"]


def _facts(result: AblationResult, command: str, seconds: float) -> dict[str, str]:
    settings = result.settings
    minutes, remainder = divmod(round(seconds), 60)
    reused = f", reusing {result.n_finished} models from an earlier run"
    return {
        "Corpus": f"{settings['corpus']} ({settings['instances']:,} instances, "
        f"{result.table['token'].nunique():,} targets), sha256 {settings['sha256'][:16]}…",
        "Folds": f"{settings['folds']}, grouped by {settings['group_by']}",
        "Repeats": str(settings["repeats"]),
        "Seed": str(settings["random_state"]),
        "Command": command,
        "Wall time": f"{minutes} min {remainder} s{reused if result.n_finished else ''}",
        "Versions": ", ".join(f"{name} {number}" for name, number in settings["versions"].items()),
        "Resources": "; ".join(
            f"{item['title']} ({item['licence']})" for item in settings["resources"].values()
        )
        or "none beyond the installed packages",
    }
