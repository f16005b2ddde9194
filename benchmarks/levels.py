"""Measure predicted CEFR levels on held-out words, beside cefrpy; write ``levels.md``.

Words of the CEFR-J and Octanove profiles, in five folds grouped by lemma. Needs LCP_DATA or ``lcp
fetch complex maddela_xu cefrj octanove``, and ``pip install cefrpy`` for the comparison::

    python benchmarks/levels.py --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.stats import spearmanr
from scoring import add_seed_option

import lcp
from lcp.corpora.readers.cefr import LEVELS
from lcp.english.word_frequency import zipf
from lcp.evaluation.crossvalidation import cross_validate
from lcp.model.levels import LevelScale
from lcp.reports.tables import markdown_table, with_interval
from lcp.splits.grouping import groups
from lcp.splits.kfold import GroupedStratifiedKFold

HEADER = """\
# CEFR levels

Written by `python benchmarks/levels.py --seed {seed}`. {n:,} entries (word and part of speech) of
the CEFR-J and Octanove vocabulary profiles. Predictions of the feature set `core-readers` and the
estimator `multi-source`, trained without the entries of the same lemma (5 folds); thresholds
between the levels are fitted on the other folds. 95% bootstrap intervals over lemmas (1,000
resamples). cefrpy {version} has a level for {known:,} of the entries; it may have been built from
lists that contain them. Frequency bands: wordfreq's ranks cut to the shares of the levels.

"""


def main() -> None:
    """Cross-validate and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_seed_option(parser)
    options = parser.parse_args()
    seed = options.random_state
    table = lcp.load_corpus(["complex", "word-complexity-lexicon", "cefr"])
    features = lcp.FeatureSet.load("core-readers")
    estimator = lcp.load_estimator("multi-source", random_state=seed)
    predicted = cross_validate(features, estimator, table, group_by="lemma", random_state=seed)
    rows = (table["source"] == "cefr").to_numpy()
    words = table[rows].reset_index(drop=True)
    complexity = predicted["repeat_1"].to_numpy()[rows]
    levels = words["level"].map(LEVELS.index).to_numpy()
    lemmas = groups(words, "lemma")
    ours = np.empty(len(words), dtype=int)
    splitter = GroupedStratifiedKFold(5, group_by="lemma", random_state=seed)
    for train, test in splitter.split(words):
        scale = LevelScale().fit(complexity[train], levels[train])
        ours[test] = scale.probabilities(complexity[test]).argmax(axis=1)
    rarity = -np.array([np.nan_to_num(zipf(word)) for word in words["token"]])
    quantiles = np.quantile(rarity, np.cumsum(np.bincount(levels, minlength=6))[:-1] / len(levels))
    systems = {"lcp": ours, "frequency bands": np.searchsorted(quantiles, rarity)}
    theirs, version = _cefrpy(words)
    known = ~np.isnan(theirs)
    lines = [
        [name, "all", f"{len(words):,}", *_scores(levels, values, lemmas, seed)]
        for name, values in systems.items()
    ]
    systems["cefrpy"] = theirs
    lines += [
        [
            *(name, "with a level in cefrpy", f"{known.sum():,}"),
            *_scores(levels[known], values[known], lemmas[known], seed),
        ]
        for name, values in systems.items()
        if known.any()
    ]
    columns = ["system", "entries", "n", "accuracy", "accuracy ±1 level", "Spearman"]
    header = HEADER.format(seed=seed, n=len(words), version=version, known=known.sum())
    page = header + markdown_table(columns, lines) + "\n"
    (Path(__file__).parent / "levels.md").write_text(page, encoding="utf-8")
    print(page)


def _cefrpy(words: pd.DataFrame) -> tuple[np.ndarray, str]:
    """Return cefrpy's level of each entry, NaN if unknown, and its version."""
    try:
        from importlib.metadata import version

        from cefrpy import CEFRAnalyzer
    except ImportError:
        return np.full(len(words), np.nan), "(not installed)"
    analyser = CEFRAnalyzer()
    values = [analyser.get_average_word_level_float(word.lower()) for word in words["token"]]
    numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
    return np.clip(np.rint(numbers), 1, 6) - 1, version("cefrpy")


def _scores(levels: np.ndarray, predicted: np.ndarray, lemmas: pd.Series, seed: int) -> list[str]:
    """Return accuracy, accuracy within one level and Spearman's ρ, with intervals over lemmas."""
    codes, _ = pd.factorize(lemmas)
    members = pd.Series(np.arange(len(codes))).groupby(codes).indices
    lists = [members[code] for code in range(codes.max() + 1)]
    generator = np.random.default_rng(seed)

    def figures(rows: np.ndarray) -> tuple[float, float, float]:
        off = np.abs(levels[rows] - predicted[rows])
        return (off == 0).mean(), (off <= 1).mean(), spearmanr(levels[rows], predicted[rows])[0]

    resampled = [
        figures(np.concatenate([lists[i] for i in generator.integers(0, len(lists), len(lists))]))
        for _ in range(1000)
    ]
    low, high = np.quantile(resampled, [0.025, 0.975], axis=0)
    value = figures(np.arange(len(levels)))
    return [with_interval(*triple, 3) for triple in zip(value, low, high, strict=True)]


if __name__ == "__main__":
    main()
