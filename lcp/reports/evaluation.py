"""Tables of ``lcp evaluate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.evaluation.labels import METRIC_LABELS
from lcp.tables.formatting import Table, number, quoted, with_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

LIMITS = ["value", "low", "high"]


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
