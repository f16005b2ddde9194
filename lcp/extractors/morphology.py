"""What a word shares with other words: its family, its base and its parts."""

from __future__ import annotations

import math
from bisect import bisect_left
from functools import lru_cache
from sys import intern
from typing import TYPE_CHECKING

import pandas as pd

from lcp.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    PREFIXES,
    STEM,
    SUFFIXES,
    beginnings,
    endings,
)
from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.lexicon.file import checksum, load_lexicon
from lcp.text import stem
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_NAN = float("nan")
_ZIPF = "Zipf: log10 per billion words"
_PORTER = "Porter (2001), Snowball; Speer (2022), wordfreq; lcp, the lexicon's words"
_BASES = "after Bauer & Nation (1993); Speer (2022), wordfreq; lcp, the lexicon's words"
_PARTS = "Speer (2022), wordfreq; lcp, the lexicon's words"

#: Endings that make forms of a word (Bauer & Nation 1993, level 2) and are no suffixes above.
INFLECTIONS = frozenset({"s", "es", "ed", "est"})
_BEFORE = PREFIXES | CLASSICAL_BEGINNINGS
_AFTER = SUFFIXES | CLASSICAL_ENDINGS | INFLECTIONS

#: Letters of a part, at least.
SHORTEST = 3
#: Zipf frequency from which a base may have a base in turn: "artery" is not "arte" and "ry".
EVERYDAY_BASE = 2.5
#: Zipf frequency from which a word within the word is noticed.
EVERYDAY_PART = 3.0
#: Affixes that are taken off one after the other, at most.
DEEPEST = 6


