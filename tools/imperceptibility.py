"""Train the scores of imperceptibility of the lexicon's words: ``imperceptibility.npz``.

An SVR and boosted trees predict the concreteness ratings of the MRC database from the lexicon's
vectors and norms, and from WordNet's lexicographer files. Words that have a rating get a prediction
by models that were trained without their lemma. Needs LCP_DATA or ``lcp resources fetch mrc
wordnet``::

    python -m tools.imperceptibility
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from lightgbm import LGBMRegressor
from sklearn.base import clone
from sklearn.ensemble import VotingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

import lcp
from lcp.english.lemmas import lemma
from lcp.features.families.wordnet import wordnet_reader
from lcp.files import written_aside
from lcp.lexicon.file import load_lexicon
from lcp.tasks.gaps.imperceptibility import HIGHEST, LOWEST, SHIPPED
from tools.lexicon.writing import quantised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]


def estimator() -> VotingRegressor:
    """Return the mean of an SVR and of boosted trees."""
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
        random_state=0,
    )
    return VotingRegressor([("svr", svr), ("trees", trees)])


def word_values(words: Sequence[str]) -> Floats:
    """Return the lexicon's vectors and norms, and the shares of WordNet's lexicographer files."""
    lexicon = load_lexicon()
    vectors = np.nan_to_num(lexicon.vector_values(lexicon.rows(words)))
    return np.hstack([vectors, lexicon.norm_values(words), wordnet_values(words)])


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


def main() -> None:
    """Train, and write the scores of the lexicon's words and the weights for other words."""
    ratings = lcp.Store().table("mrc")["concreteness"].dropna()
    words = ratings.index.to_numpy()
    rated = (ratings.to_numpy() - LOWEST) / (HIGHEST - LOWEST)
    lexicon = load_lexicon()
    values = word_values(lexicon.words)
    rows = lexicon.rows(words)
    inside = rows >= 0
    training, target = values[rows[inside]], rated[inside]
    scores = clone(estimator()).fit(training, target).predict(values)
    lemmas = [lemma(word) for word in words[inside]]
    scores[rows[inside]] = cross_val_predict(
        estimator(), training, target, cv=GroupKFold(5), groups=lemmas
    )
    linear = RidgeCV(np.logspace(-1, 4, 12)).fit(lexicon.norm_values(words), rated)
    weights = np.append(linear.coef_, linear.intercept_).astype(np.float32)
    with written_aside(SHIPPED) as aside, aside.open("wb") as stream:
        np.savez_compressed(stream, words=quantised(scores, 0.0, 1.0), weights=weights)


if __name__ == "__main__":
    main()
