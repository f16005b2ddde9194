"""What each piece of the lexicon is worth: cross-validated with and without it.

5 folds grouped by case-sensitive token on train + trial; the test set is not touched. Task 1 on
words; Task 2 trained on words and expressions, scored on the expressions. A difference has a
paired bootstrap interval over tokens. Run with LCP_DATA set, or after ``lcp fetch``::

    python benchmarks/lexicon_pieces.py --features core --task 1
"""

from __future__ import annotations

import argparse
from typing import Any

import lcp
from lcp.evaluation.crossvalidation import cross_validate, subsets
from lcp.evaluation.metrics import paired_difference, scores

#: What the lexicon alone gives: the other parts of `association` need a resource each.
WHOLE: dict[str, dict[str, Any]] = {
    "lexicon": {},
    "association": {"wordnet": False, "concreteness": False},
}
#: Each variant, what it is compared with, and the families and options that make it.
VARIANTS: dict[str, tuple[str, dict[str, dict[str, Any]]]] = {
    "before": ("", {}),
    "with the lexicon": ("before", WHOLE),
    "without vectors": ("with the lexicon", WHOLE | {"lexicon": {"vectors": False}}),
    "without predicted norms": ("with the lexicon", WHOLE | {"lexicon": {"norms": False}}),
    "without counts": ("with the lexicon", WHOLE | {"lexicon": {"counts": False}}),
    "without association": ("with the lexicon", {"lexicon": {}}),
}


def main() -> None:
    """Score every variant and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="core")
    parser.add_argument("--task", type=int, choices=(1, 2), default=1)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table = lcp.load_corpus("complex", task=1) if options.task == 1 else lcp.load_corpus("complex")
    scored = subsets(table)["single" if options.task == 1 else "mwe"].to_numpy()
    rated = table["complexity"].to_numpy(dtype=float)[scored]
    tokens = table["token"].to_numpy()[scored]
    base = lcp.FeatureSet.load(options.features)
    others = {name: kept for name, kept in base.families.items() if name not in WHOLE}
    predictions = {}
    print(
        "| variant | Pearson | MAE | compared with | difference in Pearson |\n|---|---|---|---|---|"
    )
    for variant, (reference, families) in VARIANTS.items():
        if options.task == 1 and variant == "without association":
            continue
        features = lcp.FeatureSet({**others, **families}, combine=base.combine, drop=base.drop)
        estimator = lcp.load_estimator("lightgbm", seed=options.seed)
        found = cross_validate(features, estimator, table, seed=options.seed)
        predictions[variant] = found.to_numpy()[scored, 0]
        row = scores(rated, predictions[variant])
        cells = [variant, f"{row['pearson']:.4f}", f"{row['mae']:.4f}", reference, ""]
        if reference:
            pair = predictions[variant], predictions[reference]
            difference = paired_difference(rated, *pair, groups=tokens, seed=options.seed)
            value, low, high = difference.loc["pearson", ["value", "low", "high"]].to_numpy(float)
            cells[-1] = f"{value:+.4f} ({low:+.4f} to {high:+.4f})"
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
