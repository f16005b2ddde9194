"""Measure how models transfer to ratings by other people of other texts; write ``transfer.md``.

Rows are models by training data, columns are test data that no row of the training data comes
from: CompLex by leaving out one genre, CWI 2018 by genre, KVL by first language, and the lists of
rated words; further, words that everybody knows, public norms, and kinds of expressions. Needs
LCP_DATA, with ``expressions/mwe_cwi_train_dev.tsv`` (MWE-CWI; Kochmar, Gooding & Shardlow, 2020).
CWI 2018, MWE-CWI, KVL and MLSP 2024 are test data only; their test parts are not used. About 20
minutes on two cores::

    python benchmarks/transfer.py --seed 0
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from external import CORE, EARLY, LATE, expressions_by_kind, frequencies, known_by_everybody, norms
from scoring import (
    arguments,
    markdown_table,
    number,
    score,
    scores,
    token_kinds,
    with_interval,
    write_page,
)

import lcp
from lcp.estimators.multi_source import SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    RegressorBase = Callable[[pd.DataFrame], Floats]

SEVERAL = ("core-readers", "multi-source")
BUNDLED = "all (bundled)"
#: Training corpora, feature set and estimator of each row.
MODELS = {
    "CompLex": (["complex"], *CORE),
    "word-complexity lexicon": (["word-complexity-lexicon"], *CORE),
    "CEFR": (["cefr"], *CORE),
    "CompLex and lexicon": (["complex", "word-complexity-lexicon"], *SEVERAL),
    BUNDLED: ([*SOURCES], *SEVERAL),
}
#: Corpora of the transfer test, with the column that divides each of them.
CORPORA = {
    "cwi2018": "genre",
    "kvl": "readers",
    "word-complexity-lexicon": "source",
    "cefr": "source",
    "mlsp-2024": "language",
}
#: Files of LCP_DATA that are no registered corpora.
FILES = {"mlsp-2024": "languages/multilex_trial_en_lcp.tsv"}
GENRES = ("bible", "biomed", "europarl")
#: Kinds of targets that are predicted.
RATED_KINDS = ("word", "expression", "function word")
LOWER_CASE = r"[a-z]+(?:[-'’][a-z]+)*"
#: Smallest number of instances of a part of speech.
ENOUGH = 100
PAGE = """\
# Transfer

Written by `python benchmarks/transfer.py --seed {seed}`. Pearson's r with 95% bootstrap intervals
over tokens (1,000 resamples, seed {seed}). No model was trained on CWI 2018 or KVL; both are their
training and development parts. CWI 2018 (Yimam et al., 2018): share of 20 annotators who marked the
target. KVL (BEA 2026): probability that a learner does not know the word, predicted with
`--readers learner` by models that were trained for learners. MLSP 2024 (Shardlow et al., 2024):
mean rating of the 30 English trial instances, so that intervals are wide.

Names, numbers and other targets that are not words get the minimum prediction of the corpus.
{sections}
## CompLex, leaving out one genre

Trained on the other two genres, and on the other corpora of the row. The model does not know the
genre of the test instances.

{genres}

## KVL by part of speech

The bundled model, all first languages.

{parts}

## CWI 2018 by kind of target

The bundled model. Mean share of annotators who marked the targets of a kind, and mean prediction.

{kinds}

## Task 2 by kind of expression

MWE-CWI (Kochmar, Gooding & Shardlow, 2020): expressions of CWI 2018 by kind. Training and
development part for systems that were not trained on it; the development part for `core` and
`lightgbm` trained on its training part. CompLex has compounds: `core` and `lightgbm` in 5 folds
grouped by token.

{expressions}

## Words that everybody knows

AUC of complexity between words acquired by the age of {early} and from {late} years (Kuperman et
al., 2012), by frequency. `held out`: words of which the model knows no grade, neither listed nor of
their lemma; it predicts their age without their ratings.

{everybody}

## Norms

Spearman's ρ of the bundled model's complexity (general readers) with norms of words in lower case,
with 95% intervals over words; of negative frequency and of length; and of complexity beyond both
(partial rank correlation). The model knows predictions of these norms for held-out words, not the
norms. Signs are as for the norm.

