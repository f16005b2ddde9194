"""Train the model of the CEFR levels of sentences and texts: ``lcp/reading/text_level.json``.

Writes its card as well, ``lcp/reading/text_level.md``. Trained on the part of CEFR-SP from
Wikipedia (CC BY-SA 3.0), which LCP_DATA or ``lcp resources fetch cefr_sp`` provides, and on
articles of OneStopEnglish (CC BY-SA 4.0): lines of JSON with ``title``, ``version`` (ele, int, adv)
and ``text``::

    python -m tools.text_level --articles onestop.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import least_squares
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lcp.evaluation.bootstrap import bootstrap
from lcp.files import written_aside
from lcp.model.labels import METRIC_LABELS
from lcp.reading.annotation import AnnotatedSentence
from lcp.reading.annotator import Annotator
from lcp.reading.text_level import FEATURES, FILE, TextCounts, form_complexities
from lcp.reports.tables import markdown_table, number
from lcp.resources import Store

Floats = NDArray[np.float64]

#: Penalty of the ridge regression of standardised features. Scores of 1 to 100 are equal.
PENALTY = 10.0
#: Levels of the versions of an article, from 1 (A1) to 6 (C2): those that courses of English call
#: elementary (A2), intermediate (B1 to B2) and advanced (C1).
VERSIONS = {"ele": 2.0, "int": 3.5, "adv": 5.0}
#: Numbers of sentences of parts of articles, from which the growth of the effects is learned.
SIZES = (2, 5, 10, 20)
DECIMALS = 6
#: Text of the card, with places for figures.
CARD = Path(__file__).with_suffix(".md")


class Sentences(NamedTuple):
    """Sentences with the mean level of two experts, from 1 (A1) to 6 (C2)."""

    texts: list[str]
    levels: Floats


def read_sentences(part: str) -> Sentences:
    """Return the training and development sentences of CEFR-SP: ``SCoRE`` or ``Wikiauto``."""
    paths = [path for path in Store().require("cefr_sp") if f"_{part}_" in path.name]
    rows = [line.split("\t") for path in paths for line in path.read_text("utf-8").splitlines()]
    levels = [(int(first) + int(second)) / 2 for _, first, second in rows]
    return Sentences([row[0] for row in rows], np.array(levels))


def read_articles(path: Path) -> pd.DataFrame:
    """Return the articles in their versions: columns ``title``, ``version`` and ``text``."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    return pd.DataFrame([json.loads(line) for line in lines])


def annotate(texts: Iterable[str]) -> list[list[AnnotatedSentence]]:
    """Return the sentences of each text."""
    annotator = Annotator()
    return [list(annotator.stream([text])) for text in texts]


def count(sentences: Iterable[AnnotatedSentence]) -> TextCounts:
    """Return the counts of a text, given its sentences."""
    counts = TextCounts()
    for sentence in sentences:
        counts.add(sentence)
    return counts


def measure(counts: list[TextCounts]) -> Floats:
    """Return the features of each text, shape (n_texts, n_features)."""
    complexities = form_complexities(counts)
    return np.array([text.features(complexities) for text in counts])


def regression() -> Any:
    """Return the unfitted model."""
    return make_pipeline(StandardScaler(), Ridge(PENALTY))


def folds() -> KFold:
    """Return the folds of the cross-validation. Sentences of CEFR-SP are from different pages."""
    return KFold(5, shuffle=True, random_state=0)


def train(articles: pd.DataFrame) -> tuple[dict[str, Any], str]:
    """Return the parameters, as :func:`lcp.reading.text_level._model` reads them, and the card."""
    sentences = read_sentences("Wikiauto")
    values = measure([count(text) for text in annotate(sentences.texts)])
    held_out = cross_val_predict(regression(), values, sentences.levels, cv=folds())
    scaler, ridge = regression().fit(values, sentences.levels)
    # Regression shrinks towards the mean by r; levels as frequent as the experts' undo it.
    stretch = 1 / np.corrcoef(held_out, sentences.levels)[0, 1]
    slopes = stretch * ridge.coef_ / scaler.scale_
    counts, levels = parts_of(articles)
    lengths = np.array([text.sentences for text in counts])
    sums = (measure(counts) - scaler.mean_) @ slopes
    growth = fit_growth(lengths, sums, levels - ridge.intercept_)
    whole = pd.Series(sums[: len(articles)])
    model = {
        "features": list(FEATURES),
        "slopes": slopes.round(DECIMALS).tolist(),
        "means": scaler.mean_.round(DECIMALS).tolist(),
        "mean": round(float(ridge.intercept_), DECIMALS),
        "sd_sentence": round(float((held_out - sentences.levels).std()), 3),
        "growth": [round(each, 2) for each in growth],
        "sd_text": round(
            float((whole - whole.groupby(articles["version"]).transform("mean")).std()), 3
        ),
    }
    scores = bootstrap(sentences.levels, held_out)
    scores.index = [METRIC_LABELS[name] for name in scores.index]
    rows = [[name, *map(number, row, [3] * 3)] for name, *row in scores.itertuples()]
    effects = zip(FEATURES, slopes, slopes * scaler.scale_, strict=True)
    return model, CARD.read_text(encoding="utf-8").format(
        n=len(sentences.texts),
        n_articles=articles["title"].nunique(),
        growth=number(growth[0], 2),
        half=number(growth[1], 1),
        scores=markdown_table(["metric", "value", "low", "high"], rows),
        features=markdown_table(
            ["feature", "slope", "per standard deviation"],
            [[name, number(slope, 3), number(effect, 3)] for name, slope, effect in effects],
        ),
    )


def parts_of(articles: pd.DataFrame) -> tuple[list[TextCounts], Floats]:
    """Return the counts and levels of all articles, and then of parts of `SIZES` sentences."""
    texts = annotate(articles["text"])
    levels = articles["version"].map(VERSIONS).tolist()
    parts = list(zip(texts, levels, strict=True))
    for size in SIZES:
        for text, level in zip(texts, levels, strict=True):
            starts = range(0, len(text) - size + 1, size)
            parts += [(text[start : start + size], level) for start in starts]
    return [count(text) for text, _ in parts], np.array([level for _, level in parts])


def fit_growth(lengths: Floats, sums: Floats, levels: Floats) -> tuple[float, float]:
    """Return the arguments of :func:`lcp.reading.text_level.growth_of` by least squares.

    Parameters
    ----------
    lengths : array of shape (n_texts,)
        Number of sentences.
    sums, levels : float arrays of shape (n_texts,)
        Sum of the effects, and level, as differences from the mean of the sentences.
    """

    def predicted(limit: float, half: float) -> Floats:
        return limit * lengths / (lengths + half) * sums

    limit, half = least_squares(lambda each: predicted(*each) - levels, [2.0, 5.0]).x.tolist()
    return limit, half


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=Path, required=True)
    parameters, card = train(read_articles(parser.parse_args().articles))
    for path, text in ((FILE, json.dumps(parameters, indent=1)), (FILE.with_suffix(".md"), card)):
        with written_aside(path) as aside:
            aside.write_text(text.rstrip() + "\n", encoding="utf-8")
