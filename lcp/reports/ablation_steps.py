"""Steps of an ablation in reports: their names, their order, and the verdict."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lcp.evaluation.labels import SUBSETS
from lcp.evaluation.subsets import subsets
from lcp.reports.tables import number, with_interval

if TYPE_CHECKING:
    import pandas as pd

    from lcp.ablation import AblationResult

#: Names of families in reports, where the registered name is short for something.
FAMILIES = {
    "association": "association of words",
    "clusters": "Brown clusters",
    "context": "context in the sentence",
    "frequency": "word frequency",
    "glove": "GloVe vectors",
    "length": "word length and sounds",
    "lexicon": "bundled lexicon",
    "lcp": "lcp (computed by this package)",
    "morphology": "word families and parts",
    "mrc": "MRC database",
    "ngrams": "letter and sound sequences",
    "norms": "psycholinguistic norms",
    "pos": "part of speech",
    "readability": "readability of the sentence",
    "readers": "corpus and readers",
    "training_ratings": "ratings of the words in training",
    "wordlists": "word lists and CEFR levels",
    "wordnet": "WordNet",
}
#: Largest corrected p-value of a difference that counts.
_SIGNIFICANT = 0.05


def step_label(step: str, group: str) -> str:
    """Return the label of a step.

    >>> step_label("without", "pos"), step_label("reference", "all")
    ('without part of speech', 'whole set')
    """
    label = FAMILIES.get(group, group)
    if step in {"reference", "all"}:
        return "whole set" if group == "all" else label
    return f"{'+' if step == 'with' else step} {label}"


def headline_of(result: AblationResult) -> str:
    """Return the subset for plots and selection: expressions if there are any."""
    names = list(subsets(result.table))
    return "mwe" if "mwe" in names else names[0]


def ordered_steps(result: AblationResult) -> list[tuple[str, str]]:
    """Return step and group of every row, in the order of tables and plots.

    The reference comes first. Parts follow by their contribution to Pearson's r on the headline's
    subset, the largest first; the steps of a forward selection keep their order.
    """
    rows = headline_rows(result)
    first = rows["difference"].isna() | (rows["step"] == "all")
    parts = rows[~first]
    if result.settings["mode"] != "add-one":
        rising = result.settings["mode"] == "leave-one-out"
        parts = parts.sort_values("difference", ascending=rising, kind="stable")
    return [
        (str(row["step"]), str(row["group"]))
        for part in (rows[first], parts)
        for row in part.to_dict("records")
    ]


def headline_rows(result: AblationResult) -> pd.DataFrame:
    """Return the rows of the scores with Pearson's r on the headline's subset."""
    rows = result.scores
    return rows[(rows["subset"] == headline_of(result)) & (rows["metric"] == "pearson")]


def verdict(result: AblationResult) -> str:
    """Return the result of an ablation in one sentence."""
    records = headline_rows(result).to_dict("records")
    rows: dict[tuple[str, str], Any] = {(row["step"], row["group"]): row for row in records}
    parts = [rows[step] for step in ordered_steps(result) if not _is_reference(rows[step])]
    on = f"on {SUBSETS[headline_of(result)]}"
    if not parts:
        return f"The set has no part that could be compared {on}."
    labels = [FAMILIES.get(part["group"], part["group"]) for part in parts]
    best, label = parts[0], f"“{labels[0]}”"
    change = with_interval(
        best["difference"], best["difference_low"], best["difference_high"], 3, sign=True
    )
    mode = result.settings["mode"]
    if mode == "add-one":
        names = ", ".join(f"“{name}”" for name in labels[:3])
        return (
            f"Forward selection {on} begins with {names}, and ends at "
            f"r = {number(parts[-1]['value'], 3)} with {len(parts)} "
            f"part{'' if len(parts) == 1 else 's'}."
        )
    sign = -1 if mode == "leave-one-out" else 1
    sure = sum(part["p_holm"] < _SIGNIFICANT and sign * part["difference"] > 0 for part in parts)
    several = f"{sure} of {len(parts)} parts" if sure else f"None of {len(parts)} parts"
    if mode == "leave-one-out":
        return (
            f"{several} measurably lower{'s' if sure == 1 else ''} r {on} when left out; the "
            f"largest change is that without {label}: {change}."
        )
    return (
        f"{several} alone {'is' if sure == 1 else 'are'} measurably better {on} than log "
        f"frequency; the best is {label} with r = {number(best['value'], 3)} (difference {change})."
    )


def _is_reference(row: dict[str, Any]) -> bool:
    return math.isnan(row["difference"]) or row["step"] == "all"
