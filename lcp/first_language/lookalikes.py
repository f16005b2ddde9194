"""Words of a first language that are spelled like an English word."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.english.word_frequency import zipf as english_zipf
from lcp.first_language.languages import plain_letters, zipf_values
from lcp.first_language.similarity import similarity
from lcp.lexicon.letters import grams

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Languages whose alphabet is that of English, except for accents.
ALPHABETIC = ("es", "de")
#: Lowest Zipf frequency of a word that a test taker is taken to know.
_MIN_ZIPF = 3.0
_MIN_LETTERS = 3
#: English words in the list of another language are rarer there by at least this Zipf difference.
_QUOTED = 1.0
#: Words with the most letter n-grams in common that are compared letter by letter.
_CANDIDATES = 12
_BATCH = 256
#: Number of words whose result is kept.
_CACHED = 65_536


class Lookalike(NamedTuple):
    """The word of a first language whose spelling is most similar to an English word."""

    word: str
    similarity: float
    zipf: float


_cache: dict[tuple[str, str], Lookalike] = {}


def lookalikes(words: Sequence[str], language: str) -> list[Lookalike]:
    """Return the most similar word of wordfreq's list for each English word.

    Accents are ignored. Of equally similar words, the most frequent one is returned.

    >>> [match.word for match in lookalikes(["nation", "music"], "es")]
    ['nacion', 'musica']
    """
    absent = sorted({word for word in words if (language, word) not in _cache})
    if len(_cache) > _CACHED:
        _cache.clear()
        absent = sorted(set(words))
    for begin in range(0, len(absent), _BATCH):
        batch = absent[begin : begin + _BATCH]
        for word, match in zip(batch, _matches(batch, language), strict=True):
            _cache[language, word] = match
    return [_cache[language, word] for word in words]


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
    from scipy.sparse import csr_matrix

    from lcp.lexicon.letters import BUCKETS

    numbers = [grams(plain_letters(word)) for word in words]
    counts = [len(row) for row in numbers]
    values = np.repeat([count**-0.5 for count in counts], counts).astype(np.float32)
    columns = np.array([number for row in numbers for number in row], dtype=np.int32)
    return csr_matrix(
        (values, columns, np.concatenate([[0], np.cumsum(counts)])), shape=(len(words), BUCKETS)
    )
