"""How the benchmarks score a feature set with an estimator, and write what they find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lcp
from lcp.evaluation.crossvalidation import cross_validate

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import pandas as pd


def out_of_fold(
    features: lcp.FeatureSet, estimator: str, table: pd.DataFrame, *, repeats: int, seed: int
) -> pd.DataFrame:
    """Predictions over 5 folds grouped by case-sensitive token, one column per repeat."""
    recipe = lcp.load_estimator(estimator, seed=seed)
    return cross_validate(features, recipe, table, repeats=repeats, seed=seed)


def with_interval(scores: pd.DataFrame, subset: str, metric: str = "pearson") -> str:
    """One figure of `score_table` with its 95 % interval."""
    row = scores[scores["subset"] == subset].set_index("metric").loc[metric]
    return f"{row['value']:.4f} ({row['low']:.3f}–{row['high']:.3f})"


def markdown(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows as a Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)
