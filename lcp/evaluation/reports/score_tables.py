"""Tables of ``lcp evaluate``, ``lcp compare`` and ``lcp overlap``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import METRIC_LABELS, SUBSETS
from lcp.tables.formatting import Table, number, probability, quoted, with_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from lcp.evaluation.comparison import Comparison

LIMITS = ["value", "low", "high"]
#: Labels of the kinds of overlap.
OVERLAPS = {
    "form": "form, in any case",
    "some member": "any of its words",
    "every member": "all of its words",
}


def evaluation_tables(
    parts: Mapping[str, pd.DataFrame],
    instances: pd.DataFrame,
    *,
    n_instances: int = 20,
    n_metrics: int = 3,
) -> list[Table]:
    """Format the scores of each value of a column, and the instances with the largest errors.

    `parts` are results of :func:`lcp.evaluation.scores.score_table` by column; `instances` have the
    columns ``predicted`` and ``error`` (predicted minus rated complexity), and are sorted. The
    first instances and metrics are shown, as many as fit on a terminal; the report has all.
    """
    tables = []
    for column, scores in parts.items():
        metrics = list(dict.fromkeys(scores["metric"]))[:n_metrics]
        rows = [
            [
                str(group),
                f"{part['n'].iloc[0]:,}",
                *(
                    with_interval(value, low, high, 3)
                    for value, low, high in part.set_index("metric").loc[metrics, LIMITS].to_numpy()
                ),
            ]
            for group, part in scores.groupby(column, sort=False)
        ]
        labels = [METRIC_LABELS[metric] for metric in metrics]
        tables.append(Table(f"Scores by {column}", [column, "n", *labels], rows))
    rows = [
        [
            row["token"],
            *(number(row[name], 2) for name in ("complexity", "predicted")),
            quoted(row["sentence"], row["start"], row["end"]) if row["sentence"] else "",
        ]
        for row in instances.head(n_instances).to_dict("records")
    ]
    columns = ["target", "rated", "predicted", "sentence"]
    return [*tables, Table("Largest errors", columns, rows)]


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
    title = "Errors by genre, and by frequency of the target's rarest word"
    columns = ["group", "n", "MAE of A", "MAE of B", "bias of A", "bias of B"]
    tables.append(Table(title, columns, errors))
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
