"""Rate the bundled sample corpus with a model trained on CompLex.

::

    python benchmarks/sample_ratings.py --features full --model lightgbm --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scoring import add_seed_option

import lcp
from lcp.corpora import read_instances

SAMPLE = Path(__file__).parent.parent / "lcp" / "corpora" / "sample.tsv"


def main() -> None:
    """Rate words and expressions with one model, trained on both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="full")
    parser.add_argument("--model", default="lightgbm")
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=SAMPLE)
    options = parser.parse_args()
    table = read_instances(SAMPLE)
    model = lcp.ComplexityModel(options.features, options.model, random_state=options.random_state)
    ratings = model.fit(lcp.load_corpus("complex")).predict(table)
    columns = ["id", "genre", "sentence", "token"]
    lines = ["\t".join([*columns, "complexity"])]
    lines += [
        "\t".join([*row, f"{rating:.4f}"])
        for row, rating in zip(table[columns].itertuples(index=False), ratings, strict=True)
    ]
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(table)} ratings from {ratings.min():.3f} to {ratings.max():.3f}")


if __name__ == "__main__":
    main()
