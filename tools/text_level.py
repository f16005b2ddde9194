"""Train the model of the CEFR levels of sentences and texts: ``lcp/reading/text_level.json``.

Trained on the part of CEFR-SP from Wikipedia (CC BY-SA 3.0). Needs LCP_DATA or ``lcp resources
fetch cefr_sp``::

    python -m tools.text_level
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from lcp.english.sentences import segments
from lcp.files import written_aside
from lcp.reading.annotator import Annotator
from lcp.reading.text_level import FEATURES, FILE, TextCounts, form_complexities
from lcp.resources import Store

Floats = NDArray[np.float64]

#: Penalty of the ridge regression of standardised features. Scores of 1 to 100 are equal.
PENALTY = 10.0
#: Standard deviation of the levels of articles in one version of OneStopEnglish (Vajjala & Lucic,
#: 2018), which were written for readers of one level; see ``benchmarks/levels.md``.
SD_TEXT = 0.3
DECIMALS = 6


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


def measure(texts: Iterable[str]) -> Floats:
    """Return the features of each text, shape (n_texts, n_features)."""
    annotator, counts = Annotator(), []
    for text in texts:
        counts.append(TextCounts())
        for sentence in annotator.annotate_sentences(list(segments([text]))):
            counts[-1].add(sentence)
    complexities = form_complexities(counts)
    return np.array([text.features(complexities) for text in counts])


def regression() -> Any:
    """Return the unfitted model."""
    return make_pipeline(StandardScaler(), Ridge(PENALTY))


def folds() -> KFold:
    """Return the folds of the cross-validation. Sentences of CEFR-SP are from different pages."""
    return KFold(5, shuffle=True, random_state=0)


def train() -> dict[str, Any]:
    """Return the parameters of the model; see :func:`lcp.reading.text_level._model`."""
    sentences = read_sentences("Wikiauto")
    values = measure(sentences.texts)
    held_out = cross_val_predict(regression(), values, sentences.levels, cv=folds())
    scaler, ridge = regression().fit(values, sentences.levels)
    # Regression shrinks towards the mean by r; levels as frequent as the experts' undo it.
    stretch = 1 / np.corrcoef(held_out, sentences.levels)[0, 1]
    slopes = stretch * ridge.coef_ / scaler.scale_
    return {
        "features": list(FEATURES),
        "slopes": slopes.round(DECIMALS).tolist(),
        "means": scaler.mean_.round(DECIMALS).tolist(),
        "mean": round(float(ridge.intercept_), DECIMALS),
        "sd_sentence": round(float((held_out - sentences.levels).std()), 3),
        "sd_text": SD_TEXT,
    }


if __name__ == "__main__":
    with written_aside(FILE) as aside:
        aside.write_text(json.dumps(train(), indent=1) + "\n", encoding="utf-8")
