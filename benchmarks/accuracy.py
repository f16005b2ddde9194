"""Cross-validate feature sets and estimators on both tasks, and write ``accuracy.md``.

5 folds grouped by case-sensitive token, repeated, on train + trial; the test set is not used. Needs
LCP_DATA or ``lcp fetch``. Takes half an hour; ``--cache`` keeps the predictions::

    python benchmarks/accuracy.py --repeats 2 --seed 0
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from scoring import add_seed_option, cache_file, out_of_fold, score_cell

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.labels import METRICS
from lcp.evaluation.subsets import score_table, subsets
from lcp.reports.tables import markdown_table, with_interval

PAIRS = [
    ("frequency-baseline", "linear"),
    ("core", "lightgbm"),
    ("full", "ridge"),
    ("full", "lightgbm"),
    ("full", "extra-trees"),
    ("full", "best"),
]
PLAIN, BEST = PAIRS[3], PAIRS[5]
#: Pairs that are scored with each kind of folds; the slow ones only where they are informative.
FOLDS = {"words": PAIRS, "both": [*PAIRS[:4], BEST], "MWEs": [PLAIN, BEST]}
COLUMNS = ["task", "scored on", "held out", "features", "estimator", "columns"]
COLUMNS += [*METRICS.values(), "fit, s", "command"]
HEADER = """\
# Accuracy

Written by `python benchmarks/accuracy.py --repeats {repeats} --seed {seed}`. CompLex 2.0, train
and trial ({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive token,
repeats: {repeats}. Scores of pooled out-of-fold predictions, averaged over repeats, with 95%
bootstrap intervals over tokens (1,000 resamples, seed {seed}).

Models for Task 2 are trained on words and expressions, and scored on the expressions (`mwe`, the
official ranking) and on both (`all`). The column *held out* names the instances that are divided
into folds. *both*: each fold holds out a fifth of the words and of the expressions, as `lcp fit`
does. *MWEs*: each fold holds out a fifth of the expressions and trains on all words, as for
predictions of the test set. The command reproduces the scores with *words* or *both* held out.
`fit, s` is the time to train once on all instances, including features, after the resources are
read.

"""
GAIN = """
## Gain of `best` over plain boosted trees

Paired difference of Pearson's r, `full` with `best` minus `full` with `lightgbm`, first repeat, 95%
bootstrap interval over tokens.

"""


def main() -> None:
    """Score every pair and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=2)
    add_seed_option(parser)
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("accuracy.md"))
    options = parser.parse_args()
    seed, repeats = options.random_state, options.repeats

    both = lcp.load_corpus("complex")
    several = is_multiword(both["token"])
    words = both[~several]
    rows, gains = [], []
    for task, folds, table, held_out, reported in (
        (1, "words", words, None, ["single"]),
        (2, "both", both, None, ["mwe", "all"]),
        (2, "MWEs", both, several, ["mwe"]),
    ):
        rated = table if held_out is None else table[held_out]
        first_repeat = {}
        for pair in FOLDS[folds]:
            predictions = out_of_fold(
                lcp.FeatureSet.load(pair[0]),
                pair[1],
                table,
                repeats=repeats,
                random_state=seed,
                held_out=held_out,
                cache=cache_file(options.cache, task, folds, *pair, seed, repeats),
            ).loc[rated.index]
            first_repeat[pair] = predictions.to_numpy()[:, 0]
            scores = score_table(rated, predictions, random_state=seed)
            start = time.perf_counter()
            fitted = lcp.ComplexityModel(*pair, random_state=seed).fit(table)
            seconds = f"{time.perf_counter() - start:.0f}"
            columns = len(fitted.feature_set_.get_feature_names_out())
            command = f"`lcp fit --task {task} --features {pair[0]} --model {pair[1]}"
            command = "" if folds == "MWEs" else f"{command} --repeats {repeats}`"
            for subset in reported:
                cells = [score_cell(scores, subset, metric) for metric in METRICS]
                rows.append([task, subset, folds, *pair, columns, *cells, seconds, command])
                print(*rows[-1], flush=True)
        for subset in reported:
            mask = subsets(rated)[subset]
            gain = paired_difference(
                rated["complexity"][mask],
                first_repeat[BEST][mask],
                first_repeat[PLAIN][mask],
                groups=rated["token"][mask],
                random_state=seed,
            ).loc["pearson"]
            cell = with_interval(*gain[["value", "low", "high"]], sign=True)
            gains.append([task, subset, folds, cell])
    header = HEADER.format(repeats=repeats, seed=seed, singles=len(words), mwes=int(several.sum()))
    gain_table = markdown_table(["task", "scored on", "held out", "difference in r"], gains)
    tables = [header, markdown_table(COLUMNS, rows), "\n", GAIN, gain_table, "\n"]
    options.out.write_text("".join(tables), encoding="utf-8")


if __name__ == "__main__":
    main()
