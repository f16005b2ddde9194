"""The tables of ``lcp compare``, for the terminal and as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.reports.tables import METRICS, SUBSETS, markdown_table, number, probability, with_interval

if TYPE_CHECKING:
    import pandas as pd

    from lcp.evaluation.comparison import Comparison

#: Characters of a sentence that are quoted on each side of the target.
QUOTED = 120

Cells = tuple[list[str], list[list[str]]]


def score_cells(found: Comparison, subset: str) -> Cells:
    """Columns and rows of a subset: a row per genre and metric."""
    columns = ["corpus", "metric", "A", "B", "A minus B", "p"]
    rows = []
    part = found.scores[found.scores["subset"] == subset]
    for (corpus, n), group in part.groupby(["corpus", "n"], sort=False):
        head = f"{corpus}, {n:,}"
        for row in group.to_dict("records"):
            difference = with_interval(row["difference"], row["low"], row["high"], 3, sign=True)
            systems = [number(row["a"]), number(row["b"])]
            name = METRICS[row["metric"]]
            rows.append([head, name, *systems, difference, probability(row["p"])])
            head = ""
    return columns, rows


def williams_cells(found: Comparison) -> Cells:
    """Columns and rows of Williams' tests."""
    columns = ["on", "corpus", "n", "r of A with B", "t", "df", "p"]
    rows = [
        [
            SUBSETS[row["subset"]],
            row["corpus"],
            f"{row['n']:,}",
            number(row["r_ab"]),
            number(row["t"], 2),
            f"{row['df']:,}",
            probability(row["p"]),
        ]
        for row in found.williams.to_dict("records")
    ]
    return columns, rows


def undefined(found: Comparison) -> str:
    """A sentence on where Williams' test is not defined, or nothing."""
    missing = found.williams[found.williams["t"].isna()]
    if missing.empty:
        return ""
    pairs = zip(missing["subset"], missing["corpus"], strict=True)
    places = ", ".join(f"{SUBSETS[subset]} ({corpus})" for subset, corpus in pairs)
    return (
        f"Williams' test is not defined for {places}: the predictions of A and B correlate "
        "perfectly, one of them or the ratings are constant, or there are fewer than 4 instances."
    )


def breakdown_cells(found: Comparison) -> Cells:
    """Columns and rows of errors and bias by genre and frequency."""
    columns = ["target's", "group", "n", "MAE of A", "of B", "bias of A", "of B"]
    rows = [
        [
            row["by"],
            row["group"],
            f"{row['n']:,}",
            *(number(row[f"mae_{system}"]) for system in "ab"),
            *(number(row[f"bias_{system}"], sign=True) for system in "ab"),
        ]
        for row in found.breakdown.to_dict("records")
    ]
    return columns, rows


def instance_cells(instances: pd.DataFrame) -> Cells:
    """Columns and rows of instances, each with its sentence and the target marked."""
    columns = ["rated", "A", "B", "nearer", "corpus", "sentence"]
    rows = []
    for row in instances.to_dict("records"):
        gap = row["difference"]
        nearer = f"{'B' if gap > 0 else 'A'} by {number(abs(gap), 2)}" if gap else "neither"
        figures = [number(row[name], 2) for name in ("complexity", "a", "b")]
        text = quoted(row["sentence"], row["start"], row["end"])
        rows.append([*figures, nearer, row["corpus"], text])
    return columns, rows


def quoted(sentence: str, start: int, end: int, around: int = QUOTED) -> str:
    """A sentence, cut to what is around its target, and the target marked.

    >>> quoted("He saw the river rise.", 11, 16)
    'He saw the **river** rise.'
    >>> quoted("He saw the river rise.", 11, 16, around=5)
    '… the **river** rise…'
    """
    before, after = sentence[:start], sentence[end:]
    if len(before) > around:
        before = "…" + before[-around:]
    if len(after) > around:
        after = after[:around] + "…"
    return f"{before}**{sentence[start:end]}**{after}"


def page(found: Comparison, *, names: tuple[str, str], corpus: str, shown: int, how: str) -> str:
    """Markdown page of a comparison.

    Parameters
    ----------
    found : Comparison
    names : tuple of str
        Of the systems A and B.
    corpus : str
        Name of the instances.
    shown : int
        How many of the instances with the largest difference are quoted.
    how : str
        What the intervals are, and caveats.
    """
    a, b = names
    text = [f"# {a} (A) and {b} (B) on {corpus}", "", how, ""]
    for subset in found.scores["subset"].unique():
        text += [f"## {SUBSETS[subset].capitalize()}", ""]
        text += [markdown_table(*score_cells(found, subset)), ""]
    text += ["## Williams' test of the Pearson correlations", ""]
    text += [markdown_table(*williams_cells(found)), ""]
    text += [undefined(found), ""] if undefined(found) else []
    text += ["## Errors by genre and frequency", "", markdown_table(*breakdown_cells(found)), ""]
    chosen = found.instances.head(shown)
    if len(chosen):
        text += [f"## The {len(chosen)} instances whose errors differ most", ""]
        text += [markdown_table(*instance_cells(chosen)), ""]
    return "\n".join(text)
