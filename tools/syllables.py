"""Write the dictionary of pronunciations and model of syllables, lcp/english/data/syllables.npz.

From the file ``cmudict`` in NLTK's package ``corpora/cmudict`` (Weide 1998). About five minutes on
one core::

    python -m tools.syllables nltk_data/corpora/cmudict/cmudict
"""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lcp.english.syllables import CONTEXT, FILE, FIRST_CODE, by_letters, expected
from lcp.english.word_frequency import zipf
from tools.lexicon.writing import write_compressed

Phonemes = tuple[str, ...]
Costs = dict[tuple[str, ...], float]

SEED, FOLDS = 0, 5
#: Iterations of the alignment.
ITERATIONS = 5
#: Cost of letters and phonemes that were not aligned before, by number of phonemes.
UNSEEN = (5.0, 10.0, 15.0)
#: Minimum number of occurrences of an n-gram in the model.
OCCURRENCES = 4
#: Lowest Zipf frequencies of the words on which the model is scored; all words first.
FREQUENCIES = (None, 2, 3, 4)
_ENTRY, _WORD, _VOWELS = re.compile("[a-z][a-z'.-]*"), re.compile("[a-z]+"), re.compile("[aeiouy]+")


def main(source: Path) -> None:
    """Write the file, and print its scores."""
    variants = read_dictionary(source)
    first = {word: phonemes[0] for word, phonemes in variants.items()}
    chosen = first | shorter(variants, first)
    targets = syllabic_letters(chosen)
    scores = cross_validated(targets, chosen)
    model = Model(targets)
    entries = sorted(chosen)
    inventory = sorted({*chain.from_iterable(chosen.values())})
    code = {phoneme: chr(FIRST_CODE + number) for number, phoneme in enumerate(inventory)}
    step = float(np.abs(model.weights).max()) / np.iinfo(np.int8).max
    about = {
        "phonemes": inventory,
        "intercept": model.intercept,
        "step": step,
        "seed": SEED,
        "folds": FOLDS,
        "scores": scores,
    }
    codes = ["".join(map(code.__getitem__, chosen[word])) for word in entries]
    weights = np.rint(model.weights / step).astype(np.int8)
    columns = {"words": entries, "codes": codes, "contexts": model.contexts, "weights": weights}
    write_compressed(FILE, about=about, **columns)
    print(f"{len(entries):,} words, {len(weights):,} weights", *scores, sep="\n")


def read_dictionary(source: Path) -> dict[str, list[Phonemes]]:
    """Return the pronunciations of each lower-case word, in their order."""
    variants: dict[str, list[Phonemes]] = {}
    for line in source.read_text(encoding="latin-1").splitlines():
        word, _, *phonemes = line.lower().split()
        if _ENTRY.fullmatch(word):
            variants.setdefault(word, []).append(tuple(map(str.upper, phonemes)))
    return variants


def shorter(
    variants: Mapping[str, list[Phonemes]], first: Mapping[str, Phonemes]
) -> dict[str, Phonemes]:
    """Return pronunciations with fewer syllables than the first that spelling makes likelier.

    Examples are "every" and "fire". Likelier according to a model of the words whose
    pronunciations have the same number of syllables.
    """
    several = {
        word: [each for each in phonemes if size(each) <= size(first[word])]
        for word, phonemes in variants.items()
        if _WORD.fullmatch(word) and len(set(map(size, phonemes))) > 1
    }
    rest = {word: phonemes for word, phonemes in first.items() if word not in several}
    expected = Model(syllabic_letters(rest)).syllables(list(several))
    return {
        word: min(phonemes, key=lambda each: abs(size(each) - count))
        for (word, phonemes), count in zip(several.items(), expected.tolist(), strict=True)
    }


def size(phonemes: Phonemes) -> int:
    """Return the number of syllables."""
    return sum(phoneme[-1].isdigit() for phoneme in phonemes)


def syllabic_letters(pronunciations: Mapping[str, Phonemes]) -> dict[str, list[bool]]:
    """Return which letters of a word have a syllable, for words that can be aligned.

    The first of adjacent vowel letters has their first syllable, and a silent vowel the syllable of
    a consonant before or after it ("table", "curved").
    """
    labels = {}
    for word, parts in aligned(pronunciations).items():
        has = [size(part) > 0 for part in parts]
        vowels = {place for match in _VOWELS.finditer(word) for place in range(*match.span())}
        for place in range(len(word)):
            if has[place] and place not in vowels:
                near = [other for other in (place - 1, place + 1, place + 2) if other in vowels]
                silent = next((other for other in near if not has[other]), place)
                has[place], has[silent] = False, True
        for start, end in (match.span() for match in _VOWELS.finditer(word)):
            if any(has[start:end]):
                has[has.index(True, start)], has[start] = False, True
        labels[word] = has
    return labels


