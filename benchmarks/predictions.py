"""Predict CompLex's unlabelled test instances in the shared task's format, and rate the sample.

Trains on train + trial and writes ``predictions/task1.csv`` and ``task2.csv``. With ``--sample``,
it writes the ratings of the bundled sample corpus instead, with ``--model lightgbm``::

    python benchmarks/predictions.py --features full --model best --seed 0
"""

from __future__ import annotations

from pathlib import Path

from scoring import arguments, is_expression

import lcp

SAMPLE = Path(lcp.__file__).parent / "corpora" / "sample.tsv"


def main() -> None:
    """Train and predict."""
    options = arguments(__doc__, features="full", model="best", sample=False)
    model = lcp.ComplexityModel(options.features, options.model, random_state=options.seed)
    if options.sample:
        table = lcp.load_corpus("sample")
        rated = table.assign(complexity=model.fit(lcp.load_corpus("complex")).predict(table))
        columns = ["id", "genre", "sentence", "token", "complexity"]
        rated[columns].to_csv(SAMPLE, sep="\t", index=False, float_format="%.4f", quoting=3)
        return
    test = lcp.load_corpus("complex:test")
    for task in (1, 2):
        rows = test[is_expression(test) == (task == 2)]  # noqa: PLR2004
        predicted = model.fit(lcp.load_corpus("complex", task=task)).predict(rows)
        lines = (f"{key},{value:.6f}" for key, value in zip(rows["id"], predicted, strict=True))
        path = options.out.parent / "predictions" / f"task{task}.csv"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
        print(f"{path.name}: {len(rows)} predictions")


if __name__ == "__main__":
    main()
