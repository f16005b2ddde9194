"""Cross-validated scores of each feature set on both tasks, as ``accuracy.md``.

Choose by these figures: 5 folds grouped by case-sensitive token, repeated, on train + trial;
the test set is not touched. Run with LCP_DATA set, or after ``lcp fetch``::

    python benchmarks/accuracy.py --repeats 3 --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from scoring import markdown, out_of_fold, with_interval

import lcp
from lcp.evaluation.crossvalidation import score_table

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
            predictions = out_of_fold(
                features, estimator_name, table, repeats=options.repeats, seed=options.seed
            )
            seconds = time.perf_counter() - begun
            scores = score_table(table, predictions, seed=options.seed)
            columns = len(features.fit(table).get_feature_names_out())
            for subset in scored_on:
                head = [task, subset, trained_on, features_name, estimator_name, columns]
                figures = [with_interval(scores, subset, metric) for metric in METRICS]
                rows.append([*head, *figures, f"{seconds:.0f}"])
                print(*rows[-1], flush=True)
    header = HEADER.format(
        repeats=options.repeats,
        seed=options.seed,
        singles=len(words),
        mwes=len(expressions),
    )
    options.out.write_text(header + markdown(COLUMNS, rows), encoding="utf-8")


if __name__ == "__main__":
    main()
