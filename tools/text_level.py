"""Train the model of the CEFR levels of sentences and texts: ``lcp/reading/text_level.json``.

Writes its card as well, ``lcp/reading/text_level.md``. Trained on the part of CEFR-SP from
Wikipedia (CC BY-SA 3.0). Needs LCP_DATA or ``lcp resources fetch cefr_sp``::

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
from lcp.evaluation.bootstrap import bootstrap
from lcp.files import written_aside
from lcp.model.labels import METRIC_LABELS
from lcp.reading.annotator import Annotator
from lcp.reading.text_level import FEATURES, FILE, TextCounts, form_complexities
from lcp.reports.tables import markdown_table, number
from lcp.resources import Store

Floats = NDArray[np.float64]

#: Penalty of the ridge regression of standardised features. Scores of 1 to 100 are equal.
PENALTY = 10.0
#: Standard deviation of the levels of articles in one version of OneStopEnglish (Vajjala & Lucic,
#: 2018), which were written for readers of one level; see ``benchmarks/levels.md``.
SD_TEXT = 0.3
DECIMALS = 6
CARD = """\
# Level of sentences and texts

Written by `python -m tools.text_level`. A ridge regression of standardised features that predicts
the mean CEFR level by two experts, from 1 (A1) to 6 (C2). Complexity and levels of words are those
of the bundled model (`models/core`).

- **Use**: levels of English sentences and texts for learners (`lcp profile`, `lcp serve`). It was
  not made to grade what learners write. Levels of texts below 60 words are uncertain.
- **Training data**: {n:,} sentences of Wikipedia, in the training and development parts of CEFR-SP
  (Arase, Uchida & Kajiwara, 2022; https://github.com/yukiar/CEFR-SP), part Wiki-Auto.
- **Licence**: CC BY-SA 3.0, as the training data.
- **Limits**: no text with a level was used in training, and few sentences are A1 or C2.

## Scores

5-fold cross-validation by sentence, 95% bootstrap intervals over sentences (1,000 resamples), on
the scale from 1 to 6. The shipped slopes are multiplied so that levels are as frequent as the
experts' levels. Scores on other sentences and on articles: `docs/levels.md`.

{scores}

## Features

Levels that a difference of 1, and of one standard deviation, makes.

{features}
"""


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


def train() -> tuple[dict[str, Any], str]:
    """Return the parameters, as :func:`lcp.reading.text_level._model` reads them, and the card."""
    sentences = read_sentences("Wikiauto")
    values = measure(sentences.texts)
    held_out = cross_val_predict(regression(), values, sentences.levels, cv=folds())
    scaler, ridge = regression().fit(values, sentences.levels)
    # Regression shrinks towards the mean by r; levels as frequent as the experts' undo it.
    stretch = 1 / np.corrcoef(held_out, sentences.levels)[0, 1]
    slopes = stretch * ridge.coef_ / scaler.scale_
    model = {
        "features": list(FEATURES),
        "slopes": slopes.round(DECIMALS).tolist(),
        "means": scaler.mean_.round(DECIMALS).tolist(),
        "mean": round(float(ridge.intercept_), DECIMALS),
        "sd_sentence": round(float((held_out - sentences.levels).std()), 3),
        "sd_text": SD_TEXT,
    }
    scores = bootstrap(sentences.levels, held_out)
    scores.index = [METRIC_LABELS[name] for name in scores.index]
    rows = [[name, *map(number, row, [3] * 3)] for name, *row in scores.itertuples()]
    effects = zip(FEATURES, slopes, slopes * scaler.scale_, strict=True)
    return model, CARD.format(
        n=len(sentences.texts),
        scores=markdown_table(["metric", "value", "low", "high"], rows),
        features=markdown_table(
            ["feature", "slope", "per standard deviation"],
            [[name, number(slope, 3), number(effect, 3)] for name, slope, effect in effects],
        ),
    )


if __name__ == "__main__":
    parameters, card = train()
    for path, text in ((FILE, json.dumps(parameters, indent=1)), (FILE.with_suffix(".md"), card)):
        with written_aside(path) as aside:
            aside.write_text(text.rstrip() + "\n", encoding="utf-8")
