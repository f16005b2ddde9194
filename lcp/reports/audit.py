"""The tables of ``lcp audit``, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.reports.tables import SUBSETS, markdown_table, with_interval

if TYPE_CHECKING:
    import pandas as pd

#: What the kinds of overlap are called.
OVERLAPS = {
    "token": "token",
    "form": "token, any case",
    "lemma": "lemma",
    "stem": "stem",
    "some member": "some word of it",
    "every member": "every word of it",
    "sentence": "sentence",
    "token+sentence": "token + sentence",
}

#: What must be known to read the scores.
CAVEAT = (
    "Folds by sentence alone let a token stand on both sides, and may score higher. Another draw "
    "of the folds moves a score too, which the intervals do not cover; repeats average it out."
)

Cells = tuple[list[str], list[list[str]]]


def overlap_cells(overlaps: pd.DataFrame, subset: str) -> Cells:
    """Columns and rows of a subset of :func:`lcp.evaluation.audit.audit`'s table."""
    part = overlaps[overlaps["subset"] == subset]
    sizes = part.drop_duplicates("corpus").set_index("corpus")["n"]
    columns = ["in train", *map(str, sizes.index)]
    rows = [["of", *(f"{n:,}" for n in sizes)]]
    rows += [
        [OVERLAPS[str(kind)]]
        + [f"{n:,} ({share:.1%})" for n, share in zip(own["shared"], own["share"], strict=True)]
        for kind, own in part.groupby("overlap", sort=False)
    ]
    return columns, rows


def score_cells(scores: pd.DataFrame, subset: str) -> Cells:
    """Columns and rows of a subset of :func:`lcp.evaluation.audit.grouped_scores`' table."""
    part = scores[scores["subset"] == subset].to_dict("records")
    columns = ["folds by", "groups", "Pearson", f"minus by {part[0]['group_by']}"]
    rows = []
    for place, row in enumerate(part):
        limits = row["difference_low"], row["difference_high"]
        rows.append(
            [
                OVERLAPS[row["group_by"]],
                f"{row['groups']:,}",
                with_interval(row["pearson"], row["low"], row["high"]),
                with_interval(row["difference"], *limits, decimals=3, sign=True) if place else "",
            ]
        )
    return columns, rows


def page(
    overlaps: pd.DataFrame, scores: pd.DataFrame | None, *, names: tuple[str, str], how: str
) -> str:
    """Markdown page of an audit.

    Parameters
    ----------
    overlaps, scores : DataFrame
        As the functions of :mod:`lcp.evaluation.audit` make them; no scores, no section.
    names : tuple of str
        Of the training and the test instances.
    how : str
        How the scores were measured.
    """
    train, test = names
    text = [f"# What of {test} stands in {train}", ""]
    for subset in overlaps["subset"].unique():
        text += [f"## {SUBSETS[subset].capitalize()}", ""]
        text += [markdown_table(*overlap_cells(overlaps, subset)), ""]
    if scores is not None:
        text += [f"# Scores on {train} with that grouped away", "", f"{how} {CAVEAT}", ""]
        for subset in scores["subset"].unique():
            n = scores.loc[scores["subset"] == subset, "n"].iloc[0]
            text += [f"## {SUBSETS[subset].capitalize()}, n = {n:,}", ""]
            text += [markdown_table(*score_cells(scores, subset)), ""]
    return "\n".join(text)