{norms}
"""


def main() -> None:
    """Train the models, score them and write the tables."""
    options = arguments(__doc__)
    seed = options.seed
    predictors: dict[str, RegressorBase] = {
        "word frequency": frequencies,
        "lexicon__maddela_xu": predicted_ratings,
    }
    unseen = []
    for name, (corpora, *recipes) in MODELS.items():
        table = lcp.load_corpus(corpora)
        model = lcp.ComplexityModel(*recipes, random_state=seed)
        if "complex" in corpora:
            unseen.append([name, *(_unseen(model, table, genre, seed) for genre in GENRES)])
            predictors[name] = _predictor(lcp.ComplexityModel(*recipes, random_state=seed), table)
        else:
            predictors[name] = _by_hardest_word(_predictor(model, table))
        print(name, flush=True)
    sections = [_sections(corpus, predictors, seed) for corpus in CORPORA]
    bundled = lcp.ComplexityModel(*SEVERAL, random_state=seed)
    bundled.fit(lcp.load_corpus(MODELS[BUNDLED][0]))
    kvl, cwi = lcp.load_corpus("kvl"), lcp.load_corpus("cwi2018")
    predicted = predictors[BUNDLED](kvl)
    parts = [
        [pos, f"{len(rows):,}", score(kvl.iloc[rows], predicted[rows], seed=seed, decimals=3)]
        for pos, rows in kvl.groupby("pos").indices.items()
        if len(rows) >= ENOUGH
    ]
    marked = cwi.assign(kind=token_kinds(cwi), predicted=predictors[BUNDLED](cwi))
    kinds = [
        [kind, f"{len(part):,}", *(number(part[c].mean(), 3) for c in ("complexity", "predicted"))]
        for kind, part in marked.groupby("kind")
    ]
    page = PAGE.format(
        seed=seed,
        sections="".join(sections),
        genres=markdown_table(["trained on", *GENRES], unseen),
        parts=markdown_table(["part of speech", "n", "Pearson"], parts),
        kinds=markdown_table(["kind", "n", "marked by", "predicted"], kinds),
        expressions=expressions_by_kind(bundled, seed),
        everybody=known_by_everybody(bundled),
        norms=norms(bundled, seed),
        early=EARLY,
        late=LATE,
    )
    write_page(options.out, page)


def predicted_ratings(table: pd.DataFrame) -> Floats:
    """Return the lexicon's predicted Maddela & Xu (2018) rating of each target's hardest word.

    Strings that are no words have none, and get the mean of the others.
    """

    def ratings(words: pd.DataFrame) -> Floats:
        values = lcp.FeatureSet({"lexicon": {"keep": ["maddela_xu"]}}).fit_transform(words)
        return values.fillna(values.mean()).to_numpy()[:, 0]

    return _by_hardest_word(ratings)(table)


def _predictor(model: lcp.ComplexityModel, training: pd.DataFrame) -> RegressorBase:
    """Train a model, and return its predictions for the nearest readers that it knows."""
    known = model.fit(training).capabilities_.readers

    def predict(table: pd.DataFrame) -> Floats:
        readers = table["readers"].str.partition(":")[0] if "readers" in table else known[0]
        readers = pd.Series(readers, index=table.index)
        return model.predict(table.assign(readers=readers.where(readers.isin(known), known[0])))

    return predict


def _by_hardest_word(predict: RegressorBase) -> RegressorBase:
    """Return a function that predicts a target's hardest word."""

    def predict_hardest(table: pd.DataFrame) -> Floats:
        words = table["token"].str.split().explode()
        instances = pd.DataFrame({"sentence": words.to_numpy(), "token": words.to_numpy()})
        if "readers" in table:
            instances["readers"] = table.loc[words.index, "readers"].to_numpy()
        predicted = pd.Series(predict(instances), index=words.index)
        return predicted.groupby(level=0).max().loc[table.index].to_numpy()

    return predict_hardest


def _unseen(model: lcp.ComplexityModel, table: pd.DataFrame, genre: str, seed: int) -> str:
    """Return r on a genre of CompLex of a model that was trained without it."""
    rows = table["genre"] == genre
    test = table[rows]
    predicted = model.fit(table[~rows]).predict(test.assign(genre=""))
    return score(test, predicted, seed=seed, decimals=3)


def _sections(corpus: str, predictors: dict[str, RegressorBase], seed: int) -> str:
    """Return the tables of a corpus: of all targets, and of words in lower case."""
    table = lcp.load_corpus(
        Path(os.environ["LCP_DATA"]) / FILES[corpus] if corpus in FILES else corpus
    )
    is_list = bool(((table["sentence"] == table["token"]) | (table["sentence"] == "")).all())
    masks = {"all targets": np.ones(len(table), dtype=bool)}
    ignored = ~masks["all targets"]
    if not is_list:
        masks["words in lower case"] = table["token"].str.fullmatch(LOWER_CASE).to_numpy(bool)
        ignored = ~token_kinds(table).isin(RATED_KINDS).to_numpy()
    rows: dict[str, list[list[str]]] = {subset: [] for subset in masks}
    parts = list(table[CORPORA[corpus]].unique())
    for name, predict in predictors.items():
        if corpus in MODELS.get(name, [[]])[0]:
            continue
        predicted = predict(table)
        predicted = np.where(ignored, predicted[~ignored].min(), predicted)
        for subset, mask in masks.items():
            cells = []
            for part in parts:
                members = mask & table[CORPORA[corpus]].eq(part).to_numpy()
                figures = scores(table[members], predicted[members], seed=seed)
                rho = number(figures.loc["spearman", "value"], 3)
                cells.append(f"{with_interval(*figures.loc['pearson'], 3)}, ρ {rho}")
            rows[subset].append([name, *cells])
    text = ""
    for subset, mask in masks.items():
        sizes = table.loc[mask, CORPORA[corpus]].value_counts()
        columns = ["trained on", *(f"{part}, n = {sizes[part]:,}" for part in parts)]
        text += f"\n## {corpus}, {subset}\n\n{markdown_table(columns, rows[subset])}\n"
    return text


if __name__ == "__main__":
    main()
