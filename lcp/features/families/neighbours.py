"""Orthographic and phonological neighbours of a word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.syllables import FIRST_CODE, pronunciation, sounds
from lcp.english.word_frequency import zipf
from lcp.errors import requiring
from lcp.features.family import Family, Feature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words

#: Number of nearest words of OLD20 and PLD20.
NEAREST = 20
#: Words that are compared at once.
_TOGETHER = 500
_WORD = re.compile(r"[^\W\d_]+([-'’][^\W\d_]+)*")
_LISTED = "words of the CMU Pronouncing Dictionary"
_COLTHEART, _YARKONI = f"Coltheart et al. (1977); {_LISTED}", f"Yarkoni et al. (2008); {_LISTED}"
_YAP = f"Yap & Balota (2009); {_LISTED}"
_DISTANCE = f"mean Levenshtein distance to the {NEAREST} nearest words"
_ROWS = (
    ("orthographic_n", "words that differ in one letter", "words", _COLTHEART),
    ("old20", _DISTANCE, "letters", _YARKONI),
    ("phonological_n", "words that differ in one phoneme", "words", _YAP),
    ("pld20", _DISTANCE, "phonemes", _YAP),
)


@dataclass(frozen=True)
class Neighbours(Family):
    """Orthographic and phonological neighbours of a word among 38,570 frequent words.

    Coltheart's N is the number of words that differ in one letter (Coltheart et al. 1977), OLD20
    the mean Levenshtein distance to the 20 nearest words (Yarkoni et al. 2008); phonological N and
    PLD20 are the same for phonemes without stress (Yap & Balota 2009). The word itself is not
    counted. The words are those of the CMU Pronouncing Dictionary with a Zipf frequency of at least
    2 that are seldom capitalised: values from other lists, such as those of the English Lexicon
    Project (40,481 words), differ a little.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["sleep", "chance"], ["sleep", "chance"])
    >>> Neighbours().measure(words, Fitted())[:, :2].round(2).tolist()
    [[5.0, 1.55], [1.0, 1.85]]
    """

    name = "neighbours"
    scope = "word"
    columns = tuple(Feature(*row, licence="BSD 2-clause") for row in _ROWS)

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Compare the words with the list; NaN for other strings, and without a pronunciation."""
        spelled, sounded = _listed_words()
        forms = [form.lower() if _WORD.fullmatch(form) else "" for form in inputs.form]
        spoken = [_phone_code(pronunciation(form) or ()) for form in forms]
        values = np.empty((len(forms), 4))
        for first in range(0, len(forms), _TOGETHER):
            part = slice(first, first + _TOGETHER)
            values[part, :2] = _compared(forms[part], spelled, forms[part])
            values[part, 2:] = _compared(spoken[part], sounded, forms[part])
        return values


def _compared(texts: list[str], spellings: Sequence[str], forms: Sequence[str]) -> Floats:
    """Return the number of neighbours, and the mean distance to the nearest, of each text."""
    with requiring("vocabulary", "Numbers of neighbours"):
        from rapidfuzz.distance import Levenshtein
        from rapidfuzz.process import cdist
    distances = cdist(texts, spellings, scorer=Levenshtein.distance, dtype=np.uint8)
    lengths = np.array([len(text) for text in spellings])
    places = _places()
    values = np.full((len(texts), 2), np.nan)
    for row, text in enumerate(texts):
        if not text:
            continue
        if (own := places.get(forms[row], -1)) >= 0:
            distances[row, own] = np.iinfo(np.uint8).max
        values[row, 0] = ((distances[row] == 1) & (lengths == len(text))).sum()
        values[row, 1] = np.partition(distances[row], NEAREST - 1)[:NEAREST].mean()
    return values


@cache
def _listed_words(rarest: float = 2.0, capitalised: float = 0.5) -> tuple[list[str], list[str]]:
    """Return the words of the list, and their phonemes.

    They are words of the pronouncing dictionary of at least the Zipf frequency `rarest` that have a
    capital in at most a share of their occurrences, so that most are no names.
    """
    lexicon = load_lexicon()
    dictionary = sounds().codes
    words = [word for word in dictionary if word.isascii() and word.isalpha()]
    rows = lexicon.rows(words)
    names = lexicon.capital_share(rows).ravel() > capitalised
    kept = [
        word
        for word, row, is_name in zip(words, rows, names, strict=True)
        if row >= 0 and not is_name and zipf(word) >= rarest
    ]
    phonemes = sounds().about["phonemes"]
    spoken = [_phone_code(phonemes[ord(code) - FIRST_CODE] for code in dictionary[w]) for w in kept]
    return kept, spoken


@cache
def _places() -> dict[str, int]:
    return {word: index for index, word in enumerate(_listed_words()[0])}


def _phone_code(phonemes: Any) -> str:
    """Return phonemes as a text of one character each, without stress."""
    numbers = _numbers()
    return "".join(numbers[phoneme.rstrip("012")] for phoneme in phonemes)


@cache
def _numbers() -> dict[str, str]:
    plain = sorted({phoneme.rstrip("012") for phoneme in sounds().about["phonemes"]})
    return {phoneme: chr(ord("A") + index) for index, phoneme in enumerate(plain)}
