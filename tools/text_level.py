"""Train the model of the CEFR levels of sentences and texts.

Writes ``lcp/reader/profiles/text_level.json`` and its card, ``text_level.md``. Trained on the part
of CEFR-SP from Wikipedia (CC BY-SA 3.0), which LCP_DATA or ``lcp resources fetch cefr_sp``
provides, on the texts of ``graded_texts.jsonl``, and on articles of OneStopEnglish (CC BY-SA 4.0):
lines of JSON with ``title``, ``version`` (ele, int, adv) and ``text``::

    python -m tools.text_level --articles onestop.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.linear_model import Ridge
from sklearn.model_selection import GroupKFold, KFold

from lcp.base.levels import LEVELS
from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.labels import METRIC_LABELS
from lcp.files.output_files import atomic_write
from lcp.reader.annotation.annotation import AnnotatedSentence
from lcp.reader.annotation.annotator import Annotator
from lcp.reader.profiles.text_level import (
    FEATURES,
    FILE,
    LEXICAL,
    TextCounts,
    TextLevelModel,
    effects_of,
    shares_of_text,
)
from lcp.resources import Store
from lcp.tables.formatting import markdown_table, number
from tools import SETTINGS

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

#: Penalties of the ridge regressions of standardised features: of the slopes of sentences, and of
#: the differences of the slopes of texts from a multiple of these.
PENALTIES = 10.0, 300.0
#: Number of distinct words of a text whose slopes are in the middle between both.
HALF = 40
#: Largest differences in levels of the effect of a sentence from the usual effect; twice as much in
#: long texts.
LIMITS = -0.75, 1.0
#: Levels of the versions of an article, from 1 (A1) to 6 (C2): the means of two readers who judged
#: 14 articles in each version among graded texts, without knowing which is which.
VERSIONS = {"ele": 3.0, "int": 3.7, "adv": 4.55}
#: Texts with the level for which they were written, by several writers.
GRADED = Path(__file__).with_name("graded_texts.jsonl")
#: Numbers of sentences of parts of texts, and weight of the articles, and of the graded texts, with
#: their parts in sentences.
SIZES, WEIGHT = (2, 5, 10, 20), 1_500
DECIMALS = 6
#: Counts the words of texts, and measures their features.
UNTRAINED = TextLevelModel(SETTINGS["text_level"])
#: Text of the card, with places for figures.
CARD = Path(__file__).with_suffix(".md")
FOLDS = 5


class Texts(NamedTuple):
    """Sentences, or texts and their parts, with levels from 1 (A1) to 6 (C2).

    Attributes
    ----------
    counts : list of TextCounts
        Counts of each text.
    features : float array of shape (n_texts, n_features)
        Values of the features.
    levels, weights : float arrays of shape (n_texts,)
        Levels, and weights in the regression.
    groups : array of shape (n_texts,)
        Number of the article or writer.
    """

    counts: list[TextCounts]
    features: Floats
    levels: Floats
    weights: Floats
    groups: Rows

    def take(self, rows: Rows) -> Texts:
        """Return some of the texts."""
        counts = [self.counts[row] for row in rows.tolist()]
        return Texts(counts, *(column[rows] for column in self[1:]))


def read_sentences(part: str) -> tuple[list[str], Floats]:
    """Return the sentences of CEFR-SP, ``SCoRE`` or ``Wikiauto``, and mean levels by two experts.

    These are the training and development sentences.
    """
    paths = [path for path in Store().require("cefr_sp") if f"_{part}_" in path.name]
    rows = [line.split("\t") for path in paths for line in path.read_text("utf-8").splitlines()]
    return [row[0] for row in rows], np.array([(int(one) + int(two)) / 2 for _, one, two in rows])


def read_articles(path: Path) -> pd.DataFrame:
    """Return the articles in their versions: columns ``title``, ``version`` and ``text``."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return pd.DataFrame([json.loads(line) for line in lines])


def annotate(texts: Iterable[str]) -> list[list[AnnotatedSentence]]:
    """Return the sentences of each text."""
    annotator = Annotator()
    return [list(annotator.stream([text])) for text in texts]


def sentences_of(part: str) -> Texts:
    """Return the sentences of a part of CEFR-SP. They are from different pages."""
    texts, levels = read_sentences(part)
    counts = [UNTRAINED.counts(text) for text in annotate(texts)]
    return Texts(
        counts, UNTRAINED.features(counts), levels, np.ones(len(texts)), np.arange(len(texts))
    )


def training_texts(articles: pd.DataFrame) -> pd.DataFrame:
    """Return articles and graded texts, with ``source``, ``group``, ``version`` and ``level``.

    The group is the title of an article or the writer of a graded text, the version that of an
    article or the level for which a text was written.
    """
    graded = pd.read_json(GRADED, lines=True, dtype=False)
    levels = articles["version"].map(VERSIONS)
    articles = articles.assign(source="articles", group=articles["title"], level=levels)
    levels = graded["level"].map(LEVELS.index) + 1.0
    graded = graded.assign(source="graded", group=graded["writer"], version=graded["level"])
    return pd.concat([articles, graded.assign(level=levels)], ignore_index=True)


def texts_of(table: pd.DataFrame) -> Texts:
    """Return all texts, and then their parts of `SIZES` sentences."""
    texts = annotate(table["text"])
    parts = [(row, 0, text) for row, text in enumerate(texts)]
    for size in SIZES:
        for row, text in enumerate(texts):
            starts = range(0, len(text) - size + 1, size)
            parts += [(row, size, text[start : start + size]) for start in starts]
    rows = np.array([row for row, _, _ in parts])
    counts = [UNTRAINED.counts(text) for _, _, text in parts]
    # Each size has the same weight.
    sizes = table["source"].to_numpy()[rows] + np.array([f" {size}" for _, size, _ in parts])
    weights = WEIGHT / (len(SIZES) + 1) / pd.Series(sizes).map(pd.Series(sizes).value_counts())
    return Texts(
        counts,
        UNTRAINED.features(counts),
        table["level"].to_numpy()[rows],
        weights.to_numpy(),
        pd.factorize(table["group"])[0][rows],
    )


