"""Cross-validate feature sets with and without each part of the lexicon.

5 folds grouped by case-sensitive token on train + trial; the test set is not used. Task 1: words.
Task 2: trained on words and expressions, scored on the expressions. Differences have paired
bootstrap intervals over tokens. Needs LCP_DATA or ``lcp fetch``::

    python benchmarks/lexicon_pieces.py --features core --task 1
"""

from __future__ import annotations

import argparse
from typing import Any

from scoring import add_seed_option

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.crossvalidation import cross_validate
from lcp.evaluation.metrics import scores
from lcp.reports.tables import with_interval

#: Families of the lexicon, without the options of `association` that need other resources.
WHOLE: dict[str, dict[str, Any]] = {
    "lexicon": {},
    "association": {"wordnet": False, "concreteness": False},
}
#: For each variant: the variant that it is compared with, and its families and options.
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
    add_seed_option(parser)
    options = parser.parse_args()
    seed = options.random_state
    table = lcp.load_corpus("complex", task=options.task)
    reported = is_multiword(table["token"]) == (options.task == 2)  # noqa: PLR2004
    rated = table["complexity"].to_numpy(dtype=float)[reported]
    tokens = table["token"].to_numpy()[reported]
    base = lcp.FeatureSet.load(options.features)
    others = {name: kept for name, kept in base.families.items() if name not in WHOLE}
    predictions = {}
    print("| variant | Pearson | MAE | compared with | difference in Pearson |")
    print("|---|---|---|---|---|")
    for variant, (reference, families) in VARIANTS.items():
        if options.task == 1 and variant == "without association":
            continue
        features = lcp.FeatureSet(
            {**others, **families}, aggregations=base.aggregations, drop=base.drop
        )
        estimator = lcp.load_estimator("lightgbm", random_state=seed)
        out_of_fold = cross_validate(features, estimator, table, random_state=seed)
        predictions[variant] = out_of_fold.to_numpy()[reported, 0]
        figures = scores(rated, predictions[variant])
        cells = [variant, f"{figures['pearson']:.4f}", f"{figures['mae']:.4f}", reference, ""]
        if reference:
            pair = predictions[variant], predictions[reference]
            difference = paired_difference(rated, *pair, groups=tokens, random_state=seed)
            cells[-1] = with_interval(
                *difference.loc["pearson", ["value", "low", "high"]], sign=True
            )
        print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
