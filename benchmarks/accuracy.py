"""Cross-validated scores of each feature set on both tasks, as ``accuracy.md``.

Choose by these figures: 5 folds grouped by case-sensitive token, repeated, on train + trial;
the test set is not touched. Run with LCP_DATA set, or after ``lcp fetch``::

    python benchmarks/accuracy.py --repeats 3 --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import lcp
from lcp.evaluation.crossvalidation import cross_validate, score_table

if TYPE_CHECKING:
    import pandas as pd

PAIRS = [
    ("frequency-baseline", "linear"),
    ("core", "lightgbm"),
    ("full", "ridge"),
    ("full", "lightgbm"),
]
COLUMNS = ["task", "scored on", "trained on", "features", "estimator", "columns"]
COLUMNS += ["Pearson", "Spearman", "MAE", "MSE", "R²", "seconds"]
METRICS = ["pearson", "spearman", "mae", "mse", "r2"]
HEADER = """\
# Accuracy

Written by `python benchmarks/accuracy.py --repeats {repeats} --seed {seed}`. CompLex 2.0, train
and trial ({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive
token × {repeats} repeats; pooled out-of-fold scores, averaged over repeats, with 95 % bootstrap
intervals over tokens (1,000 resamples, seed {seed}). Time is for the whole cross-validation,
features included. Task 2 is scored on the expressions (`mwe`, the official ranking) and on words
and expressions together (`all`); `lcp fit --task 2` trains on both.

{headings}
"""


def main() -> None:
    """Score every pair and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("accuracy.md"))
    options = parser.parse_args()

    words = lcp.load_corpus("complex", task=1)
    expressions = lcp.load_corpus("complex", task=2)
    both = lcp.load_corpus("complex")
    rows = []
    for task, trained_on, table, scored_on in (
        (1, "words", words, ["single"]),
        (2, "both", both, ["mwe", "all"]),
        (2, "MWEs only", expressions, ["mwe"]),
    ):
        for features_name, estimator_name in PAIRS:
            begun = time.perf_counter()
            features = lcp.FeatureSet.load(features_name)
            estimator = lcp.load_estimator(estimator_name, seed=options.seed)
            predictions = cross_validate(
                features, estimator, table, repeats=options.repeats, seed=options.seed
            )
            seconds = time.perf_counter() - begun
            scores = score_table(table, predictions, seed=options.seed)
            columns = len(features.fit(table).get_feature_names_out())
            for subset in scored_on:
                part = scores[scores["subset"] == subset]
                head = [task, subset, trained_on, features_name, estimator_name, columns]
                row = [*head, *_cells(part.set_index("metric")), f"{seconds:.0f}"]
                rows.append("| " + " | ".join(map(str, row)) + " |")
                print(rows[-1], flush=True)
    headings = f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"
    header = HEADER.format(
        headings=headings,
        repeats=options.repeats,
        seed=options.seed,
        singles=len(words),
        mwes=len(expressions),
    )
    options.out.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


def _cells(scores: pd.DataFrame) -> list[str]:
    figures = scores.loc[METRICS, ["value", "low", "high"]].to_numpy(dtype=float)
    return [f"{value:.4f} ({low:.3f}–{high:.3f})" for value, low, high in figures]


if __name__ == "__main__":
    main()
