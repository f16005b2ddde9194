"""Decide whether the family ``abstractness`` belongs to the feature set ``full``.

Needs LCP_DATA or ``lcp fetch``. About eight minutes of CPU time; prints the differences, which
``docs/abstractness.md`` reports::

    python benchmarks/abstractness_in_full.py --seed 0
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scoring import add_seed_option

import lcp
from lcp.corpora.instances import is_multiword
from lcp.estimators import load_estimator
from lcp.evaluation.bootstrap import paired_difference
from lcp.evaluation.crossvalidation import SharedFeatures, fold_fits
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.evaluation.fits import Fit

    Floats = NDArray[np.float64]

FAMILY, ESTIMATOR = "abstractness", "lightgbm-fast"
FOLDS, REPEATS = 5, 3


def main() -> None:
    """Compare the set with and without the family on the targets of both tasks."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=None)
    add_seed_option(parser)
    options = parser.parse_args()
    table = lcp.load_corpus("complex", task=2)
    multiword = is_multiword(table["token"])
    full = lcp.FeatureSet.load("full")
    wider = lcp.FeatureSet({**full.families, FAMILY: {}}, aggregations=full.aggregations)
    shared = SharedFeatures(wider, table, progress=print)
    for task, tested in ((1, ~multiword), (2, multiword)):
        totals = np.zeros((2, len(table)))
        for fit in folds(shared, tested, options.random_state):
            estimator = load_estimator(
                ESTIMATOR, random_state=options.random_state, n_jobs=options.jobs
            )
            for number, part in enumerate((without(fit), fit)):
                totals[number, fit.rows] += part.predictions(estimator) / REPEATS
        report(task, table[tested], *totals[:, tested], options.random_state)


def folds(shared: SharedFeatures, tested: NDArray[np.bool_], seed: int) -> Iterator[Fit]:
    """Yield the fits; the expressions are predicted by models of words and expressions."""
    yield from fold_fits(shared, FOLDS, REPEATS, held_out=tested, random_state=seed)


def without(fit: Fit) -> Fit:
    """Return the fit without the family's columns."""
    kept = [name for name in fit.train if not name.startswith(f"{FAMILY}__")]
    return replace(fit, train=fit.train[kept], test=fit.test[kept])


def report(task: int, table: pd.DataFrame, narrow: Floats, wide: Floats, seed: int) -> None:
    """Print the difference of Pearson's r of predictions averaged over repeats."""
    row = paired_difference(
        table["complexity"], wide, narrow, groups=groups(table, "token"), random_state=seed
    ).loc["pearson"]
    before, after = (np.corrcoef(table["complexity"], each)[0, 1] for each in (narrow, wide))
    print(
        f"Task {task}, n = {len(table):,}: {before:.4f} without, {after:.4f} with, "
        f"difference {row['value']:+.4f} ({row['low']:+.4f} to {row['high']:+.4f})",
        flush=True,
    )


if __name__ == "__main__":
    main()
