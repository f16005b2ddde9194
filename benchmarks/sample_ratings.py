"""Give the bundled sample corpus its silver ratings: predictions of models trained on CompLex.

::

    python benchmarks/sample_ratings.py --features full --model lightgbm --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

import pandas as pd

import lcp
from lcp.corpora import read_instances
from lcp.text import expression_words

FOLDER = Path(__file__).parent.parent / "lcp" / "corpora" / "sample"


def main() -> None:
    """Rate single words with the Task 1 model and expressions with the Task 2 model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="full")
    parser.add_argument("--model", default="lightgbm")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table = read_instances(FOLDER / "sample.tsv")
    several = table["token"].map(expression_words).map(len) > 1
    ratings = pd.Series(index=table.index, dtype=float)
    for task, chosen in ((1, ~several), (2, several)):
        model = lcp.ComplexityModel(options.features, options.model, seed=options.seed)
        model.fit(lcp.load_corpus("complex", task=task))
        ratings[chosen] = model.predict(table[chosen])
    columns = ["id", "corpus", "sentence", "token"]
    lines = ["\t".join([*columns, "complexity"])]
    lines += [
        "\t".join([*row, f"{rating:.4f}"])
        for row, rating in zip(table[columns].itertuples(index=False), ratings, strict=True)
    ]
    (FOLDER / "sample.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(table)} ratings from {ratings.min():.3f} to {ratings.max():.3f}")


if __name__ == "__main__":
    main()
