"""Build the ages of acquisition of words, ``lcp/english/lexicon/data/acquisition.npz``.

For the words of the bundled lexicon, and others that are listed with a grade. The grades are listed
(public domain); the years are predictions for words that the model was not trained on, from
the features of the bundled lexicon, morphology, the grades and frequency. About two minutes on one
core. A grade that the ages rated by adults contradict is left out: some are of the 1960s
("pasta" 12) or of another meaning. Run it again after the lexicon changes::

    python -m tools.lexicon.acquisition
"""

from __future__ import annotations

import re
from statistics import NormalDist

import numpy as np

import lcp
from lcp.english.affixes import MIN_STEM
from lcp.english.lemmas import lemma
from lcp.english.lexicon.word_table import STEPS, UNKNOWN, load_lexicon
from lcp.english.word_frequency import zipf
from lcp.features.families.acquisition import FILE, STEP
from lcp.features.families.morphology import bases
from lcp.features.matrix import Matrix
from lcp.resources import Store
from tools.lexicon.norm_prediction import cross_fitted, scores_of
from tools.lexicon.writing import quantised, write_compressed

#: Form of a word outside the lexicon.
WORD = re.compile("[a-z]+(-[a-z]+)*")
#: Values of the first and the last step.
LIMITS = (0.0, STEPS * STEP)
#: Families whose features predict the years.
FAMILIES = {
    "length": {},
    "frequency": {"sources": ["wordfreq"]},
    "lexicon": {},
    "morphology": {},
}


def main() -> None:
    """Look up the grades, predict the years and write both."""
    store = Store()
    rated = store.table("aoa_kuperman")["aoa_rated"].dropna().to_dict()
    lowest, mean = (listed_grades(store, which) for which in ("min", "mean"))
    believed = lowest.keys() - contradicted(lowest, rated)
    listed = [{word: each[word] for word in each if word in believed} for each in (lowest, mean)]
    lexicon = load_lexicon()
    others = sorted(word for word in listed[0] if WORD.fullmatch(word) and word not in lexicon)
    words = [*lexicon.words, *others]
    lemmas = [lemma(word) for word in words]
    grades = [
        [each.get(word, each.get(base, np.nan)) for each in listed]
        for word, base in zip(words, lemmas, strict=True)
    ]
    steps = quantised(np.array(grades), *LIMITS)
    parts = grades_of_parts(words, steps[:, 0])
    values = years(words, np.column_stack([grades, parts]), rated)
    numbers = {word: number for number, word in enumerate(words)}
    # Inflected forms are as familiar as their lemma.
    for number, (word, base) in enumerate(zip(words, lemmas, strict=True)):
        if base != word and base in numbers and zipf(base) > zipf(word):
            values[number] = values[numbers[base]]
    write_compressed(
        FILE,
        words=others,
        steps=np.vstack([np.column_stack([steps, quantised(values, *LIMITS)]), [[UNKNOWN] * 3]]),
        # Whether the word itself has a grade, rather than its lemma; none for other words.
        listed=np.packbits([*(word in listed[0] for word in words), False]),
        lexicon=np.array(load_lexicon().checksum),
    )


def listed_grades(store: Store, which: str) -> dict[str, float]:
    """Return the listed grade of words, and of expressions written as a word."""
    listed = store.table("aoa_test")[f"aoa_test_{which}"].dropna()
    keys = [re.sub(r"\([^)]*\)|[^\w'’ -]", "", word.lower()).strip() for word in listed.index]
    rows = [*zip(keys, listed.index.str.lower(), listed.tolist(), strict=True)][::-1]
    # "Turn" itself counts, not "(gave me a) turn".
    exact = {key: grade for key, _, grade in sorted(rows, key=lambda row: row[0] == row[1])}
    return {re.sub("[ -]", "", key): grade for key, grade in exact.items()} | exact


def contradicted(grades: dict[str, float], ages: dict[str, float], share: float = 0.02) -> set[str]:
    """Return the words whose grade differs more from the one expected at the rated age.

    `share` is the part of differences that a normal distribution has outside the limits.
    """
    words = [word for word in grades if word in ages]
    own = np.array([grades[word] for word in words])
    expected = np.poly1d(np.polyfit([ages[word] for word in words], own, 1))
    differences = own - expected([ages[word] for word in words])
    limit = NormalDist().inv_cdf(1 - share / 2) * differences.std()
    pairs = zip(words, abs(differences), strict=True)
    return {word for word, difference in pairs if difference > limit}


def grades_of_parts(words: list[str], steps: np.ndarray) -> np.ndarray:
    """Return the lowest grade in which both parts of a word, or its base, are known; else NaN."""
    known = {word: step for word, step in zip(words, steps.tolist(), strict=True) if step < UNKNOWN}
    grades = []
    for word in words:
        places = range(MIN_STEM, len(word) - MIN_STEM + 1)
        ways = [(word[:place], word[place:]) for place in places]
        ways += [(base,) for base in bases(word)]
        steps_of = [max(known.get(part, UNKNOWN) for part in parts) for parts in ways]
        grades.append(min(steps_of, default=UNKNOWN))
    return np.where(np.equal(grades, UNKNOWN), np.nan, np.array(grades) * STEP)


def years(words: list[str], grades: np.ndarray, rated: dict[str, float]) -> np.ndarray:
    """Return the age of acquisition of each word, predicted by models not trained on its lemma."""
    target = np.array([rated.get(word, np.nan) for word in words])
    known = ~np.isnan(target)
    table = lcp.FeatureSet(FAMILIES).fit_transform([{"token": word} for word in words])
    rows = Matrix.of(table.assign(grade=grades[:, 0], mean=grades[:, 1], parts=grades[:, 2]))
    estimator = lcp.load_estimator("lightgbm-fast", n_jobs=1)
    predicted = cross_fitted(
        words, known, lambda train: estimator.fit(rows.take(train), target[train]).predict(rows)
    )
    print("held out:", scores_of(target[known], predicted[known]))
    return predicted


if __name__ == "__main__":
    main()
