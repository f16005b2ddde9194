"""Cross-validate feature sets and estimators on both tasks; write ``accuracy.md``.

5 folds grouped by case-sensitive token, repeated, on train + trial; the test set is not used. Needs
LCP_DATA or ``lcp resources fetch``. Half an hour::

    python benchmarks/accuracy.py --repeats 2 --seed 0
"""

from __future__ import annotations

import time

from scoring import (
    arguments,
    cell,
    difference,
    is_expression,
    markdown_table,
    out_of_fold,
    scores,
    write_page,
)

import lcp
from lcp.evaluation.labels import METRICS

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
COLUMNS = ["task", "scored on", "held out", "features", "estimator", *METRICS.values(), "fit, s"]
PAGE = """\
# Accuracy

Written by `python benchmarks/accuracy.py --repeats {repeats} --seed {seed}`. CompLex 2.0, train and
trial ({singles:,} single words, {mwes:,} expressions); 5 folds grouped by case-sensitive token,
repeats: {repeats}. Scores of pooled out-of-fold predictions, averaged over repeats, with 95%
bootstrap intervals over tokens (1,000 resamples, seed {seed}).

Models for Task 2 are trained on words and expressions, and scored on the expressions (`mwe`, the
official ranking) and on both (`all`). *Held out* names the instances that are divided into folds.
*both*: each fold holds out a fifth of the words and of the expressions, as `lcp fit` does. *MWEs*:
each fold holds out a fifth of the expressions and trains on all words, as for predictions of the
test set. `fit, s` is the time to train once on all instances, including features, after the
resources are read.

{table}

## Gain of `best` over plain boosted trees

Difference in Pearson's r between `best` and `lightgbm`, both with `full`: first repeat, paired 95%
bootstrap interval over tokens.

{gains}
"""


def main() -> None:
    """Score every pair and write the tables."""
    options = arguments(__doc__, repeats=2)
    seed = options.seed
    both = lcp.load_corpus("complex")
    several = is_expression(both)
    rows, gains = [], []
    for task, folds, table, held_out in (
        (1, "words", both[~several], None),
        (2, "both", both, None),
        (2, "MWEs", both, several),
    ):
        expressions = is_expression(table)
        masks = {"single": ~expressions} if task == 1 else {"mwe": expressions}
        if folds == "both":
            masks["all"] = expressions | ~expressions
        predictions = {}
        for pair in FOLDS[folds]:
            predicted = predictions[pair] = out_of_fold(
                *pair, table, seed=seed, repeats=options.repeats, held_out=held_out
            )
            start = time.perf_counter()
            lcp.ComplexityModel(*pair, random_state=seed).fit(table)
            seconds = f"{time.perf_counter() - start:.0f}"
            for subset, mask in masks.items():
                figures = scores(table[mask], predicted[mask], seed=seed)
                cells = [cell(figures.loc[metric]) for metric in METRICS]
                rows.append([task, subset, folds, *pair, *cells, seconds])
                print(*rows[-1], flush=True)
        for subset, mask in masks.items():
            best, plain = (predictions[pair][mask] for pair in (BEST, PLAIN))
            gains.append([task, subset, folds, difference(table[mask], best, plain, seed=seed)])
    page = PAGE.format(
        repeats=options.repeats,
        seed=seed,
        singles=int((~several).sum()),
        mwes=int(several.sum()),
        table=markdown_table(COLUMNS, rows),
        gains=markdown_table(["task", "scored on", "held out", "difference in r"], gains),
    )
    write_page(options.out, page)


if __name__ == "__main__":
    main()
