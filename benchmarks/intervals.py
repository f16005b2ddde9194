"""Measure coverage and width of intervals for feature sets and tasks, and write ``intervals.md``.

Out-of-fold predictions on train + trial (5 folds grouped by case-sensitive token, first repeat);
intervals are calibrated on four fifths of the tokens and measured on the rest. The test set is not
used. Needs LCP_DATA or ``lcp fetch``. ``--cache`` keeps the predictions, which take minutes, and
reads those of ``accuracy.py`` with the same ``--repeats``::

    python benchmarks/intervals.py --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np
import pandas as pd
from scoring import add_seed_option, cache_file, out_of_fold
from sklearn.base import BaseEstimator

import lcp
from lcp.corpora.instances import is_multiword
from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.calibration import held_out_limits
from lcp.evaluation.crossvalidation import cross_validate
from lcp.model.conformal import ConformalInterval
from lcp.reports.tables import markdown_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Mask = NDArray[np.bool_]

LEVELS = (0.8, 0.9, 0.95)
BINS = 10
PAIRS = [("core", "lightgbm"), ("full", "lightgbm"), ("full", "best")]
COLUMNS = ["task", "features", "estimator", "interval", "nominal", "genre", "n"]
COLUMNS += ["coverage", "width", "by tenths"]
HEADER = """\
# Intervals

Written by `python benchmarks/intervals.py --seed {seed}`. CompLex 2.0, train and trial; out-of-fold
predictions (5 folds grouped by case-sensitive token, seed {seed}). Intervals are calibrated on four
fifths of the tokens and measured on the rest. Coverage and mean width (0–1 scale) have 95%
bootstrap intervals over tokens (1,000 resamples, seed {seed}). Models for Task 1 are trained on
words, models for Task 2 on words and expressions; rows of Task 2 are for the expressions.

`ours`: signed errors divided by the mean error at the predicted complexity, by genre and kind
(`lcp/model/conformal.py`). `plain`: one symmetric width for all instances, the quantile of the
absolute errors (split conformal; Papadopoulos et al., 2002). By tenths: lowest and highest coverage
over ten bins of equal size of the predicted complexity.

"""
UNSEEN = """
## Unseen genres

`core`: trained and calibrated on two genres and measured on the third, without naming its genre;
nominal coverage 0.90. Coverage is not guaranteed for unseen genres.

"""
UNSEEN_COLUMNS = ["task", "unseen genre", "n", "coverage", "width"]


class PlainInterval(BaseEstimator):  # type: ignore[misc]
    """Symmetric intervals of one width, without groups or normalisation."""

    def fit(self, table: pd.DataFrame, predictions: Floats) -> Self:
        """Keep the absolute errors in ascending order."""
        self.errors_ = np.sort(np.abs(table["complexity"].to_numpy() - predictions[:, 0]))
        return self

    def predict(self, table: pd.DataFrame, predicted: Floats, *, coverage: float) -> pd.DataFrame:
        """Return predictions minus and plus one error."""
        rank = int(np.ceil(coverage * (len(self.errors_) + 1)))
        limits = np.multiply.outer(predicted, [1, 1]) + self.errors_[rank - 1] * np.array([-1, 1])
        return pd.DataFrame(limits.clip(0, 1), index=table.index, columns=["low", "high"])


def main() -> None:
    """Measure every feature set and task, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_seed_option(parser)
    parser.add_argument("--repeats", type=int, default=1, help="Repeats of cached predictions.")
    parser.add_argument("--cache", type=Path, help="Folder for out-of-fold predictions.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("intervals.md"))
    options = parser.parse_args()
    seed, repeats = options.random_state, options.repeats
    rows, unseen = [], []
    for task, folds in ((1, "words"), (2, "both")):
        table = lcp.load_corpus("complex", task=task)
        reported = is_multiword(table["token"]) == (task == 2)  # noqa: PLR2004
        for pair in PAIRS:
            predicted = out_of_fold(
                lcp.FeatureSet.load(pair[0]),
                pair[1],
                table,
                repeats=repeats,
                random_state=seed,
                cache=cache_file(options.cache, task, folds, *pair, seed, repeats),
            ).to_numpy()[:, :1]
            for name, interval in (("ours", ConformalInterval()), ("plain", PlainInterval())):
                for level in LEVELS:
                    limits = held_out_limits(
                        table, predicted, interval, coverage=level, random_state=seed
                    )
                    measured = _measure(table, predicted, limits, reported, seed)
                    rows += [(task, *pair, name, f"{level:.2f}", *row) for row in measured]
        unseen += [(task, *row) for row in _measure_unseen_genres(table, reported, seed)]
    parts = [HEADER.format(seed=seed), markdown_table(COLUMNS, rows), "\n"]
    parts += [UNSEEN, markdown_table(UNSEEN_COLUMNS, unseen), "\n"]
    options.out.write_text("".join(parts), encoding="utf-8")


def _measure(
    table: pd.DataFrame, predicted: Floats, limits: tuple[Floats, Floats], reported: Mask, seed: int
) -> list[tuple[object, ...]]:
    """Return a row for all genres and for each."""
    rated, (low, high) = table[["complexity"]].to_numpy(), limits
    covered, width = ((low <= rated) & (rated <= high))[:, 0], (high - low)[:, 0]
    rows = []
    for genre in ("all", *sorted(table["genre"].unique())):
        mask = reported & ((table["genre"] == genre).to_numpy() | (genre == "all"))
        tokens = table["token"].to_numpy()[mask]
        cells = [_mean(values[mask], tokens, seed) for values in (covered, width)]
        bins = pd.qcut(predicted[mask, 0], BINS, labels=False, duplicates="drop")
        tenths = pd.Series(covered[mask]).groupby(bins).mean()
        rows.append((genre, f"{mask.sum():,}", *cells, f"{tenths.min():.2f}–{tenths.max():.2f}"))
    return rows


def _mean(values: NDArray[np.generic], tokens: NDArray[np.str_], seed: int) -> str:
    # The mean of non-negative values is their mean absolute error against 0.
    zeros = np.zeros(len(values))
    scores = bootstrap(zeros, values.astype(float), groups=tokens, random_state=seed)
    value, low, high = scores.loc["mae", ["value", "low", "high"]].to_numpy(dtype=float)
    return f"{value:.3f} ({low:.3f}–{high:.3f})"


def _measure_unseen_genres(
    table: pd.DataFrame, reported: Mask, seed: int
) -> list[tuple[object, ...]]:
    rows = []
    for genre in sorted(table["genre"].unique()):
        unseen = (table["genre"] == genre).to_numpy()
        train, test = table[~unseen], table[unseen & reported]
        features = lcp.FeatureSet.load("core")
        estimator = lcp.load_estimator("lightgbm", random_state=seed)
        predictions = cross_validate(features, estimator, train, random_state=seed)
        model = lcp.ComplexityModel(features, estimator, random_state=seed).fit(train)
        limits = model.calibrate(train, predictions).predict_interval(test.assign(genre=""))
        covered = test["complexity"].between(limits["low"], limits["high"]).to_numpy()
        width = (limits["high"] - limits["low"]).to_numpy()
        tokens = test["token"].to_numpy()
        rows.append((genre, f"{len(test):,}", *(_mean(v, tokens, seed) for v in (covered, width))))
    return rows


if __name__ == "__main__":
    main()