def aligned(pronunciations: Mapping[str, Phonemes]) -> dict[str, list[Phonemes]]:
    """Return the phonemes of each letter, none to two, of words for which this is possible.

    Costs are negative logarithms: at first of how much more often a letter and a phoneme are in the
    same word than by chance, then of relative frequencies in the alignment before.
    """
    pairs = {
        word: phonemes
        for word, phonemes in pronunciations.items()
        if _WORD.fullmatch(word) and len(phonemes) <= 2 * len(word)
    }
    letters, sounds, both = Counter[str](), Counter[str](), Counter[tuple[str, ...]]()
    for word, phonemes in pairs.items():
        plain = {phoneme.rstrip("012") for phoneme in phonemes}
        letters.update(set(word))
        sounds.update(plain)
        both.update((letter, phoneme) for letter in set(word) for phoneme in plain)
    costs = {key: -math.log(n * n / letters[key[0]] / sounds[key[1]]) for key, n in both.items()}
    for _ in range(ITERATIONS):
        alignments = {word: align(word, phonemes, costs) for word, phonemes in pairs.items()}
        counts = Counter(
            (letter, *(phoneme.rstrip("012") for phoneme in part))
            for word, parts in alignments.items()
            for letter, part in zip(word, parts, strict=True)
        )
        totals = Counter[str]()
        for (letter, *_), number in counts.items():
            totals[letter] += number
        costs = {key: -math.log(number / totals[key[0]]) for key, number in counts.items()}
    return alignments


def align(word: str, phonemes: Phonemes, costs: Costs) -> list[Phonemes]:
    """Return the cheapest division of phonemes among the letters of a word, in order."""
    plain = [phoneme.rstrip("012") for phoneme in phonemes]
    ends = range(len(plain) + 1)
    best, taken = [0.0, *[math.inf] * len(plain)], []
    for letter in word:
        options = [
            [
                (best[end - n] + costs.get((letter, *plain[end - n : end]), UNSEEN[n]), n)
                for n in range(min(end, 2) + 1)
            ]
            for end in ends
        ]
        cheapest = [min(each) for each in options]
        best = [cost for cost, _ in cheapest]
        taken.append([n for _, n in cheapest])
    parts, end = [], len(plain)
    for numbers in reversed(taken):
        parts.append(phonemes[end - numbers[end] : end])
        end -= numbers[end]
    return parts[::-1]


class Model:
    """Logistic regression of whether a letter has a syllable, on the n-grams around it.

    Parameters
    ----------
    targets : mapping of str to list of bool
        Words, and whether each letter has a syllable.
    """

    def __init__(self, targets: Mapping[str, Sequence[bool]]) -> None:
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.linear_model import LogisticRegression

        vectorizer = CountVectorizer(analyzer=list, min_df=OCCURRENCES)
        rows = vectorizer.fit_transform(chain.from_iterable(map(letter_contexts, targets)))
        regression = LogisticRegression(l1_ratio=1.0, solver="liblinear", random_state=SEED)
        regression.fit(rows, list(chain.from_iterable(targets.values())))
        weights = regression.coef_[0]
        kept = np.flatnonzero(weights)
        self.contexts: list[str] = vectorizer.get_feature_names_out()[kept].tolist()
        self.weights: NDArray[np.float64] = weights[kept]
        self.intercept = float(regression.intercept_[0])

    def syllables(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Return the expected number of syllables of each word, not rounded."""
        weights = by_letters(self.contexts, self.weights.tolist())
        return np.array([expected(word, weights, self.intercept) for word in words])


def letter_contexts(word: str) -> list[list[str]]:
    """Return the n-grams around each letter of a word, with a bar before the letter.

    >>> letter_contexts("be")[1][:3], letter_contexts("be")[1][5:7]
    (['|e', '|e>', '|e>>'], ['b|e', 'b|e>'])
    """
    edged = "<" * CONTEXT + word + ">" * CONTEXT
    sides = range(CONTEXT + 1)
    return [
        [
            f"{edged[place - before : place]}|{edged[place : place + 1 + after]}"
            for before in sides
            for after in sides
        ]
        for place in range(CONTEXT, CONTEXT + len(word))
    ]


def cross_validated(
    targets: Mapping[str, list[bool]], pronunciations: Mapping[str, Phonemes]
) -> list[dict[str, Any]]:
    """Return the share of words of which models of other words count the syllables rightly."""
    words = list(targets)
    folds = np.random.default_rng(SEED).integers(FOLDS, size=len(words))
    right = np.zeros(len(words), dtype=bool)
    for fold in range(FOLDS):
        model = Model({words[row]: targets[words[row]] for row in np.flatnonzero(folds != fold)})
        rows = np.flatnonzero(folds == fold)
        counted = model.syllables([words[row] for row in rows])
        truth = [size(pronunciations[words[row]]) for row in rows]
        right[rows] = np.maximum(np.rint(counted), 1) == truth
    frequencies = np.array([zipf(word) for word in words])
    scores = []
    for least in FREQUENCIES:
        subset = right if least is None else right[frequencies >= least]
        share = round(float(subset.mean()), 4)
        scores.append({"least_zipf": least, "words": len(subset), "right": share})
    return scores


if __name__ == "__main__":
    main(Path(sys.argv[1]))
