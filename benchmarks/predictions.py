"""Predict CompLex's unlabelled test instances, in the shared task's format.

Trains on train + trial and writes ``predictions/task1.csv`` and ``task2.csv``::

    python benchmarks/predictions.py --features full --model best --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

from scoring import add_seed_option

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.submission import write_submission


def main() -> None:
    """Train on train + trial, predict the test instances, and write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="full")
    parser.add_argument("--model", default="best")
    add_seed_option(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "predictions")
    options = parser.parse_args()
    for task in (1, 2):
        train = lcp.load_corpus("complex", task=task)
        test = lcp.load_corpus("complex:test")
        test = test[is_multiword(test["token"]) == (task == 2)]  # noqa: PLR2004
        model = lcp.ComplexityModel(
            options.features, options.model, random_state=options.random_state
        ).fit(train)
        path = options.out / f"task{task}.csv"
        write_submission(test["id"], model.predict(test), path)
        print(f"{path}: {len(test)} predictions")


if __name__ == "__main__":
    main()