class Morphology(LexiconFamily):
    """Words of the same stem, the word without its affix, and words within the word.

    A reader may know a rare word by a frequent relative: "linkage" by "link". The lexicon
    says which sequences of letters are words, wordfreq how frequent they are.

    Parameters
    ----------
    file : str, default=""
        A lexicon that `lcp lexicon build` made; the one that ships unless given.

    Notes
    -----
    The family are the lexicon's words with the same Snowball stem. The base is the most
    frequent of the lexicon's words that remain when one prefix or suffix of
    :mod:`lcp.extractors.length`, or an inflection, is taken off; a suffix may have dropped
    an e, changed a y into i or doubled a consonant. Affixes are told by their letters alone,
    so that a base can be none: "th" is no suffix in "south".

    Examples
    --------
    >>> words = pd.DataFrame({"word": ["Linkage", "wildlife"], "lemma": ["linkage", "wildlife"]})
    >>> Morphology().extract(words)[["base_zipf", "affixes", "compound"]]
       base_zipf  affixes  compound
    0       4.99      1.0      4.99
    1        NaN      0.0      4.80
    """

    name = "morphology"
    level = "word"

    def __init__(self, *, file: str = "") -> None:
        self.file = file

    def features(self) -> Sequence[Feature]:
        """Describe the columns of the family, the base and the parts."""
        rows = [
            ("family_size", "other words with the same stem", "words", _PORTER),
            ("family_top", "frequency of the most frequent of the family", _ZIPF, _PORTER),
            ("family_gap", "how much more frequent that is than the word", "Zipf", _PORTER),
            ("family_zipf", "frequency of the whole family", _ZIPF, _PORTER),
            ("base_zipf", "frequency of the word without one affix", _ZIPF, _BASES),
            ("base_gap", "how much more frequent that is than the word", "Zipf", _BASES),
            ("base_share", "share of the base's letters in the word's", "0-1", _BASES),
            ("affixes", "affixes that come off one after the other", "affixes", _BASES),
            ("compound", "rarer half of the best division into two words", _ZIPF, _PARTS),
            ("part_share", "share of the longest frequent word within the word", "0-1", _PARTS),
            ("part_zipf", "frequency of that word", _ZIPF, _PARTS),
        ]
        return [Feature(*row) for row in rows]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Seek the words' relatives, whatever their case.

        Parameters
        ----------
        frame : DataFrame of shape (n_words, 2)
            Columns ``word`` and ``lemma``.

        Returns
        -------
        DataFrame of shape (n_words, 11)
            NaN for frequencies and shares of what there is not; a word without a frequent
            word within has a ``part_share`` of 0.

        Raises
        ------
        ResourceError
            When the lexicon is missing, damaged, or not that of the training.
        """
        self.load()
        vocabulary = _vocabulary(self.file, checksum(self.file))
        rows = [
            vocabulary.family(word) | vocabulary.base(word) | vocabulary.parts(word)
            for word in (written.lower().replace("’", "'") for written in frame["word"])
        ]
        columns = [feature.name for feature in self.features()]
        return pd.DataFrame(rows, columns=columns, index=frame.index, dtype="float64")


class Vocabulary:
    """Known words, and what they have to do with a word that may be among them or not.

    Parameters
    ----------
    words : sequence of str
        In lower case. Those with other signs than letters, and those that wordfreq does not
        know, are left aside.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.ordered = sorted(word for word in words if word.isalpha())
        self.known = frozenset(self.ordered)
        self.longest = max(map(len, self.ordered), default=0)
        # Found when they are needed: all would take seconds.
        self._stems = [""] * len(self.ordered)

    def frequency(self, word: str) -> float:
        """Zipf frequency of a known word; NaN for others."""
        return zipf(word) if word in self.known else _NAN

    def family(self, word: str) -> dict[str, float]:
        """Size and frequency of the words with the same stem."""
        own = zipf(word)
        shared = stem(word)
        # A stem differs from its words at its end only ("happi", "happy"); "dying" and its
        # like, whose stem is "die", are all that is lost.
        beginning = shared[: max(len(shared) - 1, 1)]
        others = [
            zipf(other)
            for other, its_stem in self._beginning(beginning)
            if its_stem == shared and other != word
        ]
        members = [value for value in (own, *others) if not math.isnan(value)]
        top = max(members, default=_NAN)
        return {
            "family_size": sum(not math.isnan(value) for value in others),
            "family_top": top,
            "family_gap": top - own,
            "family_zipf": math.log10(sum(10**value for value in members)) if members else _NAN,
        }

    def _beginning(self, letters: str) -> Iterator[tuple[str, str]]:
        """Known words that begin so, with their stems."""
        for place in range(bisect_left(self.ordered, letters), len(self.ordered)):
            word = self.ordered[place]
            if not word.startswith(letters):
                return
            if not self._stems[place]:
                self._stems[place] = intern(stem(word))
            yield word, self._stems[place]

    def base(self, word: str) -> dict[str, float]:
        """Frequency and share of the word without one affix, and how many come off."""
        frequency, base = self._base(word)
        affixes, below, remaining = 0, frequency, base
        while below >= EVERYDAY_BASE and affixes < DEEPEST:
            affixes += 1
            below, remaining = self._base(remaining)
        return {
            "base_zipf": frequency,
            "base_gap": frequency - zipf(word),
            "base_share": len(base) / len(word) if base else _NAN,
            "affixes": affixes,
        }

    def _base(self, word: str) -> tuple[float, str]:
        """Most frequent known word that remains without one affix; NaN and "" if there is none."""
        found = [(self.frequency(base), base) for base in bases(word)]
        return max((pair for pair in found if not math.isnan(pair[0])), default=(_NAN, ""))

    def parts(self, word: str) -> dict[str, float]:
        """Known words that make up the word, or are within it."""
        halves = [
            min(first, second)
            for place in range(SHORTEST, len(word) - SHORTEST + 1)
            if not math.isnan(first := self.frequency(word[:place]))
            and not math.isnan(second := self.frequency(word[place:]))
        ]
        length, frequency = self._longest_part(word)
        return {
            "compound": max(halves, default=_NAN),
            "part_share": length / len(word) if word else 0.0,
            "part_zipf": frequency,
        }

    def _longest_part(self, word: str) -> tuple[int, float]:
        # No longer part is known; without this limit a word of 20,000 letters takes minutes.
        for length in range(min(len(word) - 1, self.longest), SHORTEST - 1, -1):
            begins = range(len(word) - length + 1)
            within = [self.frequency(word[begin : begin + length]) for begin in begins]
            noticed = [value for value in within if value >= EVERYDAY_PART]
            if noticed:
                return length, max(noticed)
        return 0, _NAN


def bases(word: str) -> set[str]:
    """What may remain of a word without one affix, as it was spelled before.

    >>> sorted(bases("stopped"))
    ['stop', 'stopp', 'stoppe']
    """
    found = {word[size:] for size in beginnings(word, _BEFORE)}
    for size in endings(word, _AFTER):
        rest = word[:-size]
        found |= {rest, f"{rest}e"}
        if rest[-1] == "i":
            found.add(f"{rest[:-1]}y")
        if len(rest) > STEM and rest[-1] == rest[-2]:
            found.add(rest[:-1])
    return found


@lru_cache(maxsize=4)
def _vocabulary(file: str, _checksum: str) -> Vocabulary:
    return Vocabulary(load_lexicon(file).words)
