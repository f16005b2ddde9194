"""Measured coverage and mean width of intervals for each feature set and task, as ``intervals.md``.

Out-of-fold predictions on train + trial (5 folds grouped by case-sensitive token, the first
repeat); intervals learn from four fifths of the tokens and are tried on the rest. The test set is
not touched. Run with LCP_DATA set, or after ``lcp fetch``; ``--cache`` keeps the predictions,
which take minutes, and reads those of ``accuracy.py`` of the same number of ``--repeats``::

    python benchmarks/intervals.py --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from scoring import kept_in, out_of_fold
from sklearn.base import BaseEstimator

import lcp
from lcp.evaluation.calibration import held_out_limits
from lcp.evaluation.crossvalidation import cross_validate, subsets
from lcp.evaluation.metrics import bootstrap
from lcp.intervals import ConformalInterval
from lcp.reports.tables import markdown_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVELS = (0.8, 0.9, 0.95)
PREDICTED_BANDS = 10
HEADER = """\
# Intervals

Written by `python benchmarks/intervals.py --seed {seed}`. CompLex 2.0, train and trial; out-of-fold
predictions (5 folds grouped by case-sensitive token, seed {seed}); intervals learn
from four fifths of the tokens and are tried on the rest. Coverage and mean width (0-1 scale) have
95 % bootstrap intervals over tokens (1,000 resamples, seed {seed}). Task 1 is trained on words,
task 2 on words and expressions and shown on the expressions.

`ours`: signed errors divided by the mean error at the predicted complexity, by corpus and kind
(`lcp/intervals.py`). `plain`: one symmetric width for all, the quantile of the absolute errors
(split conformal; Papadopoulos et al. 2002). By tenths: the least and the greatest coverage of the
tenths of the instances by predicted complexity.

"""
PAIRS = [("core", "lightgbm"), ("full", "lightgbm"), ("full", "best")]
COLUMNS = [
    "task",
    "features",
    "estimator",
    "interval",
    "nominal",
    "corpus",
    "n",
    "coverage",
    "width",
]
COLUMNS += ["by tenths"]
UNSEEN = """
## A corpus that was never seen

`core`: trained and calibrated on two corpora, tried on the third with the corpus left unnamed;
nominal 0.90, intervals of all corpora. Nothing is promised here; this is what happened.

"""
UNSEEN_COLUMNS = ["task", "unseen corpus", "n", "coverage", "width"]


class PlainInterval(BaseEstimator):  # type: ignore[misc]
    """The same width everywhere: no groups, no normalisation, symmetric."""

    def fit(self, table: pd.DataFrame, predictions: Floats) -> Self:
        """Keep the absolute errors in ascending order."""
        self.errors_ = np.sort(np.abs(table["complexity"].to_numpy() - predictions[:, 0]))
        return self

    def predict(self, table: pd.DataFrame, predicted: Floats, *, coverage: float) -> pd.DataFrame:
        """Predictions plus and minus one error."""
        rank = int(np.ceil(coverage * (len(self.errors_) + 1)))
        around = np.multiply.outer(predicted, [1, 1]) + self.errors_[rank - 1] * np.array([-1, 1])
        return pd.DataFrame(around.clip(0, 1), index=table.index, columns=["low", "high"])


def main() -> None:
    """Measure every set and task and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--repeats", type=int, default=1, help="Of the cache's predictions.")
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("intervals.md"))
    options = parser.parse_args()
    rows, unseen = [], []
    for task in (1, 2):
        table = lcp.load_corpus("complex", task=1 if task == 1 else None)
        scored = subsets(table)["single" if task == 1 else "mwe"].to_numpy()
        folds = "words" if task == 1 else "both"
        for pair in PAIRS:
            predicted = out_of_fold(
                lcp.FeatureSet.load(pair[0]),
                pair[1],
                table,
                repeats=options.repeats,
                seed=options.seed,
                kept=kept_in(options.cache, task, folds, *pair, options.seed, options.repeats),
            ).to_numpy()[:, :1]
            for name, interval in (("ours", ConformalInterval()), ("plain", PlainInterval())):
                for level in LEVELS:
                    limits = held_out_limits(
                        table, predicted, interval=interval, coverage=level, seed=options.seed
                    )
                    found = _measured(table, predicted, limits, scored, options.seed)
                    rows += [(task, *pair, name, f"{level:.2f}", *row) for row in found]
        unseen += [(task, *row) for row in _of_unseen_corpora(table, scored, options.seed)]
    parts = [HEADER.format(seed=options.seed), markdown_table(COLUMNS, rows), "\n"]
    parts += [UNSEEN, markdown_table(UNSEEN_COLUMNS, unseen), "\n"]
    options.out.write_text("".join(parts), encoding="utf-8")


def _measured(
    table: pd.DataFrame,
    predicted: Floats,
    limits: tuple[Floats, Floats],
    scored: NDArray[np.bool_],
    seed: int,
) -> list[tuple[object, ...]]:
    """A row for all corpora and for each."""
    rated, (low, high) = table[["complexity"]].to_numpy(), limits
    held, width = ((low <= rated) & (rated <= high))[:, 0], (high - low)[:, 0]
    rows = []
    for corpus in ("all", *sorted(table["corpus"].unique())):
        chosen = scored & (table["corpus"].isin([corpus]).to_numpy() | (corpus == "all"))
        tokens = table["token"].to_numpy()[chosen]
        cells = [_mean(each[chosen], tokens, seed) for each in (held, width)]
        bands = pd.qcut(predicted[chosen, 0], PREDICTED_BANDS, labels=False, duplicates="drop")
        tenths = pd.Series(held[chosen]).groupby(bands).mean()
        spread = f"{tenths.min():.2f}–{tenths.max():.2f}"
        rows.append((corpus, f"{chosen.sum():,}", *cells, spread))
    return rows


def _mean(values: Floats, tokens: NDArray[np.str_], seed: int) -> str:
    # The mean absolute error against 0 of what is not negative is its mean.
    zeros = np.zeros(len(values))
    mean = bootstrap(zeros, values.astype(float), groups=tokens, seed=seed).loc["mae"]
    value, low, high = mean[["value", "low", "high"]].to_numpy(dtype=float)
    return f"{value:.3f} ({low:.3f}–{high:.3f})"


def _of_unseen_corpora(
    table: pd.DataFrame, scored: NDArray[np.bool_], seed: int
) -> list[tuple[object, ...]]:
    rows = []
    for corpus in sorted(table["corpus"].unique()):
        fresh = (table["corpus"] == corpus).to_numpy()
        known = table[~fresh]
        features = lcp.FeatureSet.load("core")
        estimator = lcp.load_estimator("lightgbm", seed=seed)
        predictions = cross_validate(features, estimator, known, seed=seed)
        model = lcp.ComplexityModel(features, estimator, seed=seed).fit(known)
        tried = table[fresh & scored]
        limits = model.calibrate(known, predictions).predict_interval(tried.assign(corpus=""))
        held = tried["complexity"].between(limits["low"], limits["high"]).to_numpy()
        width = (limits["high"] - limits["low"]).to_numpy()
        tokens = tried["token"].to_numpy()
        cells = [_mean(each, tokens, seed) for each in (held, width)]
        rows.append((corpus, f"{len(tried):,}", *cells))
    return rows


if __name__ == "__main__":
    main()
