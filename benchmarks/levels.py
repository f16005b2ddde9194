"""Measure predicted CEFR levels on held-out words, and thresholds in running text.

Words of the CEFR-J and Octanove profiles, in five folds grouped by lemma, and the sentences of
CompLex and CWI 2018. Needs LCP_DATA or ``lcp resources fetch complex cwi2018 maddela_xu cefrj
octanove``, and ``pip install cefrpy`` for the comparison. Writes ``levels.md``, in about 15
minutes::

    python benchmarks/levels.py --seed 0
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np
import pandas as pd
from scipy.stats import spearmanr
from scoring import (
    arguments,
    markdown_table,
    mean_with_limits,
    resample_weights,
    with_interval,
    write_page,
)
from wordfreq import zipf_frequency

import lcp
from lcp.evaluation.splits import groups
from lcp.model.levels import LevelScale
from lcp.model.scale import THRESHOLDS

LEVELS = ("A1", "A2", "B1", "B2", "C1", "C2")
SOURCES = ["complex", "word-complexity-lexicon", "cefr"]
#: Kinds of tokens that count as words of a text.
WORDS = ("word", "name", "abbreviation", "identifier", "function word", "contraction part")
PAGE = """\
# CEFR levels and thresholds

Written by `python benchmarks/levels.py --seed {seed}`.

## Levels of held-out words

{n:,} entries (word and part of speech) of the CEFR-J and Octanove vocabulary profiles. Predictions
of the feature set `core-readers` and the estimator `multi-source`, trained without the entries of
the same lemma (5 folds); thresholds between the levels are fitted on the other folds. 95%
bootstrap intervals over lemmas (1,000 resamples). cefrpy {version} has a level for {listed:,} of
the entries; it may have been built from lists that contain them. Frequency bands: wordfreq's ranks
cut to the shares of the levels.

{levels}

## Thresholds in running text

A threshold of the bundled model is the complexity that a share of the words of running text do not
reach: {shares}. Frequencies are wordfreq's, so no text here was used to set a threshold. A text
consists of the distinct sentences of one genre. Percentages are of all its words, with function
words and names; numbers and symbols do not count. In parentheses: of the words that are rated.

{texts}
"""


def main() -> None:
    """Cross-validate, rate the texts and write the tables."""
    options = arguments(__doc__)
    seed = options.seed
    words, ours = held_out_levels(seed)
    lemmas = groups(words, "lemma")
    levels = words["level"].map(LEVELS.index).to_numpy()
    rarity = -words["token"].map(lambda word: zipf_frequency(word, "en")).to_numpy()
    quantiles = np.quantile(rarity, np.cumsum(np.bincount(levels, minlength=6))[:-1] / len(levels))
    systems = {"lcp": ours, "frequency bands": np.searchsorted(quantiles, rarity)}
    theirs, installed = cefrpy_levels(words["token"])
    listed = ~np.isnan(theirs)
    rows = [
        [name, entries, f"{mask.sum():,}", *cells(levels[mask], own[mask], lemmas[mask], seed)]
        for entries, mask in {"all": listed | True, "with a level in cefrpy": listed}.items()
        for name, own in {**systems, **({"cefrpy": theirs} if entries != "all" else {})}.items()
        if mask.any()
    ]
    page = PAGE.format(
        seed=seed,
        n=len(words),
        version=installed,
        listed=listed.sum(),
        levels=markdown_table(
            ["system", "entries", "n", "accuracy", "accuracy ±1 level", "Spearman"], rows
        ),
        shares=", ".join(f"{name} {share:.0%}" for name, share in THRESHOLDS.items()),
        texts=marked_shares(),
    )
    write_page(options.out, page)


def held_out_levels(seed: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Return the listed words, and their levels predicted without the entries of their lemma."""
    table = lcp.load_corpus(SOURCES)
    predicted = lcp.cross_validate(
        lcp.FeatureSet.load("core-readers"),
        lcp.load_estimator("multi-source", random_state=seed),
        table,
        group_by="lemma",
        random_state=seed,
    )
    rows = (table["source"] == "cefr").to_numpy()
    words = table[rows].reset_index(drop=True)
    complexity = predicted.to_numpy()[rows, 0]
    levels = words["level"].map(LEVELS.index).to_numpy()
    ours = np.empty(len(words), dtype=int)
    splitter = lcp.GroupedStratifiedKFold(5, group_by="lemma", random_state=seed)
    for train, test in splitter.split(words):
        ours[test], _ = LevelScale.fit(complexity[train], levels[train]).levels(complexity[test])
    return words, ours


def cefrpy_levels(words: pd.Series) -> tuple[np.ndarray, str]:
    """Return cefrpy's level of each word, NaN if unknown, and its version."""
    try:
        from cefrpy import CEFRAnalyzer
    except ImportError:
        return np.full(len(words), np.nan), "(not installed)"
    analyser = CEFRAnalyzer()
    values = [analyser.get_average_word_level_float(word.lower()) for word in words]
    numbers = np.array([np.nan if value is None else value for value in values], dtype=float)
    return np.clip(np.rint(numbers), 1, 6) - 1, version("cefrpy")


def cells(levels: np.ndarray, predicted: np.ndarray, lemmas: pd.Series, seed: int) -> list[str]:
    """Return accuracy, accuracy within one level and Spearman's ρ, with intervals over lemmas."""
    off = np.abs(levels - predicted)
    accuracies = mean_with_limits(np.column_stack([off == 0, off <= 1]), lemmas, seed=seed)
    codes = pd.factorize(lemmas)[0]
    resampled = []
    for weights in resample_weights(codes.max() + 1, seed):
        rows = np.repeat(np.arange(len(codes)), weights[codes])
        resampled.append(spearmanr(levels[rows], predicted[rows]).statistic)
    rho = spearmanr(levels, predicted).statistic, *np.quantile(resampled, [0.025, 0.975])
    return [with_interval(*row, 3) for row in [*accuracies, rho]]


def marked_shares() -> str:
    """Return which shares of the words of each genre reach the thresholds."""
    thresholds = lcp.load_model().running_text_
    rows = []
    for corpus in ("complex", "cwi2018"):
        for genre, part in lcp.load_corpus(corpus).groupby("genre", sort=False):
            annotation = lcp.annotate("\n\n".join(part["sentence"].unique()))
            values = np.array([word.complexity for word in annotation])
            words = sum(annotation.counts[kind] for kind in WORDS)
            row = [f"{corpus}, {genre}", f"{words:,}", f"{len(values):,}"]
            for name in THRESHOLDS:
                marked = int((values >= thresholds.threshold(name)).sum())
                row.append(f"{marked / words:.1%} ({marked / len(values):.1%})")
            rows.append(row)
    columns = [f"{name}, {thresholds.threshold(name)}" for name in THRESHOLDS]
    return markdown_table(["text", "words", "rated", *columns], rows)


if __name__ == "__main__":
    main()
