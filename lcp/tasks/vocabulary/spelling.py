"""Similarity of the spelling of words, and the most similar words of a first language."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from cachetools import LRUCache

from lcp.english.word_frequency import zipf as english_zipf
from lcp.lexicon.letters import BUCKETS, grams
from lcp.tasks.vocabulary.languages import plain_letters, zipf_values

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Lowest Zipf frequency of a word that a test taker is taken to know.
_MIN_ZIPF = 3.0
_MIN_LETTERS = 3
#: English words in the list of another language are rarer there by at least this Zipf difference.
_QUOTED = 1.0
#: Words with the most letter n-grams in common that are compared letter by letter.
_CANDIDATES = 12
_BATCH = 256


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
    """The word of a first language whose spelling is most similar to an English word."""

    word: str
    similarity: float
    zipf: float


_cache: LRUCache[tuple[str, str], Lookalike] = LRUCache(65_536)


def similarity(first: str, second: str) -> Similarity:
    """Compare two words letter by letter.

    >>> similarity("nation", "nacion")
    Similarity(edit=0.833..., substring=0.5, prefix=0.333...)
    """
    if not first or not second:
        return Similarity(0.0, 0.0, 0.0)
    row, runs = list(range(len(second) + 1)), [0] * (len(second) + 1)
    longest, prefix = 0, 0
    for number, letter in enumerate(first, start=1):
        above, above_runs, row, runs = row, runs, [number], [0]
        for place, other in enumerate(second, start=1):
            equal = letter == other
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (not equal)))
            runs.append(above_runs[place - 1] + 1 if equal else 0)
        longest = max(longest, *runs)
        if prefix == number - 1 and second[:number] == first[:number]:
            prefix = number
    lengths = len(first), len(second)
    return Similarity(1 - row[-1] / max(lengths), longest / min(lengths), prefix / max(lengths))


def lookalikes(words: Sequence[str], language: str) -> list[Lookalike]:
    """Return the most similar word of wordfreq's list for each English word.

    Accents are ignored. Of equally similar words, the most frequent one is returned.

    >>> [match.word for match in lookalikes(["nation", "music"], "es")]
    ['nacion', 'musica']
    """
    keys = {word: (language, word) for word in words}
    matches = {word: _cache[key] for word, key in keys.items() if key in _cache}
    absent = sorted(keys.keys() - matches.keys())
    for begin in range(0, len(absent), _BATCH):
        batch = absent[begin : begin + _BATCH]
        matches.update(zip(batch, _matches(batch, language), strict=True))
    _cache.update((keys[word], matches[word]) for word in absent)
    return [matches[word] for word in words]


def _matches(words: Sequence[str], language: str) -> list[Lookalike]:
    listed, matrix = _listed(language)
    shared = (_gram_rows(words) @ matrix.T).toarray()
    nearest = np.argpartition(-shared, _CANDIDATES, axis=1)[:, :_CANDIDATES]
    best = []
    for word, candidates in zip(words, nearest, strict=True):
        scored = [
            (similarity(plain_letters(word), listed[number][0]).edit, listed[number][1], number)
            for number in candidates
        ]
        score, zipf, number = max(scored)
        best.append(Lookalike(listed[number][0], score, zipf))
    return best


@lru_cache(maxsize=3)
def _listed(language: str) -> tuple[list[tuple[str, float]], Any]:
    """Return the frequent words of a language without accents, and their letter n-grams."""
    best: dict[str, float] = {}
    for word, value in zipf_values(language).items():
        if value < _MIN_ZIPF or len(word) < _MIN_LETTERS or not word.isalpha():
            continue
        # The slowest condition comes last.
        if language == "en" or not english_zipf(word) > value + _QUOTED:  # NaN if not listed
            plain = plain_letters(word)
            best[plain] = max(value, best.get(plain, 0.0))
    return list(best.items()), _gram_rows(list(best))


def _gram_rows(words: Sequence[str]) -> Any:
    """Return letter n-grams as a sparse matrix whose rows have length 1."""
    return hashed_rows([grams(plain_letters(word)) for word in words], np.float32)


def hashed_rows(numbers: Sequence[Sequence[int]], dtype: Any = np.float64) -> Any:
    """Return hashes as a sparse matrix whose rows have length 1 unless hashes repeat."""
    from scipy.sparse import csr_matrix

    counts = [len(row) for row in numbers]
    values = np.repeat([max(count, 1) ** -0.5 for count in counts], counts).astype(dtype)
    columns = np.array([number for row in numbers for number in row], dtype=np.int32)
    starts = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((values, columns, starts), shape=(len(numbers), BUCKETS))
