"""Measure CEFR levels of words, sentences and texts, and thresholds in running text.

Words of the CEFR-J and Octanove profiles, in five folds grouped by lemma, the sentences of CEFR-SP,
articles in three versions, and the sentences of CompLex and CWI 2018. Needs LCP_DATA or ``lcp
resources fetch complex cwi2018 maddela_xu cefrj octanove cefr_sp``, and ``pip install cefrpy`` for
the comparison. Writes ``levels.md`` and ``docs/images/levels.png``, in about 15 minutes::

    python benchmarks/levels.py --seed 0 --articles onestop.jsonl.gz

The articles are lines of JSON with ``title``, ``version`` (ele, int, adv) and ``text``.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import textstat
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
from lcp.base.levels import LEVELS
from lcp.estimators.multi_source import SOURCES
from lcp.model.level_scale import LevelScale
from lcp.model.running_text import THRESHOLDS
from lcp.targets import Targets
from lcp.targets.groups import groups

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT))
from tools import text_level  # noqa: E402 - the folder is not installed

#: Texts, the experts' levels and the predicted levels as numbers.
Read = tuple[list[str], np.ndarray, np.ndarray]

HALF = 0.5
VERSIONS = {"ele": "elementary", "int": "intermediate", "adv": "advanced"}
PLOT = ROOT / "docs/images/levels.png"
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

Expected calibration error of the six probabilities of a level (ten bins of equal width): {ece:.3f}.
Plot of listed and predicted levels: `docs/images/levels.png`.

## Sentences

CEFR-SP (Arase, Uchida & Kajiwara, 2022), training and development sentences: mean level by two
experts. Within half a level: the share of sentences whose level is at most a half from that mean.
The model is trained on the sentences of Wikipedia: these are cross-validated (5 folds); those of
SCoRE, from textbooks, were not used. 95% bootstrap intervals over sentences (1,000 resamples).

{sentences}

## Articles

{n_articles} articles of OneStopEnglish (Vajjala & Lucic, 2018), each in three versions. The model
is trained on them: levels are cross-validated (5 folds, by article and writer). 95% bootstrap
intervals over articles. In order: the share of articles whose three versions ascend.

{articles}

## Levels of articles

Share with each level of the versions, and of the 25 texts that were written for a level.

{versions}

## Thresholds in running text

A threshold of the bundled model is the complexity that a share of the words of running text do not
reach: {shares}. Frequencies are wordfreq's, so no text here was used to set a threshold. A text
consists of the distinct sentences of one genre. Percentages are of all its words, with function
words and names; numbers and symbols do not count. In parentheses: of the content words.

{texts}
"""


