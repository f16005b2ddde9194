"""Tables of ``lcp audit``, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import SUBSETS
from lcp.reports.tables import markdown_table, with_interval

if TYPE_CHECKING:
    import pandas as pd

    from lcp.reports.tables import Cells

#: Labels of the kinds of overlap.
OVERLAPS = {
    "token": "token",
    "form": "token, any case",
    "lemma": "lemma",
    "stem": "stem",
    "some member": "any of its words",
    "every member": "all of its words",
    "sentence": "sentence",
    "token+sentence": "token + sentence",
}

CAVEAT = (
    "Folds grouped by sentence alone can share tokens and may score higher. The intervals do not "
    "include the variation between random folds, which more repeats average out."
)


def overlap_cells(overlaps: pd.DataFrame, subset: str) -> Cells:
    """Format a subset of the table of :func:`lcp.evaluation.audit.audit`."""
    part = overlaps[overlaps["subset"] == subset]
    sizes = part.drop_duplicates("genre").set_index("genre")["n"]
    columns = ["overlap", *map(str, sizes.index)]
    rows = [["test instances", *(f"{n:,}" for n in sizes)]]
    rows += [
        [OVERLAPS[str(kind)]]
        + [f"{n:,} ({share:.1%})" for n, share in zip(own["shared"], own["share"], strict=True)]
        for kind, own in part.groupby("overlap", sort=False)
    ]
    return columns, rows


def grouping_cells(scores: pd.DataFrame, subset: str) -> Cells:
    """Format a subset of the table of :func:`lcp.evaluation.audit.grouped_scores`."""
    part = scores[scores["subset"] == subset].to_dict("records")
    columns = ["folds by", "groups", "Pearson", f"difference from {part[0]['group_by']}"]
    rows = []
    for i, row in enumerate(part):
        difference = row["difference"], row["difference_low"], row["difference_high"]
        rows.append(
            [
                OVERLAPS[row["group_by"]],
                f"{row['groups']:,}",
                with_interval(row["pearson"], row["low"], row["high"]),
                with_interval(*difference, decimals=3, sign=True) if i else "",
            ]
        )
    return columns, rows


def audit_page(
    overlaps: pd.DataFrame, scores: pd.DataFrame | None, *, names: tuple[str, str], method: str
) -> str:
    """Format the tables of :mod:`lcp.evaluation.audit` as a Markdown page.

    `names` are those of the training and the test instances, `method` is how the scores were
    measured. Without scores, their section is left out.
    """
    train, test = names
    text = [f"# Overlap of {test} with {train}", ""]
    for subset in overlaps["subset"].unique():
        text += [f"## {SUBSETS[subset].capitalize()}", ""]
        text += [markdown_table(*overlap_cells(overlaps, subset)), ""]
    if scores is not None:
        text += [f"# Scores on {train}, by grouping of the folds", ""]
        text += [f"{method} {CAVEAT}", ""]
        for subset in scores["subset"].unique():
            n = scores.loc[scores["subset"] == subset, "n"].iloc[0]
            text += [f"## {SUBSETS[subset].capitalize()}, n = {n:,}", ""]
            text += [markdown_table(*grouping_cells(scores, subset)), ""]
    return "\n".join(text)
