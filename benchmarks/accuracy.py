"""Cross-validated scores of each feature set on both tasks, as ``accuracy.md``.

Choose by these figures: 5 folds grouped by case-sensitive token, repeated, on train + trial;
the test set is not touched. Run with LCP_DATA set, or after ``lcp fetch``::

    python benchmarks/accuracy.py --repeats 3 --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import lcp
from lcp.evaluation.crossvalidation import cross_validate, score_table

PAIRS = [
    ("frequency-baseline", "linear"),
    ("core", "lightgbm"),
    ("full", "ridge"),
    ("full", "lightgbm"),
]
METRICS = ["pearson", "spearman", "mae", "mse", "r2"]
HEADER = """\
# Accuracy

Written by `python benchmarks/accuracy.py --repeats {repeats} --seed {seed}`. CompLex 2.0, train
and trial ({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive
token × {repeats} repeats; pooled out-of-fold scores, averaged over repeats, with 95 % bootstrap
intervals over instances (1,000 resamples, seed {seed}). Time is for the whole cross-validation,
features included.

| task | features | estimator | columns | Pearson | Spearman | MAE | MSE | R² | seconds |
|---|---|---|---|---|---|---|---|---|---|
"""


def main() -> None:
    """Score every pair and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("accuracy.md"))
    options = parser.parse_args()

    tables = {task: lcp.load_corpus("complex", task=task) for task in (1, 2)}
    rows = []
    for task, table in tables.items():
        for features_name, estimator_name in PAIRS:
            begun = time.perf_counter()
            features = lcp.FeatureSet.load(features_name)
            estimator = lcp.load_estimator(estimator_name, seed=options.seed)
            predictions = cross_validate(
                features, estimator, table, repeats=options.repeats, seed=options.seed
            )
            seconds = time.perf_counter() - begun
            scores = score_table(table, predictions, seed=options.seed).set_index("metric")
            columns = len(features.fit(table).get_feature_names_out())
            cells = [
                f"{scores.loc[m, 'value']:.4f} ({scores.loc[m, 'low']:.3f}, "
                f"{scores.loc[m, 'high']:.3f})"
                for m in METRICS
            ]
            row = [task, features_name, estimator_name, columns, *cells, f"{seconds:.0f}"]
            rows.append("| " + " | ".join(map(str, row)) + " |")
            print(rows[-1], flush=True)
    header = HEADER.format(
        repeats=options.repeats, seed=options.seed, singles=len(tables[1]), mwes=len(tables[2])
    )
    options.out.write_text(header + "\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