def fit(sentences: Texts, texts: Texts) -> dict[str, Any]:
    """Return the parameters of a `TextLevelModel`, without the errors."""
    means, scales = (each(sentences.features, axis=0) for each in (np.nanmean, np.nanstd))
    mean = sentences.levels.mean()
    values = np.nan_to_num((sentences.features - means) / scales)
    slopes = ridge(values, sentences.levels - mean, sentences.weights, PENALTIES[0])
    # Regression shrinks towards the mean by r; levels as frequent as the experts' undo it.
    slopes /= np.corrcoef(values @ slopes, sentences.levels)[0, 1]
    values = np.nan_to_num((texts.features - means) / scales)
    shares = shares_of_text(texts.counts, {"half": HALF})
    rest = texts.levels - mean - (1 - shares) * (values @ slopes)
    growth = ridge((shares * (values @ slopes))[:, None], rest, texts.weights, 0.0)
    rest -= shares * (values @ slopes) * growth
    changes = ridge(shares[:, None] * values, rest, texts.weights, PENALTIES[1])
    model = {
        **SETTINGS["text_level"],
        "half": HALF,
        "limits": LIMITS,
        "mean": mean,
        "means": means,
        "sentence_slopes": slopes / scales,
        "text_slopes": (growth * slopes + changes) / scales,
        "expected": 0.0,
    }
    effects = effects_of(
        sentences.features, np.ones(len(sentences.levels)), {**model, "limits": (-np.inf, np.inf)}
    )
    spreads = [np.nanstd(part.sum(axis=1)) for part in np.split(effects, [LEXICAL], axis=1)]
    return {**model, "expected": spreads[1] / spreads[0]}


def ridge(values: Floats, levels: Floats, weights: Floats, penalty: float) -> Floats:
    """Return the slopes of a weighted ridge regression without intercept."""
    model = Ridge(penalty, fit_intercept=False, solver="cholesky")
    return np.asarray(model.fit(values, levels, sample_weight=weights).coef_)


def predict(texts: Texts, model: Mapping[str, Any]) -> Floats:
    """Return the level of each text as a number."""
    shares = shares_of_text(texts.counts, model)
    values = model["mean"] + effects_of(texts.features, shares, model).sum(axis=1)
    return np.clip(values, 1, 6)


def held_out(sentences: Texts, texts: Texts) -> tuple[Floats, Floats]:
    """Return cross-validated levels of the sentences, and of the texts and their parts."""
    predicted = [np.zeros(len(each.levels)) for each in (sentences, texts)]
    folds = zip(
        KFold(FOLDS, shuffle=True, random_state=0).split(sentences.features),
        GroupKFold(FOLDS).split(texts.features, groups=texts.groups),
        strict=True,
    )
    for pair in folds:
        (learned, tested), (learned_parts, tested_parts) = pair
        model = fit(sentences.take(learned), texts.take(learned_parts))
        predicted[0][tested] = predict(sentences.take(tested), model)
        predicted[1][tested_parts] = predict(texts.take(tested_parts), model)
    return predicted[0], predicted[1]


def train(articles: pd.DataFrame) -> tuple[dict[str, Any], str]:
    """Return the parameters of the model, and its card."""
    table = training_texts(articles)
    sentences, parts = sentences_of("Wikiauto"), texts_of(table)
    predicted, of_parts = held_out(sentences, parts)
    values = table.assign(value=of_parts[: len(table)])
    within = values.groupby("version")["value"].transform("mean")
    model = fit(sentences, parts)
    arrays = {name: np.round(value, DECIMALS).tolist() for name, value in model.items()}
    arrays |= {
        "features": list(FEATURES),
        "sd_sentence": round(float((predicted - sentences.levels).std()), 3),
        "sd_text": round(float((values["value"] - within).std()), 3),
    }
    scores = [
        [texts, METRIC_LABELS[name], *map(number, row, [3] * 3)]
        for texts, scored in (
            ("sentences", bootstrap(sentences.levels, predicted)),
            *(
                (source, bootstrap(own["level"], own["value"], groups=own["group"]))
                for source, own in values.groupby("source")
            ),
        )
        for name, *row in scored.itertuples()
    ]
    scale = np.nanstd(sentences.features, axis=0)
    columns = zip(FEATURES, model["sentence_slopes"], model["text_slopes"], scale, strict=True)
    rows = [
        [name, number(slope, 3), number(of_text, 3), number(slope * sd, 3), number(of_text * sd, 3)]
        for name, slope, of_text, sd in columns
    ]
    return arrays, CARD.read_text(encoding="utf-8").format(
        n=len(sentences.levels),
        n_articles=articles["title"].nunique(),
        n_graded=len(table) - len(articles),
        half=HALF,
        lower=-LIMITS[0],
        upper=LIMITS[1],
        expected=number(model["expected"], 2),
        scores=markdown_table(["texts", "metric", "value", "low", "high"], scores),
        features=markdown_table(
            ["feature", "sentences", "texts", "sentences, per sd", "texts, per sd"], rows
        ),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=Path, required=True)
    trained, card = train(read_articles(parser.parse_args().articles))
    for path, text in ((FILE, json.dumps(trained, indent=1)), (FILE.with_suffix(".md"), card)):
        with atomic_write(path) as aside:
            aside.write_text(text.rstrip() + "\n", encoding="utf-8")
