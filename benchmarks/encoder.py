"""Measure what the vectors of an encoder add to ``full``; write ``encoder.md``.

5 folds grouped by case-sensitive token, on train + trial; the test set is not used. Needs LCP_DATA
or ``lcp resources fetch``, and the encoder of the feature set ``full-encoder``, or another one.
About an hour without a graphics card::

    python benchmarks/encoder.py --encoder sentence-transformers/all-MiniLM-L6-v2
"""

from __future__ import annotations

from scoring import (
    arguments,
    difference,
    is_expression,
    markdown_table,
    out_of_fold,
    score,
    write_page,
)

import lcp

#: Estimator of each task. The one of Task 2 has a ninth of the trees, because it has more features.
ESTIMATORS = {1: "lightgbm", 2: "lightgbm-fast"}
PAGE = """\
# Vectors of an encoder

Written by `python benchmarks/encoder.py --encoder {encoder} --seed {seed}`. CompLex 2.0, train
and trial; 5 folds grouped by case-sensitive token. Task 2: trained on words and expressions,
scored on the expressions. Estimators: `lightgbm` (Task 1) and `lightgbm-fast` (Task 2).
Parentheses are 95% bootstrap intervals over tokens (1,000 resamples), of differences paired.

{table}
"""


def main() -> None:
    """Score the feature sets and write the table."""
    options = arguments(__doc__, encoder="sentence-transformers/all-MiniLM-L6-v2")
    seed = options.seed
    family = {"encoder": {"model": options.encoder}}
    full = lcp.FeatureSet.load("full")
    rest = {"aggregations": full.aggregations, "drop": full.drop}
    sets = {
        "full": full,
        "full-encoder": lcp.FeatureSet({**full.families, **family}, **rest),
        "encoder alone": lcp.FeatureSet(family, **rest),
    }
    rows = []
    for task, estimator in ESTIMATORS.items():
        table = lcp.load_corpus("complex", task=task)
        mask = is_expression(table) == (task == 2)  # noqa: PLR2004
        predictions = {}
        for name, features in sets.items():
            predictions[name] = out_of_fold(features, estimator, table, seed=seed)[mask]
            both = predictions[name], predictions["full"]
            gain = "–" if name == "full" else difference(table[mask], *both, seed=seed)
            mae = score(table[mask], both[0], seed=seed, metric="mae")
            rows.append([task, name, score(table[mask], both[0], seed=seed), mae, gain])
            print(*rows[-1], flush=True)
    columns = ["task", "features", "Pearson", "MAE", "difference in r"]
    page = PAGE.format(encoder=options.encoder, seed=seed, table=markdown_table(columns, rows))
    write_page(options.out, page)


if __name__ == "__main__":
    main()
