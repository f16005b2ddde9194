"""Answer the questions of SemEval-2021 Task 4 by features alone; write ``recam.md``.

Needs LCP_DATA or ``lcp fetch recam wordnet tagger``. About five minutes::

    python benchmarks/recam.py --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from lightgbm import LGBMRanker
from recam_features import option_features, rule_table
from scoring import add_seed_option
from sklearn.model_selection import GroupKFold

import lcp
from lcp.corpora.readers.recam import OPTIONS
from lcp.reports.tables import markdown_table, number, with_interval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PARTS = ("trial-1", "trial-2", "dev-1", "dev-2")
FOLDS, RESAMPLES = 5, 1_000

HEADER = """\
# Abstract answers (SemEval-2021 Task 4)

Written by `python benchmarks/recam.py --seed {seed}`. A question is a summary with a gap and five
options; a ranker (LightGBM, lambdarank) orders the options by features alone. Accuracy with 95%
bootstrap intervals over questions ({resamples:,} resamples); chance is 0.200. Zheng et al. (2021)
report {published}. The released training files are
not mirrored here, so that models are trained on the trial files (1,000 questions per task) without
the passages of the development files, or on other folds of a development file, grouped by passage.
These scores were not used for any choice. Collocations and classes of words are counted in the
passages of all parts, without their questions.

The trial files are a poor substitute for training files: the right option is about as frequent as
the others there, but rarer than them in the development files.

"""
PUBLISHED = "0.951 and 0.953 for the best systems of tasks 1 and 2, which are transformers"


def fitted(values: Floats, right: Floats, seed: int) -> LGBMRanker:
    """Return a ranker that was trained on options, five consecutive rows per question."""
    ranker = LGBMRanker(
        n_estimators=300,
        learning_rate=0.03,
        num_leaves=8,
        min_child_samples=30,
        subsample=0.8,
        subsample_freq=1,
        colsample_bytree=0.3,
        reg_lambda=5,
        n_jobs=1,
        verbose=-1,
        random_state=seed,
    )
    return ranker.fit(values, right.astype(int), group=np.full(len(right) // OPTIONS, OPTIONS))


def hits(scores: Floats, right: Floats) -> Floats:
    """Return 1 for every question whose right option has the highest score, else 0."""
    best = scores.reshape(-1, OPTIONS).argmax(axis=1)
    return right.reshape(-1, OPTIONS)[np.arange(len(best)), best]


def cross_validated(values: Floats, right: Floats, passages: Floats, seed: int) -> Floats:
    """Return the hits of folds that keep all questions of a passage together."""
    scores = np.zeros(len(right))
    for training, test in GroupKFold(FOLDS).split(values, groups=passages):
        scores[test] = fitted(values[training], right[training], seed).predict(values[test])
    return hits(scores, right)


def cell(values: Floats, seed: int) -> str:
    """Return the accuracy with its interval."""
    drawn = np.random.default_rng(seed).integers(0, len(values), (RESAMPLES, len(values)))
    return with_interval(values.mean(), *np.quantile(values[drawn].mean(axis=1), [0.025, 0.975]), 3)


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    add_seed_option(parser)
    options = parser.parse_args()
    seed = options.random_state
    table = lcp.load_corpus([f"recam:{part}" for part in PARTS])
    features = option_features(table, table["passage"].unique())
    values, right = features.to_numpy(dtype=np.float64), table["complexity"].to_numpy()
    rows_of = {part: np.flatnonzero(table["part"] == part) for part in PARTS}
    passages = table["passage"].to_numpy()
    seen = table["passage"].isin(table.loc[table["part"].str.startswith("dev"), "passage"])
    trial = {n: rows_of[f"trial-{n}"][~seen.to_numpy()[rows_of[f"trial-{n}"]]] for n in (1, 2)}
    sources = {
        "trial, task 1": trial[1],
        "trial, task 2": trial[2],
        "trial, both": np.concatenate([trial[1], trial[2]]),
        "development, the other task": None,
        "development, other folds": None,
        "no training: rarest option": None,
    }
    rows = []
    zipf = features["frequency__zipf"].to_numpy()
    for name, training in sources.items():
        cells = []
        for task in (1, 2):
            test = rows_of[f"dev-{task}"]
            if name.endswith("folds"):
                own = cross_validated(values[test], right[test], passages[test], seed)
            elif name.startswith("no training"):
                own = hits(-np.nan_to_num(zipf[test]), right[test])
            else:
                rows_ = rows_of[f"dev-{3 - task}"] if training is None else training
                model = fitted(values[rows_], right[rows_], seed)
                own = hits(model.predict(values[test]), right[test])
            cells.append(cell(own, seed))
        rows.append([name, *cells])
    page = HEADER.format(seed=seed, resamples=RESAMPLES, published=PUBLISHED)
    page += markdown_table(["trained on", "task 1, development", "task 2, development"], rows)
    page += "\n\n## Without a group of features\n\nDevelopment files, other folds.\n\n"
    page += ablation(features, right, passages, rows_of, seed)
    page += "\n\n## Rules of selection\n\nShare of the removed words that pass each rule of "
    page += "section 3 of the paper, as reproduced here (similarity in the lexicon's vectors).\n\n"
    options.out.write_text(page + rule_table(table, features) + "\n", encoding="utf-8")


def ablation(
    features: pd.DataFrame,
    right: Floats,
    passages: Floats,
    rows_of: dict[str, NDArray[np.intp]],
    seed: int,
) -> str:
    """Return the accuracy without each group of features."""
    groups = features.columns.str.split("__").str[0]
    rows = []
    for group in ["", *dict.fromkeys(groups)]:
        values = features.loc[:, groups != group].to_numpy(dtype=np.float64)
        cells = []
        for task in (1, 2):
            test = rows_of[f"dev-{task}"]
            own = cross_validated(values[test], right[test], passages[test], seed)
            cells.append(number(own.mean(), 3))
        rows.append([f"`{group}`" if group else "none", *cells])
    return markdown_table(["left out", "task 1", "task 2"], rows)


if __name__ == "__main__":
    main()
