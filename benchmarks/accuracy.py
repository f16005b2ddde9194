"""Cross-validated scores of feature sets and estimators on both tasks, as ``accuracy.md``.

Choose by these figures: 5 folds grouped by case-sensitive token, repeated, on train + trial;
the test set is not touched. Run with LCP_DATA set, or after ``lcp fetch``; ``--cache`` keeps
the predictions, which take half an hour::

    python benchmarks/accuracy.py --repeats 2 --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
from scoring import kept_in, out_of_fold, with_interval

import lcp
from lcp.evaluation.crossvalidation import score_table, subsets
from lcp.evaluation.metrics import paired_difference
from lcp.reports.tables import markdown_table

PAIRS = [
    ("frequency-baseline", "linear"),
    ("core", "lightgbm"),
    ("full", "ridge"),
    ("full", "lightgbm"),
    ("full", "extra-trees"),
    ("full", "best"),
]
PLAIN, BEST = PAIRS[3], PAIRS[5]
# What takes longest is scored where it tells something.
FOLDS = {"words": PAIRS, "both": [*PAIRS[:4], BEST], "MWEs": [PLAIN, BEST]}
COLUMNS = ["task", "scored on", "folds of", "features", "estimator", "columns"]
COLUMNS += ["Pearson", "Spearman", "MAE", "MSE", "R²", "fit, s", "command"]
METRICS = ["pearson", "spearman", "mae", "mse", "r2"]
HEADER = """\
# Accuracy

Written by `python benchmarks/accuracy.py --repeats {repeats} --seed {seed}`. CompLex 2.0, train
and trial ({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive
token × {repeats} repeats; pooled out-of-fold scores, averaged over repeats, with 95 % bootstrap
intervals over tokens (1,000 resamples, seed {seed}).

Task 2 is trained on words and expressions, and scored on the expressions (`mwe`, the official
ranking) and on both (`all`). *Folds of both*: each fold holds out a fifth of the words and of the
expressions, as the command does. *Folds of MWEs*: each holds out a fifth of the expressions and
trains on all words, as one does who predicts the test set. The command gives the scores of the
folds of words or of both; `fit, s` is one training on all instances, features included, with the
resources read before.

"""
GAIN = """
## What `best` buys beyond plain boosted trees

Paired difference of Pearson's r, `full` with `best` less `full` with `lightgbm`, first repeat, 95 %
bootstrap over tokens.

"""


def main() -> None:
    """Score every pair and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("accuracy.md"))
    options = parser.parse_args()

    words, both = lcp.load_corpus("complex", task=1), lcp.load_corpus("complex")
    several = subsets(both)["mwe"].to_numpy()
    rows, gains = [], []
    for task, folds, table, held_out, scored_on in (
        (1, "words", words, None, ["single"]),
        (2, "both", both, None, ["mwe", "all"]),
        (2, "MWEs", both, several, ["mwe"]),
    ):
        rated = table if held_out is None else table[held_out]
        found = {}
        for pair in FOLDS[folds]:
            features = lcp.FeatureSet.load(pair[0])
            predictions = out_of_fold(
                features,
                pair[1],
                table,
                repeats=options.repeats,
                seed=options.seed,
                held_out=held_out,
                kept=kept_in(options.cache, task, folds, *pair, options.seed, options.repeats),
            ).loc[rated.index]
            found[pair] = predictions.to_numpy()[:, 0]
            scores = score_table(rated, predictions, seed=options.seed)
            begun = time.perf_counter()
            fitted = lcp.ComplexityModel(*pair, seed=options.seed).fit(table)
            seconds = time.perf_counter() - begun
            columns = len(fitted.feature_set_.get_feature_names_out())
            command = f"`lcp fit --task {task} --features {pair[0]} --model {pair[1]}"
            command += f" --repeats {options.repeats}`"
            for subset in scored_on:
                figures = [with_interval(scores, subset, metric) for metric in METRICS]
                rows.append([task, subset, folds, *pair, columns, *figures, f"{seconds:.0f}"])
                rows[-1].append(command if folds != "MWEs" else "")
                print(*rows[-1], flush=True)
        for subset, chosen in subsets(rated).items():
            if subset in scored_on:
                gain = paired_difference(
                    rated["complexity"][chosen],
                    found[BEST][chosen],
                    found[PLAIN][chosen],
                    groups=rated["token"][chosen],
                    seed=options.seed,
                ).loc["pearson"]
                value, low, high = np.asarray(gain[["value", "low", "high"]], dtype=float)
                gains.append([task, subset, folds, f"{value:+.4f}", f"{low:+.4f} to {high:+.4f}"])
    header = HEADER.format(
        repeats=options.repeats, seed=options.seed, singles=len(words), mwes=int(several.sum())
    )
    gained = markdown_table(["task", "scored on", "folds of", "difference", "95 %"], gains)
    tables = [header, markdown_table(COLUMNS, rows), "\n", GAIN, gained, "\n"]
    options.out.write_text("".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