def main() -> None:
    """Cross-validate, annotate the texts and write the tables."""
    options = arguments(__doc__, articles="")
    seed = options.seed
    words, ours, probabilities = held_out_levels(seed)
    lemmas = groups(Targets.table(words), "lemma")
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
    draw(levels, ours)
    articles = text_level.read_articles(Path(options.articles))
    sentences, texts = held_out_texts(articles)
    scores = article_rows(articles, texts["value"].to_numpy()[: len(articles)], seed)
    versions = [
        [VERSIONS.get(name, name), shares_of_levels(own["value"].to_numpy())]
        for name, own in texts.sort_values(["source", "level"]).groupby("version", sort=False)
    ]
    columns = ["texts", "n", "system", "Spearman", "within half a level", "levels"]
    page = PAGE.format(
        ece=calibration_error(probabilities, levels),
        sentences=markdown_table(columns, sentence_rows(sentences, seed)),
        articles=markdown_table(["system", "Spearman", "in order"], scores),
        versions=markdown_table(["version or level", "levels"], versions),
        n_articles=articles["title"].nunique(),
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


def held_out_levels(seed: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Return the listed words, and their levels predicted without the entries of their lemma.

    Also returns the probability of each level, shape (n_words, 6).
    """
    table = lcp.load_corpus(SOURCES)
    predicted = lcp.cross_validate(
        table,
        lcp.FeatureSet.load("core-readers"),
        lcp.load_estimator("multi-source", random_state=seed),
        group_by="lemma",
        random_state=seed,
    )
    rows = (table["source"] == "cefr").to_numpy()
    words = table[rows].reset_index(drop=True)
    complexity = predicted.to_numpy()[rows, 0]
    levels = words["level"].map(LEVELS.index).to_numpy()
    ours, probabilities = np.empty(len(words), dtype=int), np.empty((len(words), len(LEVELS)))
    splitter = lcp.GroupedStratifiedKFold(5, group_by="lemma", random_state=seed)
    for train, test in splitter.split(words):
        scale = LevelScale.fit(complexity[train], levels[train])
        ours[test], probabilities[test] = scale.levels(complexity[test])
    return words, ours, probabilities


def calibration_error(probabilities: np.ndarray, levels: np.ndarray) -> float:
    """Return the expected calibration error over all levels (Naeini, Cooper & Hauskrecht 2015)."""
    values = probabilities.ravel()
    hits = np.equal(levels[:, None], np.arange(len(LEVELS))).ravel()
    bins = np.minimum((values * 10).astype(int), 9)
    gaps = [abs(values[bins == b].mean() - hits[bins == b].mean()) for b in np.unique(bins)]
    return float(np.average(gaps, weights=np.bincount(bins)[np.unique(bins)]))


def draw(levels: np.ndarray, predicted: np.ndarray) -> None:
    """Plot which levels are predicted for the words of each listed level."""
    counts = np.zeros((len(LEVELS), len(LEVELS)))
    np.add.at(counts, (levels, predicted), 1)
    shares = counts / counts.sum(axis=1, keepdims=True)
    figure, axes = plt.subplots(figsize=(4.6, 4.2), layout="constrained")
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    for row, column in np.ndindex(shares.shape):
        shade = "white" if shares[row, column] > HALF else "black"
        axes.text(column, row, f"{shares[row, column]:.0%}", ha="center", va="center", color=shade)
    axes.set_xticks(range(len(LEVELS)), LEVELS)
    axes.set_yticks(range(len(LEVELS)), LEVELS)
    axes.set(xlabel="predicted level", ylabel="listed level")
    figure.savefig(PLOT, dpi=150)


def sentence_rows(ours: dict[str, Read], seed: int) -> list[list[str]]:
    """Return the scores of the model and of classical formulas on the sentences of CEFR-SP."""
    rows = []
    for name, (texts, levels, values) in ours.items():
        near = np.abs(rounded(values) - levels) <= HALF
        codes = np.arange(len(texts))
        limits = mean_with_limits(near[:, None], pd.Series(codes).astype(str), seed=seed)
        figures = [with_interval(*limits[0], 3), shares_of_levels(values)]
        systems = {"lcp, level": rounded(values), "lcp, level as a number": values}
        for system, predicted in {**systems, **formulas(texts)}.items():
            rho = spearman(levels, predicted, codes, seed)
            rows.append([name, f"{len(texts):,}", system, rho, *figures])
            figures = ["", ""]
    return rows


def article_rows(table: pd.DataFrame, values: np.ndarray, seed: int) -> list[list[str]]:
    """Return scores on articles in three versions."""
    version_of = table["version"].map(list(VERSIONS).index).to_numpy()
    titles = pd.factorize(table["title"])[0]
    systems = {
        "lcp, level": rounded(values),
        "lcp, level as a number": values,
        "lcp, mean complexity": np.array(
            [lcp.profile(text).mean_complexity for text in table["text"]]
        ),
        **formulas(table["text"]),
    }
    rows = []
    for system, predicted in systems.items():
        in_order = predicted[np.lexsort((version_of, titles))].reshape(-1, 3)
        ascending = (np.diff(in_order, axis=1) > 0).all(axis=1).mean()
        rows.append([system, spearman(version_of, predicted, titles, seed), f"{ascending:.0%}"])
    return rows


def held_out_texts(articles: pd.DataFrame) -> tuple[dict[str, Read], pd.DataFrame]:
    """Return sentences with the experts' levels and held-out ones, and texts with theirs."""
    texts = text_level.training_texts(articles)
    sentences, parts = text_level.sentences_of("Wikiauto"), text_level.texts_of(texts)
    predicted, of_texts = text_level.held_out(sentences, parts)
    model = text_level.fit(sentences, parts)
    others = text_level.sentences_of("SCoRE")
    return {
        "Wikipedia, cross-validated": (*text_level.read_sentences("Wikiauto"), predicted),
        "SCoRE": (*text_level.read_sentences("SCoRE"), text_level.predict(others, model)),
    }, texts.assign(value=of_texts[: len(texts)])


def formulas(texts: list[str]) -> dict[str, np.ndarray]:
    """Return the values of classical readability formulas; higher is harder."""
    values = {
        "Flesch": [-textstat.flesch_reading_ease(text) for text in texts],
        "New Dale–Chall": [textstat.dale_chall_readability_score(text) for text in texts],
    }
    return {name: np.array(row) for name, row in values.items()}


def spearman(levels: np.ndarray, predicted: np.ndarray, codes: np.ndarray, seed: int) -> str:
    """Return Spearman's ρ, with an interval over the groups of rows with the same code."""
    resampled = []
    for weights in resample_weights(codes.max() + 1, seed):
        rows = np.repeat(np.arange(len(codes)), weights[codes])
        resampled.append(spearmanr(levels[rows], predicted[rows]).statistic)
    rho = spearmanr(levels, predicted).statistic, *np.quantile(resampled, [0.025, 0.975])
    return with_interval(*rho, 3)


def rounded(values: np.ndarray) -> np.ndarray:
    """Return the nearest level of each value, 1 (A1) to 6 (C2)."""
    return np.clip(np.floor(values + HALF), 1, 6).astype(int)


def shares_of_levels(values: np.ndarray) -> str:
    """Return the share of each level: "A1 3%, A2 20%"."""
    counts = np.bincount(rounded(values) - 1, minlength=6)
    rows = zip(LEVELS, counts / len(values), strict=True)
    return ", ".join(f"{name} {share:.0%}" for name, share in rows if share)


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


def cells(levels: np.ndarray, predicted: np.ndarray, lemmas: np.ndarray, seed: int) -> list[str]:
    """Return accuracy, accuracy within one level and Spearman's ρ, with intervals over lemmas."""
    off = np.abs(levels - predicted)
    accuracies = mean_with_limits(np.column_stack([off == 0, off <= 1]), lemmas, seed=seed)
    rho = spearman(levels, predicted, pd.factorize(lemmas)[0], seed)
    return [*(with_interval(*row, 3) for row in accuracies), rho]


def marked_shares() -> str:
    """Return which shares of the words of each genre reach the thresholds."""
    thresholds = lcp.load_model().running_text_
    rows = []
    for corpus in ("complex", "cwi2018"):
        for genre, part in lcp.load_corpus(corpus).groupby("genre", sort=False):
            annotation = lcp.annotate("\n\n".join(part["sentence"].unique()))
            values = np.array([word.prediction.complexity for word in annotation])
            words = sum(annotation.tally[kind] for kind in WORDS)
            row = [f"{corpus}, {genre}", f"{words:,}", f"{len(values):,}"]
            for name in THRESHOLDS:
                marked = int((values >= thresholds.threshold(name)).sum())
                row.append(f"{marked / words:.1%} ({marked / len(values):.1%})")
            rows.append(row)
    columns = [f"{name}, {thresholds.threshold(name)}" for name in THRESHOLDS]
    return markdown_table(["text", "words", "content words", *columns], rows)


if __name__ == "__main__":
    main()
