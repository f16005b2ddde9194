"""Similarity of the spelling of words, and the most similar words of a first language.

The costs of regular correspondences between the spelling of English and another language, those of
a weighted edit distance, are learned from pairs of words, as in Ristad & Yianilos (1998), Learning
string-edit distance, with the best alignment of each pair instead of all of them.
"""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from functools import cache, lru_cache
from math import log2
from typing import TYPE_CHECKING, NamedTuple

from lcp.base.caches import CACHED_WORDS
from lcp.english.word_frequency import zipf as english_zipf
from lcp.errors import requiring
from lcp.tasks.vocabulary.languages import plain_letters, zipf_values

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import ModuleType
#: Costs by English symbol and symbol of the other language, joined by a space. An empty symbol
#: stands for an insertion or a deletion.
Costs = dict[str, float]

#: Cost of an operation that did not occur in training: -log2 of its probability.
RARE = 9.0


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


_cache: dict[tuple[str, str], Lookalike] = {}


def similarity(first: str, second: str) -> Similarity:
    """Compare two words letter by letter.

    >>> similarity("nation", "nacion")
    Similarity(edit=0.833..., substring=0.5, prefix=0.333...)
    """
    if not first or not second:
        return Similarity(0.0, 0.0, 0.0)
    distances = _rapidfuzz().distance
    common = SequenceMatcher(None, first, second, autojunk=False).find_longest_match().size
    return Similarity(
        distances.Levenshtein.normalized_similarity(first, second),
        common / min(len(first), len(second)),
        distances.Prefix.normalized_similarity(first, second),
    )


def lookalikes(words: Iterable[str], language: str, size: int = 256) -> dict[str, Lookalike]:
    """Return the most similar word of wordfreq's list for each word, ignoring accents.

    Of equally similar words, the most frequent one is returned. So many words are compared at once.

    >>> lookalikes(["nation", "music"], "es")["nation"].word
    'nacion'
    """
    rapidfuzz = _rapidfuzz()
    keys = {word: (language, word) for word in words}
    matches = {word: _cache[key] for word, key in keys.items() if key in _cache}
    absent = sorted(keys.keys() - matches.keys())
    listed = list(_listed(language).items())
    names = [name for name, _ in listed]
    for begin in range(0, len(absent), size):
        batch = absent[begin : begin + size]
        plain = list(map(plain_letters, batch))
        scores = rapidfuzz.process.cdist(
            plain, names, scorer=rapidfuzz.distance.Levenshtein.normalized_similarity
        )
        for word, row in zip(batch, scores, strict=True):
            nearest, zipf = listed[row.argmax()]
            matches[word] = Lookalike(nearest, float(row.max()), zipf)
    if len(_cache) > CACHED_WORDS:
        _cache.clear()
    _cache.update((keys[word], matches[word]) for word in absent)
    return matches


@cache
def _rapidfuzz() -> ModuleType:
    with requiring("vocabulary", "Similarities of spelling"):
        import rapidfuzz
    return rapidfuzz


@lru_cache(maxsize=3)
def _listed(
    language: str, rarest: float = 3.0, shortest: int = 3, quoted: float = 1.0
) -> dict[str, float]:
    """Return the frequent words of a language without accents, the most frequent first.

    A test taker is taken to know words of this Zipf frequency and length. Words of English that are
    quoted in another language are rarer there by at least this difference.
    """
    best: dict[str, float] = {}
    for word, value in zipf_values(language).items():
        if value < rarest or len(word) < shortest or not word.isalpha():
            continue
        # The slowest condition comes last.
        if language == "en" or not english_zipf(word) > value + quoted:  # NaN if not listed
            plain = plain_letters(word)
            best[plain] = max(value, best.get(plain, 0.0))
    return dict(sorted(best.items(), key=lambda item: -item[1]))


def initial_costs(pairs: Sequence[tuple[str, str]]) -> Costs:
    """Return the costs of an ordinary edit distance: 0 for equal symbols, else `RARE`."""
    symbols = {symbol for pair in pairs for word in pair for symbol in word}
    return {f"{symbol} {symbol}": 0.0 for symbol in symbols}


def learn_costs(
    pairs: Sequence[tuple[str, str]],
    costs: Mapping[str, float],
    *,
    iterations: int = 4,
    smoothing: float = 0.3,
) -> Costs:
    """Learn the cost of each operation: -log2 of its probability given the English symbol.

    Parameters
    ----------
    pairs : sequence of pairs
        English words and similar words of the other language.
    costs : mapping of str to float
        Costs of the first alignment.
    iterations : int
        Number of alignments.
    smoothing : float
        What is subtracted from each count.
    """
    learned = dict(costs)
    for _ in range(iterations):
        counts: Counter[tuple[str, str]] = Counter()
        for english, other in pairs:
            counts.update(_operations(english, other, learned))
        totals: Counter[str] = Counter()
        for (symbol, _), count in counts.items():
            totals[symbol] += count
        learned = {
            f"{a} {b}": min(RARE, -log2((count - smoothing) / totals[a]))
            for (a, b), count in counts.items()
        }
    return learned


def mean_cost(english: str, other: str, costs: Mapping[str, float]) -> float:
    """Return the cost of the best alignment divided by the length of the longer word."""
    return _table(english, other, costs)[-1][-1] / max(len(english), len(other), 1)


def _table(english: str, other: str, costs: Mapping[str, float]) -> list[list[float]]:
    """Return the cost of the best alignment of each pair of prefixes."""
    inserted = [costs.get(f" {symbol}", RARE) for symbol in other]
    row = [0.0]
    for cost in inserted:
        row.append(row[-1] + cost)
    table = [row]
    for symbol in english:
        deleted = costs.get(f"{symbol} ", RARE)
        above, row = row, [row[0] + deleted]
        for index, target in enumerate(other):
            replaced = above[index] + costs.get(f"{symbol} {target}", RARE)
            row.append(min(replaced, above[index + 1] + deleted, row[-1] + inserted[index]))
        table.append(row)
    return table


def _operations(english: str, other: str, costs: Mapping[str, float]) -> list[tuple[str, str]]:
    """Return the operations of the best alignment as pairs of symbols."""
    table = _table(english, other, costs)
    first, second = len(english), len(other)
    operations = []
    while first or second:
        here = table[first][second]
        if first and second:
            pair = english[first - 1], other[second - 1]
            if here == table[first - 1][second - 1] + costs.get(" ".join(pair), RARE):
                operations.append(pair)
                first, second = first - 1, second - 1
                continue
        if first and here == table[first - 1][second] + costs.get(f"{english[first - 1]} ", RARE):
            operations.append((english[first - 1], ""))
            first -= 1
        else:
            operations.append(("", other[second - 1]))
            second -= 1
    return operations
