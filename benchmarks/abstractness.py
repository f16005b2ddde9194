"""Train and compare models of imperceptibility, measure Adapted Lesk; write ``abstractness.md``.

Needs LCP_DATA or ``lcp fetch mrc wordnet``. About three minutes::

    python benchmarks/abstractness.py --seed 0 --vectors "GloVe 6B 50d=glove.6B.50d.txt"

With ``--encoder``, the section on senses has rows for an encoder; ``abstractness_senses.py``
replaces only that section. With ``--ship``, the default model is trained again on all rated words,
and its predictions replace ``lcp/lexicon/imperceptibility.npz``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from abstractness_senses import sense_table
from lightgbm import LGBMRegressor
from scoring import add_seed_option
from sklearn.base import clone
from sklearn.ensemble import VotingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GroupKFold, KFold, cross_val_predict
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

import lcp
from lcp.english.text import lemma
from lcp.evaluation.bootstrap import bootstrap
from lcp.extractors.wordnet import wordnet_reader
from lcp.lexicon.file import load_lexicon
from lcp.lexicon.imperceptibility import HIGHEST, LOWEST, write_imperceptibility
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.resources.vectors import load_vectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

#: Words for training and testing in Zheng et al. (2021).
TRAINING, TEST = 2_148, 1_877
DEFAULT = "SVR and boosted trees"
OWN = "lexicon, with norms and WordNet"

HEADER = """\
# Abstractness

Written by `python benchmarks/abstractness.py --seed {seed}`. 95% bootstrap intervals over words or
targets (1,000 resamples).

## Imperceptibility

Pearson's r with the concreteness ratings of the MRC database. Zheng et al. (2021): 0.934 on 2,148
training words, and 0.835 (text) or 0.854 (table 2) on 1,877 test words, by a network with two ReLU
layers and a sigmoid output on GloVe 840B, 300 dimensions; their split was not published. Turney et
al. (2011): 0.81. Here the output of the network is linear and clipped. `folds`: r in three folds of
the training words, by which the default was chosen ({default}, on
`{own}`). The lexicon's norms are predictions; those of a rated word were
made without its rating.
"""


def models(seed: int) -> dict[str, Any]:
    """Return the models to compare."""
    svr = make_pipeline(StandardScaler(), SVR(C=0.3, epsilon=0.05))
    trees = LGBMRegressor(
        n_estimators=300,
        learning_rate=0.05,
        num_leaves=15,
        min_child_samples=10,
        subsample=0.8,
        subsample_freq=1,
        colsample_bytree=0.5,
        n_jobs=1,
        verbose=-1,
        random_state=seed,
    )
    network = MLPRegressor(
        hidden_layer_sizes=(100, 50), alpha=1.0, max_iter=60, tol=0, random_state=seed
    )
    return {
        "network, two ReLU layers": make_pipeline(StandardScaler(), network),
        "ridge": make_pipeline(StandardScaler(), RidgeCV(np.logspace(-1, 4, 12))),
        "boosted trees": trees,
        "SVR": svr,
        DEFAULT: VotingRegressor([("svr", svr), ("trees", trees)]),
    }


def lexicon_values(words: Sequence[str], *, norms: bool = True) -> Floats:
    """Return the lexicon's vectors, zero for words without one, and its norms."""
    lexicon = load_lexicon()
    vectors = np.nan_to_num(lexicon.vector_values(lexicon.rows(words)))
    return np.hstack([vectors, lexicon.norm_values(words)]) if norms else vectors


def wordnet_values(words: Sequence[str]) -> Floats:
    """Return the shares of WordNet's lexicographer files in a word's senses, first senses first."""
    rows = []
    with wordnet_reader(lcp.Store().nltk("wordnet")) as reader:
        files = {name: column for column, name in enumerate(reader._lexnames)}  # noqa: SLF001
        for word in words:
            row = np.zeros(2 * len(files))
            senses = reader.synsets(word.replace(" ", "_"))
            weights = 1 / np.arange(1, len(senses) + 1)
            for sense, weight in zip(senses, weights, strict=True):
                row[files[sense.lexname()]] += weight / weights.sum()
            if senses:
                row[len(files) + files[senses[0].lexname()]] = 1
            rows.append(row)
    return np.array(rows)


