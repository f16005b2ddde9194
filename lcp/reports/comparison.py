"""Tables of ``lcp compare``, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import METRICS, SUBSETS
from lcp.reports.tables import excerpt, markdown_table, number, probability, with_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from lcp.evaluation.comparison import Comparison
    from lcp.reports.tables import Cells

#: Number of characters of a sentence that are quoted on each side of the target.
QUOTED = 120


def score_cells(comparison: Comparison, subset: str) -> Cells:
    """Format the scores of a subset, one row per genre and metric."""
    columns = ["genre", "metric", "A", "B", "A minus B", "p"]
    rows = []
    part = comparison.scores[comparison.scores["subset"] == subset]
    for (genre, n), group in part.groupby(["genre", "n"], sort=False):
        head = f"{genre}, {n:,}"
        for row in group.to_dict("records"):
            difference = with_interval(row["difference"], row["low"], row["high"], 3, sign=True)
            systems = [number(row["a"]), number(row["b"])]
            name = METRICS[row["metric"]]
            rows.append([head, name, *systems, difference, probability(row["p"])])
            head = ""
    return columns, rows


def williams_cells(comparison: Comparison) -> Cells:
    """Format Williams' tests."""
    columns = ["subset", "genre", "n", "r(A, B)", "t", "df", "p"]
    rows = [
        [
            SUBSETS[row["subset"]],
            row["genre"],
            f"{row['n']:,}",
            number(row["r_ab"]),
            number(row["t"], 2),
            f"{row['df']:,}",
            probability(row["p"]),
        ]
        for row in comparison.williams.to_dict("records")
    ]
    return columns, rows


def undefined_tests(comparison: Comparison) -> str:
    """Return a sentence that lists where Williams' test is undefined; empty if nowhere."""
    missing = comparison.williams[comparison.williams["t"].isna()]
    if missing.empty:
        return ""
    pairs = zip(missing["subset"], missing["genre"], strict=True)
    places = ", ".join(f"{SUBSETS[subset]} ({genre})" for subset, genre in pairs)
    return (
        f"Williams' test is undefined for {places}: the predictions of A and B correlate "
        "perfectly, one of them or the ratings are constant, or there are fewer than 4 instances."
    )


def breakdown_cells(comparison: Comparison) -> Cells:
    """Format errors and bias by genre and frequency."""
    columns = ["by", "group", "n", "MAE of A", "MAE of B", "bias of A", "bias of B"]
    rows = [
        [
            row["by"],
            row["group"],
            f"{row['n']:,}",
            *(number(row[f"mae_{system}"]) for system in "ab"),
            *(number(row[f"bias_{system}"], sign=True) for system in "ab"),
        ]
        for row in comparison.breakdown.to_dict("records")
    ]
    return columns, rows


def instance_cells(instances: pd.DataFrame) -> Cells:
    """Format instances, each with its sentence and the target in bold."""
    columns = ["rated", "A", "B", "closer", "genre", "sentence"]
    rows = []
    for row in instances.to_dict("records"):
        gap = row["difference"]
        closer = f"{'B' if gap > 0 else 'A'} by {number(abs(gap), 2)}" if gap else "neither"
        figures = [number(row[name], 2) for name in ("complexity", "a", "b")]
        before, target, after = excerpt(row["sentence"], row["start"], row["end"], QUOTED)
        rows.append([*figures, closer, row["genre"], f"{before}**{target}**{after}"])
    return columns, rows


def comparison_page(
    comparison: Comparison,
    *,
    names: tuple[str, str],
    corpus: str,
    n_quoted: int,
    method: str,
    notes: Sequence[str] = (),
) -> str:
    """Format a comparison of the systems `names` on a corpus as a Markdown page.

    The `n_quoted` instances with the largest difference are quoted. `method` is how differences
    were tested, `notes` are warnings.
    """
    a, b = names
    text = [f"# {a} (A) and {b} (B) on {corpus}", "", method, ""]
    text += [line for note in notes for line in (f"**{note}**", "")]
    for subset in comparison.scores["subset"].unique():
        text += [f"## {SUBSETS[subset].capitalize()}", ""]
        text += [markdown_table(*score_cells(comparison, subset)), ""]
    text += ["## Williams' test of the Pearson correlations", ""]
    text += [markdown_table(*williams_cells(comparison)), ""]
    text += [undefined_tests(comparison), ""] if undefined_tests(comparison) else []
    text += ["## Errors by genre and frequency", ""]
    text += [markdown_table(*breakdown_cells(comparison)), ""]
    quoted = comparison.instances.head(n_quoted)
    if len(quoted):
        text += [f"## The {len(quoted)} instances whose errors differ most", ""]
        text += [markdown_table(*instance_cells(quoted)), ""]
    return "\n".join(text)
