"""Tables of ``lcp compare``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import METRIC_LABELS, SUBSETS
from lcp.tables.formatting import Table, number, probability, quoted, with_interval

if TYPE_CHECKING:
    import pandas as pd

    from lcp.evaluation.comparison import Comparison


def comparison_tables(comparison: Comparison, corpus: str, most: int = 10) -> list[Table]:
    """Format scores by subset, errors by group, and the instances whose errors differ most.

    At most `most` instances are quoted.
    """
    errors = [
        [
            f"{row['by']}: {row['group']}",
            f"{row['n']:,}",
            *(number(row[f"mae_{system}"]) for system in "ab"),
            *(number(row[f"bias_{system}"], sign=True) for system in "ab"),
        ]
        for row in comparison.breakdown.to_dict("records")
    ]
    tables = [
        Table(
            f"{corpus}, {SUBSETS[str(subset)]}",
            ["genre", "metric", "A", "B", "A minus B", "p"],
            _scores(part),
        )
        for subset, part in comparison.scores.groupby("subset", sort=False)
    ]
    tables += [
        Table(
            "Errors by genre, and by frequency of the target's rarest word",
            ["group", "n", "MAE of A", "MAE of B", "bias of A", "bias of B"],
            errors,
        ),
    ]
    title = "Instances whose absolute errors differ most"
    columns = ["rated", "A", "B", "closer", "genre", "sentence"]
    return [*tables, Table(title, columns, _instances(comparison.instances.head(most)))]


def _scores(part: pd.DataFrame) -> list[list[str]]:
    """Return one row per genre and metric."""
    rows, last = [], ""
    for row in part.to_dict("records"):
        difference = with_interval(row["difference"], row["low"], row["high"], 3, sign=True)
        head = f"{row['genre']}, {row['n']:,}"
        systems = [number(row["a"]), number(row["b"])]
        place, last = "" if head == last else head, head
        name = METRIC_LABELS[row["metric"]]
        rows.append([place, name, *systems, difference, probability(row["p"])])
    return rows


def _instances(instances: pd.DataFrame) -> list[list[str]]:
    rows = []
    for row in instances.to_dict("records"):
        gap = row["difference"]
        closer = f"{'B' if gap > 0 else 'A'} by {number(abs(gap), 2)}" if gap else "neither"
        figures = [number(row[name], 2) for name in ("complexity", "a", "b")]
        sentence = quoted(row["sentence"], row["start"], row["end"])
        rows.append([*figures, closer, row["genre"], sentence])
    return rows
