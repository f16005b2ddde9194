"""What can be seen and heard in a word itself: its letters, sounds and parts."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import pandas as pd

from lcp.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    PREFIXES,
    SUFFIXES,
    beginnings,
    endings,
)
from lcp.extractors.base import Extractor, Feature
from lcp.pronunciation import pronunciations
from lcp.text import hyphenated_pieces

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.pronunciation import Phonemes

_NAN = float("nan")

#: Letter values of the English edition of Scrabble.
SCRABBLE = {
    letter: value
    for value, letters in {
        1: "aeilnorstu", 2: "dg", 3: "bcmp", 4: "fhvwy", 5: "k", 8: "jx", 10: "qz",
    }.items()
    for letter in letters
}  # fmt: skip


class Length(Extractor):
    """Length, letters, sounds and affixes of the word.

    Parameters
    ----------
    cmudict : bool
        Whether syllables and phonemes come from the CMU Pronouncing Dictionary (the first
        pronunciation). Without it, and for words that it does not know, syllables are the
        pieces into which Pyphen's US English patterns divide the word; phonemes are NaN.

    Notes
    -----
    Words with hyphens that the dictionary does not hold are the sum of their parts. The
    letters a, e, i, o, u are vowels, and y is one except at the beginning of a word.

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["mountain", "DNA"], "lemma": ["mountain", "dna"]})
    >>> Length(cmudict=False).extract(words)[["characters", "vowels", "acronym", "scrabble"]]
       characters  vowels  acronym  scrabble
    0         8.0     4.0      0.0      10.0
    1         3.0     1.0      1.0       4.0
    """

    name = "length"
    level = "word"

    def __init__(self, *, cmudict: bool = True) -> None:
        self.cmudict = cmudict

    def resources(self) -> tuple[str, ...]:
        """Name the pronouncing dictionary, if it is used."""
        return ("cmudict",) if self.cmudict else ()

    def features(self) -> Sequence[Feature]:
        """Describe the columns; no phonemes without the dictionary."""
        patterns = "Pyphen, US English patterns"
        heard = f"Weide (1998), CMU Pronouncing Dictionary; {patterns}"
        rows = [
            ("characters", "characters", "characters", "lcp"),
            ("syllables", "syllables", "syllables", heard if self.cmudict else patterns),
            ("phonemes", "phonemes", "phonemes", "Weide (1998), CMU Pronouncing Dictionary"),
            ("vowels", "vowel letters", "letters", "lcp"),
            ("vowel_share", "share of vowels among the letters", "0-1", "lcp"),
            ("consonants_run", "longest sequence of consonant letters", "letters", "lcp"),
            ("distinct_characters", "different characters, ignoring case", "characters", "lcp"),
            ("capitals", "capital letters", "letters", "lcp"),
            ("initial_capital", "whether the word begins with a capital", "0/1", "lcp"),
            ("digits", "digits", "characters", "lcp"),
            ("hyphens", "hyphens", "characters", "lcp"),
            ("acronym", "whether two or more letters are all capitals", "0/1", "lcp"),
            ("prefix", "length of the longest known prefix, or 0", "letters", "lcp"),
            ("suffix", "length of the longest known suffix, or 0", "letters", "lcp"),
            ("greek_latin", "whether a Greek or Latin form begins or ends the word", "0/1", "lcp"),
            ("scrabble", "sum of the letters' values", "points", "Scrabble, English edition"),
            ("scrabble_mean", "mean of the letters' values", "points", "Scrabble, English edition"),
        ]
        return [Feature(*row) for row in rows if self.cmudict or row[0] != "phonemes"]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Measure the words.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``; affixes are sought in both.

        Returns
        -------
        DataFrame of shape (n_words, n_features)
            Syllables, shares and means are NaN for what has no letters.

        Raises
        ------
        ResourceError
            When the pronouncing dictionary is asked for and not on this machine.
        """
        known = pronunciations(self.store.nltk("cmudict")) if self.cmudict else {}
        rows = [
            _letters(word) | _affixes(word.lower(), lemma) | _sounds(word, known)
            for word, lemma in zip(frame["word"], frame["lemma"], strict=True)
        ]
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(rows, columns=columns, index=frame.index, dtype="float64")


def pattern_syllables(part: str) -> float:
    """Syllables of a word without hyphens by Pyphen's patterns; NaN if it has no letters.

    >>> pattern_syllables("mountain")
    2.0
    """
    if not any(character.isalpha() for character in part):
        return _NAN
    return float(hyphenated_pieces(part))


def _sounds(word: str, known: Mapping[str, Phonemes]) -> dict[str, float]:
    spelled = word.lower().replace("\u2019", "'")
    whole = [spelled] if spelled in known else [part for part in spelled.split("-") if part]
    sounds = [_heard(part, known) for part in whole or [spelled]]
    syllables, phonemes = (sum(values) for values in zip(*sounds, strict=True))
    return {"syllables": syllables, "phonemes": phonemes}


def _heard(part: str, known: Mapping[str, Phonemes]) -> tuple[float, float]:
    if part not in known:
        return pattern_syllables(part), _NAN
    phonemes = known[part]
    # Only vowels carry a digit: their stress.
    return float(sum(phoneme[-1].isdigit() for phoneme in phonemes)), float(len(phonemes))


def _letters(word: str) -> dict[str, float]:
    # An accent does not make another letter: "naïve" has three vowels.
    plain = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    letters = [c for c in plain if c.isalpha()]
    vowels = len(re.findall(r"[aeiou]|(?<=[^\W\d_])y", plain.lower()))
    runs = re.findall(r"(?:\by|[^\W\d_aeiouy])+", plain.lower())
    points = [SCRABBLE[letter] for letter in plain.lower() if letter in SCRABBLE]
    capitals = sum(c.isupper() for c in plain)
    return {
        "characters": len(word),
        "vowels": vowels,
        "vowel_share": vowels / len(letters) if letters else _NAN,
        "consonants_run": max((len(run) for run in runs), default=0),
        "distinct_characters": len(set(word.lower())),
        "capitals": capitals,
        "initial_capital": word[:1].isupper(),
        "digits": sum(c.isdigit() for c in word),
        "hyphens": word.count("-"),
        "acronym": len(letters) > 1 and capitals == len(letters),
        "scrabble": sum(points),
        "scrabble_mean": sum(points) / len(points) if points else _NAN,
    }


def _affixes(word: str, lemma: str) -> dict[str, float]:
    forms = (word, lemma)
    return {
        "prefix": max(next(beginnings(form, PREFIXES), 0) for form in forms),
        "suffix": max(next(endings(form, SUFFIXES), 0) for form in forms),
        "greek_latin": any(
            next(beginnings(form, CLASSICAL_BEGINNINGS), 0)
            or next(endings(form, CLASSICAL_ENDINGS), 0)
            for form in forms
        ),
    }
