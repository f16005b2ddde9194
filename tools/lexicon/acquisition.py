"""Build the ages of acquisition of the lexicon's words, ``lcp/lexicon/acquisition.npz``.

The grades are listed (public domain); the years are predictions for words that the model was not
trained on, from the features of the bundled lexicon, the grades and frequency. About two minutes
on one core. Run it again after the lexicon changes::

    python -m tools.lexicon.acquisition
"""

from __future__ import annotations

import re

import numpy as np

import lcp
from lcp.english.lemmas import lemma
from lcp.english.word_frequency import zipf
from lcp.features.families.acquisition import FILE, STEP
from lcp.features.matrix import Matrix
from lcp.lexicon.file import UNKNOWN, checksum, load_lexicon
from lcp.resources import Store
from tools.lexicon.norms import FOLDS, fold_of

#: Families whose features predict the years.
FAMILIES = {"length": {"cmudict": False}, "frequency": {"sources": ["wordfreq"]}, "lexicon": {}}


def main() -> None:
    """Look up the grades, predict the years and write both."""
    words, store = load_lexicon().words, Store()
    lemmas = [lemma(word) for word in words]
    values = np.column_stack([grades(words, lemmas, store, which) for which in ("min", "mean")])
    values = np.column_stack([values, years(words, values, store)])
    # Inflected forms are as familiar as their lemma.
    numbers = {word: number for number, word in enumerate(words)}
    for number, (word, base) in enumerate(zip(words, lemmas, strict=True)):
        if base != word and base in numbers and zipf(base) > zipf(word):
            values[number, 2] = values[numbers[base], 2]
    steps = np.where(np.isnan(values), UNKNOWN, np.rint(np.nan_to_num(values) / STEP))
    np.savez_compressed(FILE, steps=steps.astype(np.uint8), lexicon=np.array(checksum()))


def grades(words: list[str], lemmas: list[str], store: Store, which: str) -> np.ndarray:
    """Return the listed grade of each word, of its lemma, or of its parts written apart."""
    listed = store.table("aoa_test")[f"aoa_test_{which}"].dropna()
    keys = [re.sub(r"\([^)]*\)|[^\w'’ -]", "", word.lower()).strip() for word in listed.index]
    exact = dict(zip(reversed(keys), reversed(listed.tolist()), strict=True))
    joined = {re.sub("[ -]", "", key): grade for key, grade in exact.items()}
    tried = zip(words, lemmas, strict=True)
    return np.array(
        [
            next(filter(None, (exact.get(w), exact.get(b), joined.get(w), joined.get(b))), np.nan)
            for w, b in tried
        ]
    )


def years(words: list[str], listed: np.ndarray, store: Store) -> np.ndarray:
    """Return the age of acquisition of each word, predicted by models not trained on its lemma."""
    rated = store.table("aoa_kuperman")["aoa_rated"].dropna().to_dict()
    known = np.array([word in rated for word in words])
    target = np.array([rated.get(word, np.nan) for word in words])
    table = lcp.FeatureSet(FAMILIES).fit_transform([{"token": word} for word in words])
    rows = Matrix.of(table.assign(grade=listed[:, 0], mean=listed[:, 1]))
    folds = np.array([fold_of(word) for word in words])
    predicted = np.zeros((FOLDS, len(words)))
    for fold in range(FOLDS):
        train = known & (folds != fold)
        trees = lcp.load_estimator("lightgbm-fast", n_jobs=1).fit(rows.take(train), target[train])
        predicted[fold] = trees.predict(rows)
    held_out = predicted[folds, np.arange(len(words))]
    r = np.corrcoef(held_out[known], target[known])[0, 1]
    print(f"{known.sum():,} rated words, held-out r {r:.3f}")
    return np.where(known, held_out, predicted.mean(axis=0))


if __name__ == "__main__":
    main()
