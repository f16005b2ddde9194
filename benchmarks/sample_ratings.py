"""Give the bundled sample corpus its silver ratings: predictions of a model trained on CompLex.

::

    python benchmarks/sample_ratings.py --features full --model lightgbm --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

import lcp
from lcp.corpora import read_instances

FOLDER = Path(__file__).parent.parent / "lcp" / "corpora" / "sample"


def main() -> None:
    """Rate words and expressions with one model, trained on both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="full")
    parser.add_argument("--model", default="lightgbm")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    table = read_instances(FOLDER / "sample.tsv")
    model = lcp.ComplexityModel(options.features, options.model, seed=options.seed)
    ratings = model.fit(lcp.load_corpus("complex")).predict(table)
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
