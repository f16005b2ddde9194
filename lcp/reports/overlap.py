"""Tables of ``lcp overlap``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import SUBSETS
from lcp.tables.formatting import Table

if TYPE_CHECKING:
    import pandas as pd

#: Labels of the kinds of overlap.
OVERLAPS = {
    "form": "token, any case",
    "some member": "any of its words",
    "every member": "all of its words",
}


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
