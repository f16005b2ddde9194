"""Train the scores of perceptibility of the lexicon's words: ``perceptibility.npz``.

An SVR and boosted trees predict the concreteness ratings of the MRC database from the lexicon's
vectors and norms, and from WordNet. Words that have a rating get a prediction by models that were
trained without their lemma. Needs LCP_DATA or ``lcp resources fetch mrc wordnet``::

    python -m tools.perceptibility
"""

from __future__ import annotations

import numpy as np
from sklearn.base import clone
from sklearn.ensemble import VotingRegressor
from sklearn.linear_model import RidgeCV
from sklearn.model_selection import GroupKFold, cross_val_predict

import lcp
from lcp.english.lemmas import lemma
from lcp.english.predicted_norms import norms_of
from lcp.files.writing import atomic_write
from lcp.lexicon.words import load_lexicon
from lcp.tasks.gaps.perceptibility import SHIPPED
from tools.lexicon.writing import quantised

FAMILIES = {"lexicon": {}, "wordnet": {}}
RECIPES = ("svr", "lightgbm-fast")
#: Lowest and highest rating of the MRC database, which become 0 and 1 (Zheng et al. 2021).
LOWEST, HIGHEST = 1.58, 6.70


def main() -> None:
    """Train, and write the scores of the lexicon's words and the weights for other words."""
    ratings = lcp.Store().table("mrc")["concreteness"].dropna()
    words = ratings.index.to_numpy()
    rated = (ratings.to_numpy() - LOWEST) / (HIGHEST - LOWEST)
    lexicon = load_lexicon()
    values = lcp.FeatureSet(FAMILIES).fit_transform([{"token": word} for word in lexicon.words])
    members = [(name, lcp.load_estimator(name, random_state=0, n_jobs=1)) for name in RECIPES]
    estimator = VotingRegressor(members)
    rows = lexicon.rows(words)
    inside = rows >= 0
    training, target = values.iloc[rows[inside]], rated[inside]
    scores = clone(estimator).fit(training, target).predict(values)
    lemmas = [lemma(word) for word in words[inside]]
    held_out = cross_val_predict(estimator, training, target, cv=GroupKFold(5), groups=lemmas)
    print(f"{inside.sum():,} rated words, held-out r {np.corrcoef(held_out, target)[0, 1]:.3f}")
    scores[rows[inside]] = held_out
    linear = RidgeCV(np.logspace(-1, 4, 12)).fit(norms_of(lexicon, list(words)), rated)
    weights = np.append(linear.coef_, linear.intercept_).astype(np.float32)
    with atomic_write(SHIPPED) as aside, aside.open("wb") as stream:
        np.savez_compressed(stream, words=quantised(scores, 0.0, 1.0), weights=weights)


if __name__ == "__main__":
    main()
