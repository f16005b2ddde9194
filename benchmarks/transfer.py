"""Measure how models transfer to ratings by other people of other texts; write ``transfer.md``.

Rows are models by training data, columns are test data that no row of the model's training data
comes from: CompLex by leaving out one genre, CWI 2018 by genre, KVL by first language, and the
lists of rated words. Needs LCP_DATA or ``lcp fetch complex cwi2018 kvl maddela_xu cefrj octanove``.
CWI 2018 and KVL are test data only; their test parts are not used. About 15 minutes on two cores::

    python benchmarks/transfer.py --seed 0
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
from scoring import add_seed_option

import lcp
from lcp.annotation.targets import token_kinds
from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.crossvalidation import SharedFeatures, predict_unseen_genres
from lcp.evaluation.transfer import BASELINES, CORPORA, model_predictor, score_transfer
from lcp.reports.tables import markdown_table, number, with_interval
from lcp.splits.grouping import groups

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Training corpora, feature set and estimator of each row.
MODELS = {
    "CompLex": (["complex"], "core", "lightgbm"),
    "word-complexity lexicon": (["word-complexity-lexicon"], "core", "lightgbm"),
    "CEFR": (["cefr"], "core", "lightgbm"),
    "CompLex and lexicon": (["complex", "word-complexity-lexicon"], "core-readers", "multi-source"),
    "all three (bundled)": (
        ["complex", "word-complexity-lexicon", "cefr"],
        "core-readers",
        "multi-source",
    ),
}
HEADER = """\
# Transfer

Written by `python benchmarks/transfer.py --seed {seed}`. Pearson's r with 95% bootstrap intervals
over tokens (1,000 resamples, seed {seed}). No model was trained on CWI 2018 or KVL; both are their
training and development parts. CWI 2018 (Yimam et al., 2018): share of 20 annotators who marked the
target. KVL (BEA 2026): probability that a learner does not know the word, predicted with
`--readers learner` by models that were trained for learners.

Names, numbers and other targets that are not words (`lcp.annotation.targets.token_kinds`) get the
minimum prediction of the corpus.

"""
GENRES = """
## CompLex, leaving out one genre

Trained on the other two genres, and on the other corpora of the row. The model does not know the
genre of the test instances.

"""
PARTS_OF_SPEECH = """
## KVL by part of speech

The bundled model, all first languages.

"""
KINDS = """
## CWI 2018 by kind of target

The bundled model. Mean share of annotators who marked the targets of a kind, and mean prediction.

"""


def main() -> None:
    """Train the models, score them and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_seed_option(parser)
    options = parser.parse_args()
    predictors, trained, unseen = dict(BASELINES), {}, []
    for name, (corpora, features, estimator) in MODELS.items():
        table = lcp.load_corpus(corpora)
        model = lcp.ComplexityModel(features, estimator, random_state=options.random_state)
        predictors[name] = model_predictor(model.fit(table))
        trained[name] = corpora
        if "complex" in corpora:
            unseen.append([name, *_unseen_genres(table, model, options.random_state)])
        print(name, flush=True)
    scores = score_transfer(predictors, token_kinds, random_state=options.random_state)
    bundled = predictors["all three (bundled)"]
    genres = ["bible", "biomed", "europarl"]
    page = [
        HEADER.format(seed=options.random_state),
        *(_section(scores, corpus, trained) for corpus in CORPORA),
        GENRES,
        markdown_table(["trained on", *genres], unseen),
        "\n",
        PARTS_OF_SPEECH,
        _parts_of_speech(bundled, options.random_state),
        "\n",
        KINDS,
        _kinds(bundled),
        "\n",
    ]
    (Path(__file__).parent / "transfer.md").write_text("".join(page), encoding="utf-8")


def _section(scores: pd.DataFrame, corpus: str, trained: dict[str, list[str]]) -> str:
    """Return the table of a corpus for each of its subsets."""
    text = ""
    of_corpus = scores[scores["corpus"] == corpus]
    for subset, part in of_corpus.groupby("subset", sort=False):
        sizes = part.drop_duplicates("part").set_index("part")["n"]
        text += f"\n## {corpus}, {subset}\n\n"
        rows = []
        for predictor, own in part.groupby("predictor", sort=False):
            if corpus in trained.get(str(predictor), ()):
                continue
            cells = [
                f"{with_interval(row.pearson, row.low, row.high, 3)}, ρ {number(row.spearman, 3)}"
                for row in own.itertuples()
            ]
            rows.append([predictor, *cells])
        columns = ["trained on", *(f"{name}, n = {n:,}" for name, n in sizes.items())]
        text += markdown_table(columns, rows) + "\n"
    return text


def _unseen_genres(table: pd.DataFrame, model: lcp.ComplexityModel, random_state: int) -> list[str]:
    """Return r on each genre of CompLex by models trained without it."""
    shared = SharedFeatures(model.load_features(), table)
    predicted = predict_unseen_genres(shared, model.load_estimator())["unseen"].to_numpy()
    cells = []
    for genre in ("bible", "biomed", "europarl"):
        rows = (table["genre"] == genre).to_numpy()
        figures = bootstrap(
            table.loc[rows, "complexity"],
            predicted[rows],
            groups=groups(table[rows], "token"),
            random_state=random_state,
        )
        cells.append(with_interval(*figures.loc["pearson", ["value", "low", "high"]], 3))
    return cells


def _parts_of_speech(predict: object, random_state: int) -> str:
    table = lcp.load_corpus("kvl")
    predicted = predict(table)
    rows = []
    for pos, members in table.groupby("pos").indices.items():
        part = table.iloc[members]
        if len(part) < 100:  # noqa: PLR2004 - too few for an interval
            continue
        figures = bootstrap(
            part["complexity"],
            predicted[members],
            groups=groups(part, "token"),
            random_state=random_state,
        )
        value, low, high = figures.loc["pearson", ["value", "low", "high"]]
        rows.append([pos, f"{len(part):,}", with_interval(value, low, high, 3)])
    return markdown_table(["part of speech", "n", "Pearson"], rows)


def _kinds(predict: object) -> str:
    table = lcp.load_corpus("cwi2018")
    predicted: NDArray[np.float64] = predict(table)
    frame = pd.DataFrame(
        {"kind": token_kinds(table), "rated": table["complexity"], "predicted": predicted}
    )
    rows = [
        [
            kind,
            f"{len(part):,}",
            number(part["rated"].mean(), 3),
            number(part["predicted"].mean(), 3),
        ]
        for kind, part in frame.groupby("kind")
    ]
    return markdown_table(["kind", "n", "marked by", "predicted"], rows)


if __name__ == "__main__":
    main()
