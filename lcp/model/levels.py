"""CEFR levels of words: listed in vocabulary profiles, else predicted.

The file ``levels.tsv`` contains words, parts of speech and levels of the CEFR-J Vocabulary Profile
1.5 (Tono, 2020; A1 to B2) and the Octanove Vocabulary Profile C1/C2 1.0 (CC BY-SA 4.0).
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.english.lemmas import COARSE, lemma
from lcp.english.levels import LEVELS
from lcp.english.spellings import preferred_spelling
from lcp.english.text import CACHED_WORDS
from lcp.errors import InputError
from lcp.lexicon.expressions import load_expressions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Levels = NDArray[np.int8]

FILE = Path(__file__).with_name("levels.tsv")

#: Parts of speech of the profiles by universal part-of-speech tag.
PARTS = {
    "NOUN": "noun",
    "PROPN": "noun",
    "VERB": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
    "ADP": "preposition",
    "PRON": "pronoun",
    "DET": "determiner",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
    "NUM": "number",
    "INTJ": "interjection",
}


class LevelScale:
    """Probability of each CEFR level, given the complexity predicted for learners.

    A cumulative logit model (McCullagh, 1980), with a slope for each threshold: the log-odds that
    a word is above a level is linear in the prediction.

    Parameters
    ----------
    coefficients : array-like of shape (5, 2)
        Intercept and slope of each threshold between two levels.

    Raises
    ------
    ValueError
        If the shape is another, or a number is not finite.

    Examples
    --------
    >>> levels = np.repeat(np.arange(6), 50)
    >>> LevelScale.fit(levels / 5, levels).levels([0.0, 0.6, 1.0])[0].tolist()
    [0, 3, 5]
    """

    def __init__(self, coefficients: ArrayLike) -> None:
        self.coefficients = np.asarray(coefficients, dtype=np.float64)
        if self.coefficients.shape != (len(LEVELS) - 1, 2):
            raise ValueError("the thresholds of the levels are incomplete")
        if not np.isfinite(self.coefficients).all():
            raise ValueError("the thresholds of the levels are not finite")

    @classmethod
    def fit(cls, predicted: ArrayLike, levels: ArrayLike) -> Self:
        """Return the scale of out-of-fold predictions.

        Parameters
        ----------
        predicted : array-like of shape (n_words,)
            Out-of-fold predictions for learners, 0-1.
        levels : array-like of shape (n_words,)
            Levels as numbers from 0 (A1) to 5 (C2).

        Raises
        ------
        InputError
            If a level does not occur.
        """
        from sklearn.linear_model import LogisticRegression

        values, numbers = np.asarray(predicted, dtype=np.float64), np.asarray(levels)
        if len(np.unique(numbers)) != len(LEVELS):
            raise InputError(
                "The words do not have all six CEFR levels.", hint="Use the corpus cefr."
            )
        fits = [
            LogisticRegression(C=np.inf).fit(values[:, None], numbers > threshold)
            for threshold in range(len(LEVELS) - 1)
        ]
        return cls([[fit.intercept_[0], fit.coef_[0, 0]] for fit in fits])

    def probabilities(self, predicted: ArrayLike) -> Floats:
        """Return the probability of each level, shape (n_words, 6)."""
        values = np.asarray(predicted, dtype=np.float64)
        logits = self.coefficients[:, 0] + values[:, None] * self.coefficients[:, 1]
        above = 1 / (1 + np.exp(-logits))
        # Thresholds are fitted separately, and their probabilities may cross.
        above = np.minimum.accumulate(above, axis=1)
        edges = np.column_stack([np.ones(len(values)), above, np.zeros(len(values))])
        return -np.diff(edges, axis=1)

    def levels(self, predicted: ArrayLike) -> tuple[Levels, Floats]:
        """Return the level of each word, 0 (A1) to 5 (C2), and its probability.

        The level is the median of the distribution, which has the least expected absolute error.
        The most probable level would rarely be C1, which has few words.
        """
        probabilities = self.probabilities(predicted)
        best = (probabilities.cumsum(axis=1) >= 0.5 - 1e-9).argmax(axis=1)
        return best.astype(np.int8), probabilities[np.arange(len(best)), best]

    def to_dict(self) -> dict[str, Any]:
        """Return the parameters as JSON types."""
        return {"coefficients": self.coefficients.tolist()}


def listed_levels(words: Sequence[str], parts: Sequence[str] | None = None) -> Levels:
    """Return the level of the easiest listed reading of each word.

    The form and the lemma have readings, in British and in American spelling.

    Parameters
    ----------
    words : sequence of str of length n_words
        Words and expressions in any case.
    parts : sequence of str, optional
        Parts of speech, as in the profiles (``noun``), universal tags (``NOUN``) or Penn Treebank
        tags (``NNS``), or "". Of a word that is listed with its part of speech, only these readings
        count; a Penn Treebank tag also decides the lemma.

    Returns
    -------
    int8 array of shape (n_words,)
        From 0 (A1) to 5 (C2); -1 for words that are not listed.

    Examples
    --------
    >>> listed_levels(["found", "umbrellas", "zugzwang"]).tolist()
    [0, 0, -1]
    >>> listed_levels(["found"], ["noun"]).tolist() == listed_levels(["found"]).tolist()
    True
    >>> listed_levels(["found", "found"], ["VBD", "VB"]).tolist()
    [0, 3]
    """
    levels = np.full(len(words), -1, dtype=np.int8)
    for row, word in enumerate(words):
        part = parts[row] if parts is not None else ""
        readings = _readings(word.lower())
        if part[:2] in COARSE:
            readings = listed_readings().get(lemma(word, part)) or readings
            part = COARSE[part[:2]]
        if readings:
            of_part = [level for pos, level in readings if pos == PARTS.get(part, part)]
            levels[row] = min(of_part or [level for _, level in readings])
    return levels


@lru_cache(CACHED_WORDS)
def _readings(word: str) -> tuple[tuple[str, int], ...]:
    """Return part of speech and level of the readings of a word in lower case."""
    entries = listed_readings()
    if " " in word:
        lexicon = load_expressions()
        bases = [lexicon.base(row) for row in lexicon.rows([word]) if row >= 0]
        forms = dict.fromkeys([word, *bases])
    else:
        spelling = preferred_spelling(word)
        forms = dict.fromkeys([word, lemma(word), spelling, lemma(spelling)])
    return tuple(reading for form in forms for reading in entries.get(form, ()))


@cache
def listed_readings() -> dict[str, tuple[tuple[str, int], ...]]:
    """Return part of speech and level of the readings of each listed word."""
    readings = defaultdict(list)
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, pos, level = line.split("\t")
        readings[word].append((pos, LEVELS.index(level)))
    return {word: tuple(entries) for word, entries in readings.items()}
