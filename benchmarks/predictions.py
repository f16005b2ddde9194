"""Predictions for CompLex' unlabelled test instances, in the shared task's format.

Trains on train + trial and writes ``predictions/task1.csv`` and ``task2.csv``::

    python benchmarks/predictions.py --features full --model best --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

import lcp
from lcp.evaluation.submission import write_submission


def main() -> None:
    """Train on train + trial, predict the test instances, write both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--features", default="full")
    parser.add_argument("--model", default="best")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for task in (1, 2):
        # As `lcp fit` does: a model of expressions is trained on single words as well.
        train = lcp.load_corpus("complex", task=1 if task == 1 else None)
        test = lcp.load_corpus("complex", task=task, parts=("test",))
        model = lcp.ComplexityModel(options.features, options.model, seed=options.seed).fit(train)
        path = Path(__file__).parent / "predictions" / f"task{task}.csv"
        write_submission(test["id"], model.predict(test), path)
        print(f"{path}: {len(test)} predictions")


if __name__ == "__main__":
    main()
