"""Morphological family, base and parts of a word."""

from __future__ import annotations

import math
import sys
from bisect import bisect_left
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.affixes import (
    CLASSICAL_BEGINNINGS,
    CLASSICAL_ENDINGS,
    MIN_STEM,
    PREFIXES,
    SUFFIXES,
    beginnings,
    endings,
    stem,
    stems,
)
from lcp.english.lexicon.word_table import listed_form, load_lexicon
from lcp.english.word_frequency import frequent_words, zipf
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import ZIPF, Feature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats
    from lcp.features.family import Fitted, Words

_PORTER = "Porter (2001), Snowball; Speer (2022), wordfreq; lcp, the lexicon's words"
_BASES = "after Bauer & Nation (1993); Speer (2022), wordfreq; lcp, the lexicon's words"
_PARTS = "Speer (2022), wordfreq; lcp, the lexicon's words"

#: Inflections (Bauer & Nation 1993, level 2) that are not in `SUFFIXES`.
INFLECTIONS = frozenset({"s", "es", "ed", "est"})
#: Zipf frequency of the rarest words that are recognised inside others.
_EVERYDAY = 3.0
_BEFORE = PREFIXES | CLASSICAL_BEGINNINGS
_AFTER = SUFFIXES | CLASSICAL_ENDINGS | INFLECTIONS


_ROWS = (
    ("family_size", "other words with the same stem", "words", _PORTER),
    ("family_top", "frequency of the most frequent word of the family", ZIPF, _PORTER),
    ("family_gap", "family_top minus the frequency of the word itself", "Zipf", _PORTER),
    ("family_zipf", "frequency of the whole family", ZIPF, _PORTER),
    ("base_zipf", "frequency of the base: the word without one affix", ZIPF, _BASES),
    ("base_gap", "base_zipf minus the frequency of the word itself", "Zipf", _BASES),
    ("base_share", "length of the base divided by the length of the word", "0-1", _BASES),
    ("affixes", "affixes that can be removed in sequence", "affixes", _BASES),
    ("compound", "frequency of the rarer of two words that form the word", ZIPF, _PARTS),
    (
        "part_share",
        "length of the longest frequent word inside the word, as a share of the word",
        "0-1",
        _PARTS,
    ),
    ("part_zipf", "frequency of the longest frequent word inside the word", ZIPF, _PARTS),
)


@dataclass(frozen=True)
class Morphology(LexiconFamily):
    """Words with the same stem, the word without an affix, and words inside the word.

    A reader may understand a rare word through a frequent relative: "linkage" through "link". The
    lexicon contains the words, wordfreq their frequencies.

    Notes
    -----
    The family of a word consists of the lexicon's words with the same Snowball stem. Its base is
    the most frequent word in the lexicon that remains after removing one prefix or suffix of
    :mod:`lcp.english.affixes`, or an inflection. A suffix may have dropped an e, changed y to i or
    doubled a consonant. Affixes are recognised by their letters only, with errors such as "sou" as
    the base of "south". A rare irregular form is measured as its lemma if that is more frequent.

    Examples
    --------
    >>> from lcp.features.family import Fitted, Words
    >>> words = Words(["Linkage", "wildlife"], ["linkage", "wildlife"])
    >>> Morphology().measure(words, Fitted())[:, 4].tolist()  # base_zipf
    [4.99, nan]
    """

    name = "morphology"
    scope = "word"
    of_english = True
    columns = tuple(Feature(*row) for row in _ROWS)

    def measure(self, inputs: Words, fitted: Fitted) -> Floats:
        """Find the relatives of the words, ignoring case.

        NaN without a relative; ``part_share`` is 0 if no frequent word is inside the word.

        Raises
        ------
        ResourceError
            If the lexicon is missing, damaged or not the training lexicon.
        """
        self.load(fitted)
        rows = [*map(_related_words().values, inputs.familiar)]
        return np.array(rows, dtype=np.float64).reshape(-1, len(_ROWS))


