"""Tables of the pages from the results in ``benchmarks/``; see ``generate.py``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.evaluation.labels import SUBSETS
from lcp.evaluation.reports.ablation_report import part_label
from lcp.tables.formatting import markdown_table, probability, with_interval

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

ROOT = Path(__file__).resolve().parent.parent
BENCHMARKS = ROOT / "benchmarks"


def benchmark(name: str, *columns: str, without: Collection[str] = (), **only: str) -> str:
    """Return a table of ``benchmarks/NAME.md``, or a part of it.

    Parameters
    ----------
    name : str
        Name of the page.
    *columns : str
        Headings: selects the first table that has all of them.
    without : collection of str
        Columns to leave out.
    **only : str
        Rows to keep, by the value of a column.
    """
    for heading, rows in markdown_tables((BENCHMARKS / f"{name}.md").read_text("utf-8")):
        if set(columns) <= set(heading):
            shown = [column for column in heading if column not in without]
            named = [dict(zip(heading, row, strict=True)) for row in rows]
            kept = [row for row in named if only.items() <= row.items()]
            return markdown_table(shown, ([row[column] for column in shown] for row in kept))
    raise SystemExit(f"benchmarks/{name}.md has no table with the columns {', '.join(columns)}.")


def accuracy() -> str:
    """Return Pearson's r on words and on expressions: three models, and the one that ships."""
    [[heading, rows], *_] = markdown_tables((BENCHMARKS / "accuracy.md").read_text("utf-8"))
    named = [dict(zip(heading, row, strict=True)) for row in rows]
    shown = []
    for pair in (("frequency-baseline", "linear"), ("core", "lightgbm"), ("full", "best")):
        cells = [
            row["Pearson"]
            for row in named
            if (row["features"], row["estimator"]) == pair
            and (row["scored on"], row["held out"]) in {("single", "words"), ("mwe", "both")}
        ]
        shown.append(["`{}`, `{}`".format(*pair), *cells])
    bundled = json.loads((ROOT / "models/bundled/model.json").read_text("utf-8"))
    scores = {
        row["subset"]: f"{row['value']:.4f} ({row['low']:.3f}–{row['high']:.3f})"
        for row in bundled["scores"]
        if row["metric"] == "pearson"
    }
    name = f"`{bundled['feature_set']['name']}`, `{bundled['estimator']['name']}` (bundled)"
    shown.append([name, scores["single"], scores["mwe"]])
    [[_, rows]] = markdown_tables(section("transfer", "cwi2018, all targets"))
    others = {row: " / ".join(cell[:5] for cell in cells) for row, *cells in rows}
    name = "the same without a genre, on CWI 2018 (news / Wikinews / Wikipedia)"
    shown.append([name, f"{others['all (bundled)']} (frequency: {others['word frequency']})", "–"])
    return markdown_table(["features, estimator", "Task 1: words", "Task 2: expressions"], shown)


def section(name: str, title: str) -> str:
    """Return the table in a section of ``benchmarks/NAME.md``."""
    _, _, rest = (BENCHMARKS / f"{name}.md").read_text("utf-8").partition(f"\n## {title}\n")
    return "\n".join(line for line in rest.partition("\n## ")[0].splitlines() if line[:1] == "|")


def ablations() -> str:
    """Return tables of, and links to, the reports in ``benchmarks/ablation/``."""
    import pandas as pd

    parts = []
    for path in sorted((BENCHMARKS / "ablation").glob("task*/scores.csv")):
        scores = pd.read_csv(path)
        # The official ranking of Task 2 is on the expressions.
        subset = "mwe" if "mwe" in set(scores["subset"]) else "single"
        selected = scores[(scores["subset"] == subset) & (scores["metric"] == "pearson")]
        selected = selected[selected["step"].isin(["reference", "without"])]
        rows = [
            (
                part_label(row["group"]),
                row["columns"],
                f"{row['value']:.4f}",
                with_interval(
                    row["difference"], row["difference_low"], row["difference_high"], sign=True
                ),
                probability(row["p_holm"]),
            )
            for row in selected.to_dict("records")
        ]
        number = path.parent.name.removeprefix("task")
        n = f"{int(selected['n'].iloc[0]):,}"
        links = ", ".join(
            f"[{what}](../{path.parent.relative_to(ROOT).as_posix()}/{name})"
            for name, what in (
                ("report.html", "report"),
                ("scores.csv", "all metrics"),
            )
            if (path.parent / name).is_file()
        )
        parts += [
            f"### Task {number}: {SUBSETS[subset]}, n = {n}",
            markdown_table(("features", "columns", "r", "difference in r", "p (Holm)"), rows),
            f"In full: {links}.{_command(path.with_name('report.html'))}",
        ]
    return "\n\n".join(parts)


def _command(report: Path) -> str:
    """Return the command that made a report, without its output folder."""
    if not report.is_file():
        return ""
    pattern = r">(lcp ablate .*?)(?:<| \([\d,]+ s\))"
    made_by = re.findall(pattern, report.read_text("utf-8"))
    return "".join(f" Made by `{re.sub(r' --out [^ ]+', '', command)}`." for command in made_by)


def markdown_tables(text: str) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Yield headings and rows of each table of a Markdown text."""
    lines: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = re.split(r"(?<!\\)\|", line.strip()[1:-1])
            lines.append([cell.strip().replace("\\|", "|") for cell in cells])
        elif lines:
            yield lines[0], lines[2:]
            lines = []
