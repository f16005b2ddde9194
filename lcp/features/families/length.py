"""Letters, sounds and affixes of a word."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    PREFIXES,
    SUFFIXES,
    beginnings,
    endings,
)
from lcp.english.spellings import without_accents
from lcp.english.syllables import pronunciation, syllables
from lcp.features.family import Family, Feature, names_of

if TYPE_CHECKING:
    from lcp.base.array_types import Bools, Floats
    from lcp.features.family import Fitted, Words


#: A y at the beginning of a word is a consonant.
_VOWEL = re.compile(r"[aeiou]|(?<=[^\W\d_])y")

_CONSONANTS = re.compile(r"(?:\by|[^\W\d_aeiouy])+")

#: Letter values of the English edition of Scrabble.
SCRABBLE = {
    letter: value
    for value, letters in {
        1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz",
    }.items()
    for letter in letters
}  # fmt: skip

_SCRABBLE = "Scrabble, English edition"
_SOUNDS = "Weide (1998), CMU Pronouncing Dictionary"

#: Name, description, unit and source of each feature.
_ROWS = (
    ("characters", "characters", "characters", "lcp"),
    ("syllables", "syllables", "syllables", f"{_SOUNDS}; lcp"),
    ("phonemes", "phonemes", "phonemes", _SOUNDS),
    ("vowels", "vowel letters", "letters", "lcp"),
    ("vowel_share", "share of vowels among the letters", "0-1", "lcp"),
    ("consonants_run", "longest sequence of consonant letters", "letters", "lcp"),
    ("distinct_characters", "distinct characters, ignoring case", "characters", "lcp"),
    ("capitals", "capital letters", "letters", "lcp"),
    ("initial_capital", "whether the word begins with a capital", "0/1", "lcp"),
    ("digits", "digits", "characters", "lcp"),
    ("hyphens", "hyphens", "characters", "lcp"),
    ("acronym", "whether all letters, at least two, are capitals", "0/1", "lcp"),
    ("prefix", "length of the longest known prefix, or 0", "letters", "lcp"),
    ("suffix", "length of the longest known suffix, or 0", "letters", "lcp"),
    ("greek_latin", "whether the word begins or ends with a Greek or Latin form", "0/1", "lcp"),
    ("scrabble", "sum of the letters' Scrabble values", "points", _SCRABBLE),
    ("scrabble_mean", "mean of the letters' Scrabble values", "points", _SCRABBLE),
)


@dataclass(frozen=True)
class Length(Family):
    """Length, letters, sounds and affixes of the word.

    Notes
    -----
    Syllables are those of :func:`lcp.english.syllables`; phonemes are NaN for words that the
    dictionary does not contain. The letters a, e, i, o and u are vowels; y is a vowel except at the
    beginning of a word.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["mountain", "DNA"], ["mountain", "dna"])
    >>> Length().measure(words, Fitted())[:, :3].tolist()
    [[8.0, 2.0, 6.0], [3.0, 3.0, 5.0]]
    """

    name = "length"
    scope = "word"
    columns = tuple(
        Feature(*row, licence="BSD 2-clause" if _SOUNDS in row[3] else "") for row in _ROWS
    )

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Measure the words; affixes are of the word or its lemma.

        Syllables, shares and means are NaN for words without letters.
        """
        rows = [_values(*pair) for pair in zip(inputs.form, inputs.lemma, strict=True)]
        return np.array(rows, dtype=np.float64).reshape(-1, len(_ROWS))

    def predicted(self, inputs: Words, fitted: Fitted) -> Bools:
        """Return which values are predicted: the syllables of words outside the dictionary."""
        flags = super().predicted(inputs, fitted)
        flags[:, names_of(self).index("syllables")] = [
            pronunciation(word) is None for word in inputs.form
        ]
        return flags


def _values(word: str, lemma: str) -> tuple[float, ...]:
    """Return the features of a word, in their order."""
    phonemes = pronunciation(word)
    # Letters with an accent count as plain letters: "naïve" has three vowels.
    plain = without_accents(word)
    lowered = plain.lower()
    letters = plain if plain.isalpha() else [c for c in plain if c.isalpha()]
    vowels = len(_VOWEL.findall(lowered))
    points = [value for letter in lowered if (value := SCRABBLE.get(letter))]
    capitals = 0 if plain == lowered else sum(map(str.isupper, plain))
    prefix = suffix = 0
    is_classical = False
    for form in {word.lower(), lemma}:
        prefix = max(prefix, next(beginnings(form, PREFIXES), 0))
        suffix = max(suffix, next(endings(form, SUFFIXES), 0))
        is_classical |= any(beginnings(form, CLASSICAL_BEGINNINGS))
        is_classical |= any(endings(form, CLASSICAL_ENDINGS))
    return (
        len(word),
        syllables(word) or math.nan,
        math.nan if phonemes is None else len(phonemes),
        vowels,
        vowels / len(letters) if letters else math.nan,
        max(map(len, _CONSONANTS.findall(lowered)), default=0),
        len(set(word.lower())),
        capitals,
        word[:1].isupper(),
        0 if word.isalpha() else sum(map(str.isdigit, word)),
        word.count("-"),
        len(letters) > 1 and capitals == len(letters),
        prefix,
        suffix,
        is_classical,
        sum(points),
        sum(points) / len(points) if points else math.nan,
    )