class RelatedWords:
    """The lower-case words of a lexicon that consist of letters, and their relation to any word."""

    def __init__(self, words: Sequence[str]) -> None:
        self.ordered = sorted(word for word in words if word.isalpha())
        self.words = frozenset(self.ordered)
        self.everyday = self.words.intersection(frequent_words(_EVERYDAY))
        self.longest = max(map(len, self.everyday), default=0)
        # On demand, because the stems of all words would delay a single prediction.
        self._families_with = lru_cache(CACHED_WORDS)(self._families_of)

    def values(self, form: str) -> tuple[float, ...]:
        """Return the features of a word in any case, in their order."""
        word = listed_form(form)
        return (*self.family(word), *self.base(word), *self.parts(word))

    def family(self, word: str, letters: int = 4) -> tuple[float, ...]:
        """Return the features from ``family_size`` to ``family_zipf``.

        The families of all words with the same first `letters` are found at once.
        """
        word_zipf = zipf(word)
        shared = stem(word)
        # A stem differs from its words in its last letter at most ("happi", "happy"), with few
        # exceptions such as "dying" ("die"), which are missed.
        beginning = shared[: max(len(shared) - 1, 1)]
        relatives = self._families_with(beginning[:letters]).get(shared, "").split()
        others = [o for o in relatives if o.startswith(beginning) and o != word]
        frequencies = [f for f in (word_zipf, *map(zipf, others)) if not math.isnan(f)]
        top, total = max(frequencies, default=math.nan), sum([10**f for f in frequencies])
        size = len(frequencies) - (not math.isnan(word_zipf))
        return size, top, top - word_zipf, math.log10(total) if frequencies else math.nan

    def _families_of(self, letters: str) -> dict[str, str]:
        """Return the words that start with these letters, by stem, with spaces: lists are large."""
        first = bisect_left(self.ordered, letters)
        last = bisect_left(self.ordered, letters + chr(sys.maxunicode))
        members = self.ordered[first:last]
        families: dict[str, str] = {}
        for word, its_stem in zip(members, stems(members), strict=True):
            families[its_stem] = f"{families[its_stem]} {word}" if its_stem in families else word
        return families

    def base(self, word: str, everyday: float = 2.5, most: int = 6) -> tuple[float, ...]:
        """Return the features from ``base_zipf`` to ``affixes``.

        A base of the Zipf frequency `everyday` may have a base itself: "artery" is not "arte" and
        "ry". At most `most` affixes are removed.
        """
        frequency, base = self._base(word)
        affixes, below, remaining = 0, frequency, base
        while below >= everyday and affixes < most:
            affixes += 1
            below, remaining = self._base(remaining)
        share = len(base) / len(word) if base else math.nan
        return frequency, frequency - zipf(word), share, affixes

    def _base(self, word: str) -> tuple[float, str]:
        """Return the frequency and spelling of the base; NaN and "" if there is none."""
        known = self.words.intersection(bases(word))
        candidates = [(f, base) for base in known if not math.isnan(f := zipf(base))]
        return max(candidates, default=(math.nan, ""))

    def parts(self, word: str) -> tuple[float, ...]:
        """Return the features from ``compound``: of words that a word consists of or contains."""
        compounds = []
        for place in range(MIN_STEM, len(word) - MIN_STEM + 1):
            halves = word[:place], word[place:]
            if self.words.issuperset(halves):
                first, second = map(zipf, halves)
                if not math.isnan(first + second):
                    compounds.append(min(first, second))
        length, frequency = self._longest_part(word)
        share = length / len(word) if word else 0.0
        return max(compounds, default=math.nan), share, frequency

    def _longest_part(self, word: str) -> tuple[int, float]:
        """Return length and frequency of the longest everyday word inside."""
        # The length limit matters: without it, a word of 20,000 letters takes minutes.
        for length in range(min(len(word) - 1, self.longest), MIN_STEM - 1, -1):
            begins = range(len(word) - length + 1)
            parts = [part for b in begins if (part := word[b : b + length]) in self.everyday]
            if parts:
                return length, max(map(zipf, parts))
        return 0, math.nan


def bases(word: str) -> set[str]:
    """Return the possible spellings of a word without one affix.

    >>> sorted(bases("stopped"))
    ['stop', 'stopp', 'stoppe']
    """
    spellings = {word[size:] for size in beginnings(word, _BEFORE)}
    for size in endings(word, _AFTER):
        rest = word[:-size]
        spellings |= {rest, f"{rest}e"}
        if rest[-1] == "i":
            spellings.add(f"{rest[:-1]}y")
        if len(rest) > MIN_STEM and rest[-1] == rest[-2]:
            spellings.add(rest[:-1])
    return spellings


@cache
def _related_words() -> RelatedWords:
    return RelatedWords(load_lexicon().words)
