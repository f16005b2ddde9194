"""Tables and page of ``lcp overlap``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.model.labels import SUBSETS
from lcp.reports.page import report_page
from lcp.reports.tables import Table, with_interval

if TYPE_CHECKING:
    import pandas as pd

#: Labels of the kinds of overlap.
OVERLAPS = {
    "form": "token, any case",
    "some member": "any of its words",
    "every member": "all of its words",
    "token+sentence": "token + sentence",
}
CAVEAT = (
    "Folds grouped by sentence alone can share tokens and may score higher. The intervals do not "
    "include the variation between random folds, which more repeats average out."
)


def overlap_tables(overlaps: pd.DataFrame, train: str, test: str) -> list[Table]:
    """Format the result of :func:`lcp.evaluation.overlap.overlap`, a table per subset."""
    tables = []
    for subset, part in overlaps.groupby("subset", sort=False):
        sizes = part.drop_duplicates("genre").set_index("genre")["n"]
        rows = [["test instances", *(f"{n:,}" for n in sizes)]]
        for kind, cells in part.groupby("overlap", sort=False):
            counts = zip(cells["shared"], cells["share"], strict=True)
            label = OVERLAPS.get(str(kind), str(kind))
            rows.append([label, *(f"{n:,} ({share:.1%})" for n, share in counts)])
        title = f"{test}, {SUBSETS[str(subset)]}: instances that overlap with {train}"
        tables.append(Table(title, ["overlap", *map(str, sizes.index)], rows))
    return tables


def grouping_tables(scores: pd.DataFrame, train: str, method: str) -> list[Table]:
    """Format the result of :func:`lcp.evaluation.overlap.grouped_scores`, a table per subset."""
    tables = []
    for subset, part in scores.groupby("subset", sort=False):
        first = part["group_by"].iloc[0]
        rows = [
            [
                OVERLAPS.get(row["group_by"], row["group_by"]),
                f"{row['groups']:,}",
                with_interval(row["pearson"], row["low"], row["high"]),
                with_interval(
                    row["difference"], row["difference_low"], row["difference_high"], 3, sign=True
                )
                if row["group_by"] != first
                else "",
            ]
            for row in part.to_dict("records")
        ]
        title = f"{train}, {SUBSETS[str(subset)]}, n = {part['n'].iloc[0]:,}"
        columns = ["folds by", "groups", "Pearson", f"difference from {first}"]
        tables.append(Table(title, columns, rows, f"{method}."))
    return tables


def overlap_page(train: str, test: str, tables: list[Table]) -> str:
    """Return the tables as a page."""
    return report_page(f"Overlap of {test} with {train}", [CAVEAT], tables)
