"""Measure coverage and width of prediction intervals; write ``intervals.md``.

Out-of-fold predictions on train + trial; intervals are calibrated on four fifths of the tokens and
measured on the others. The test set is not used. Needs LCP_DATA or ``lcp resources fetch``. About
20 minutes::

    python benchmarks/intervals.py --seed 0
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scoring import (
    arguments,
    is_expression,
    markdown_table,
    mean_with_limits,
    out_of_fold,
    with_interval,
    write_page,
)

import lcp
from lcp.evaluation.held_out import held_out_limits
from lcp.targets import Targets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVELS = (0.8, 0.9, 0.95)
BINS = 10
PAIRS = [("core", "lightgbm"), ("full", "lightgbm"), ("full", "best")]
PAGE = """\
# Intervals

Written by `python benchmarks/intervals.py --seed {seed}`. CompLex 2.0, train and trial;
out-of-fold predictions (5 folds grouped by token, seed {seed}). Intervals are calibrated on four
fifths of the tokens and measured on the others. Coverage and mean width (0–1 scale) have 95%
bootstrap intervals over tokens (1,000 resamples). Models for Task 1 are trained on words, models
for Task 2 on words and expressions; rows of Task 2 are for the expressions.

`ours`: the model's (signed errors divided by the mean error at the predicted complexity, by genre
and kind). `plain`: one symmetric width for all instances, the quantile of the absolute errors
(split conformal; Papadopoulos et al., 2002). By tenths: lowest and highest coverage over ten bins
of equal size of the predicted complexity.

{table}

## Unseen genres

`core`: trained and calibrated on two genres and measured on the third, without naming its genre;
nominal coverage 0.90. Coverage is not guaranteed for unseen genres.

{unseen}
"""
COLUMNS = ["task", "features", "estimator", "interval", "nominal", "genre", "n"]
COLUMNS += ["coverage", "width", "by tenths"]


def plain_limits(
    table: pd.DataFrame, predicted: Floats, *, probability: float, seed: int
) -> Floats:
    """Return symmetric limits of one width, without groups or normalisation."""
    errors = np.abs(table["complexity"].to_numpy() - predicted[:, 0])
    width = np.empty(len(table))
    folds = lcp.GroupedStratifiedKFold(5, group_by="token", random_state=seed)
    for train, test in folds.split(table):
        ascending = np.sort(errors[train])
        width[test] = ascending[int(np.ceil(probability * (len(train) + 1))) - 1]
    return np.column_stack([predicted[:, 0] - width, predicted[:, 0] + width]).clip(0, 1)


def main() -> None:
    """Measure every feature set and task, and write the tables."""
    options = arguments(__doc__)
    seed, rows, unseen = options.seed, [], []
    for task in (1, 2):
        table = lcp.load_corpus("complex", task=task).reset_index(drop=True)
        reported = is_expression(table) == (task == 2)  # noqa: PLR2004
        for pair in PAIRS:
            predicted = out_of_fold(*pair, table, seed=seed)
            for name, level in product(("ours", "plain"), LEVELS):
                if name == "ours":
                    both = held_out_limits(
                        Targets.rated(table), predicted, probability=level, random_state=seed
                    )
                    limits = np.column_stack([predicted, *both])
                else:
                    both = plain_limits(table, predicted, probability=level, seed=seed)
                    limits = np.column_stack([predicted, both])
                for genre in ("all", *sorted(table["genre"].unique())):
                    mask = reported & ((table["genre"] == genre).to_numpy() | (genre == "all"))
                    cells = measured(table[mask], limits[mask], seed)
                    rows.append([task, *pair, name, f"{level:.2f}", genre, *cells])
            print(task, *pair, flush=True)
        for genre in sorted(table["genre"].unique()):
            other = (table["genre"] == genre).to_numpy()
            test, training = table[other & reported], table[~other]
            predicted = out_of_fold(*PAIRS[0], training, seed=seed)
            model = lcp.ComplexityModel(*PAIRS[0], random_state=seed).fit(training)
            limits = model.calibrate(training, predicted).predict_interval(test.assign(genre=""))
            limits = limits[["complexity", "low", "high"]].to_numpy()
            cells = measured(test, limits, seed)
            unseen.append([task, genre, *cells[:3]])
    page = PAGE.format(
        seed=seed,
        table=markdown_table(COLUMNS, rows),
        unseen=markdown_table(["task", "unseen genre", "n", "coverage", "width"], unseen),
    )
    write_page(options.out, page)


def measured(table: pd.DataFrame, limits: Floats, seed: int) -> list[str]:
    """Return number of instances, coverage, width, and coverage by tenths."""
    value, low, high = limits.T
    covered = table["complexity"].between(pd.Series(low, table.index), pd.Series(high, table.index))
    figures = mean_with_limits(np.column_stack([covered, high - low]), table["token"], seed=seed)
    tenths = covered.groupby(pd.qcut(value, BINS, labels=False, duplicates="drop")).mean()
    cells = [with_interval(*row, 3) for row in figures]
    return [f"{len(table):,}", *cells, f"{tenths.min():.2f}–{tenths.max():.2f}"]


if __name__ == "__main__":
    main()