def score_rows(
    name: str, values: Floats, rated: Floats, parts: tuple[Any, Any], seed: int
) -> list[list[str]]:
    """Return a row per model: r in folds of the training words, on them and on the test words."""
    training, test = parts
    rows = []
    for model_name, model in models(seed).items():
        folds = KFold(3, shuffle=True, random_state=seed)
        held_out = cross_val_predict(model, values[training], rated[training], cv=folds)
        fitted = clone(model).fit(values[training], rated[training])
        cells = [number(np.corrcoef(held_out, rated[training])[0, 1], 3)]
        for part in (training, test):
            scores = bootstrap(rated[part], np.clip(fitted.predict(values[part]), 0, 1))
            row = scores.loc["pearson"]
            cells.append(with_interval(row["value"], row["low"], row["high"], 3))
        rows.append([name, model_name, *cells])
    return rows


def comparison(files: dict[str, str], words: NDArray[Any], rated: Floats, seed: int) -> str:
    """Return the table for the rated words that the lexicon and all files of vectors contain."""
    vectors = {name: load_vectors(path) for name, path in files.items()}
    rows = {name: each.rows(words) for name, each in vectors.items()}
    lexicon = load_lexicon()
    listed = ~np.isnan(lexicon.vector_values(lexicon.rows(words))[:, 0])
    for own in rows.values():
        listed &= own >= 0
    words, rated = words[listed], rated[listed]
    order = np.random.default_rng(seed).permutation(len(words))
    share = min(1.0, len(words) / (TRAINING + TEST))
    training = order[: round(TRAINING * share)]
    test = order[len(training) : round((TRAINING + TEST) * share)]
    own = lexicon_values(words)
    sets = {name: vectors[name].matrix[rows[name][listed]] for name in files}
    sets |= {"lexicon": lexicon_values(words, norms=False), "lexicon, with norms": own}
    sets[OWN] = np.hstack([own, wordnet_values(words)])
    table = [
        row
        for name, values in sets.items()
        for row in score_rows(name, values, rated, (training, test), seed)
    ]
    return f"\n{len(training):,} training and {len(test):,} test words:\n\n" + markdown_table(
        ["vectors", "model", "folds", "training", "test"], table
    )


def ship(words: NDArray[Any], rated: Floats, seed: int) -> None:
    """Write the predictions of the lexicon's words; those of rated words are held out."""
    lexicon = load_lexicon()
    values = np.hstack([lexicon_values(lexicon.words), wordnet_values(lexicon.words)])
    rows = lexicon.rows(words)
    inside = rows >= 0
    training, target = values[rows[inside]], rated[inside]
    model = models(seed)[DEFAULT]
    scores = clone(model).fit(training, target).predict(values)
    lemmas = [lemma(word) for word in words[inside]]
    scores[rows[inside]] = cross_val_predict(
        model, training, target, cv=GroupKFold(5), groups=lemmas
    )
    norms = lexicon.norm_values(words)
    linear = RidgeCV(np.logspace(-1, 4, 12)).fit(norms, rated)
    write_imperceptibility(scores, np.append(linear.coef_, linear.intercept_))


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--vectors", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--ship", action="store_true")
    parser.add_argument("--encoder", default="", metavar="FOLDER", help="For the section Senses.")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_suffix(".md"))
    add_seed_option(parser)
    options = parser.parse_args()
    seed = options.random_state
    store = lcp.Store()
    ratings = store.table("mrc")["concreteness"].dropna()
    words = ratings.index.to_numpy()
    rated = (ratings.to_numpy() - LOWEST) / (HIGHEST - LOWEST)
    if options.ship:
        ship(words, rated, seed)
        return
    files = dict(each.split("=", 1) for each in options.vectors)
    page = HEADER.format(seed=seed, default=DEFAULT, own=OWN) + comparison(
        files, words, rated, seed
    )
    if not store.missing(["glove_subset"]):
        name = "GloVe 300d, frequent words"
        subset = {**files, name: str(store.require("glove_subset")[0])}
        page += "\n\n" + comparison(subset, words, rated, seed)
    page += "\n\n" + sense_table(store, seed, options.encoder)
    options.out.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
