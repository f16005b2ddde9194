"""Names of metrics and subsets in tables and plots."""

from __future__ import annotations


class _Labels(dict[str, str]):
    """Labels by key; other keys, such as a corpus among the subsets, are their labels."""

    def __missing__(self, key: str) -> str:
        return key.replace("_", " ")


METRICS = {"pearson": "Pearson", "spearman": "Spearman", "mae": "MAE", "mse": "MSE", "r2": "R²"}
#: Labels of all metrics: of ratings, and of tasks.
METRIC_LABELS = _Labels({**METRICS, "rmse": "RMSE"})
SUBSETS = _Labels(
    {
        "single": "single words",
        "mwe": "multi-word expressions",
        "all": "words and expressions",
    }
)
