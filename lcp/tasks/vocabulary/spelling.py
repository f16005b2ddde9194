"""Similarity of the spelling of words, and the most similar words of a first language."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein, Prefix

from lcp.english.text import CACHED_WORDS
from lcp.english.word_frequency import zipf as english_zipf
from lcp.tasks.vocabulary.languages import plain_letters, zipf_values

#: Lowest Zipf frequency of a word that a test taker is taken to know.
_MIN_ZIPF = 3.0
_MIN_LETTERS = 3
#: English words in the list of another language are rarer there by at least this Zipf difference.
_QUOTED = 1.0


class Similarity(NamedTuple):
    """Similarity of two words, each value from 0 to 1.

    Attributes
    ----------
    edit : float
        One minus the edit distance (Levenshtein 1966) divided by the length of the longer word.
    substring : float
        Length of the longest common substring divided by the length of the shorter word.
    prefix : float
        Length of the common prefix divided by the length of the longer word.
    """

    edit: float
    substring: float
    prefix: float


class Lookalike(NamedTuple):
    """The word of a language whose spelling is most similar to another word."""

    word: str
    similarity: float
    zipf: float


def similarity(first: str, second: str) -> Similarity:
    """Compare two words letter by letter.

    >>> similarity("nation", "nacion")
    Similarity(edit=0.833..., substring=0.5, prefix=0.333...)
    """
    if not first or not second:
        return Similarity(0.0, 0.0, 0.0)
    common = SequenceMatcher(None, first, second, autojunk=False).find_longest_match().size
    return Similarity(
        Levenshtein.normalized_similarity(first, second),
        common / min(len(first), len(second)),
        Prefix.normalized_similarity(first, second),
    )


@lru_cache(maxsize=CACHED_WORDS)
def lookalike(word: str, language: str) -> Lookalike:
    """Return the most similar word of wordfreq's list, ignoring accents.

    Of equally similar words, the most frequent one is returned.

    >>> lookalike("nation", "es").word
    'nacion'
    """
    listed = _listed(language)
    scorer = Levenshtein.normalized_similarity
    nearest, score, _ = process.extractOne(plain_letters(word), listed.keys(), scorer=scorer)
    return Lookalike(nearest, score, listed[nearest])


@lru_cache(maxsize=3)
def _listed(language: str) -> dict[str, float]:
    """Return the frequent words of a language without accents, the most frequent first."""
    best: dict[str, float] = {}
    for word, value in zipf_values(language).items():
        if value < _MIN_ZIPF or len(word) < _MIN_LETTERS or not word.isalpha():
            continue
        # The slowest condition comes last.
        if language == "en" or not english_zipf(word) > value + _QUOTED:  # NaN if not listed
            plain = plain_letters(word)
            best[plain] = max(value, best.get(plain, 0.0))
    return dict(sorted(best.items(), key=lambda item: -item[1]))
