"""Tokens of many texts as flat arrays, so that NumPy adds them up for all texts at once."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.text import WORD
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Numbers = NDArray[np.intp]


class Tokens:
    """The tokens of several texts in one sequence.

    Parameters
    ----------
    lists : sequence of sequences of str
        Tokens of each text.

    Attributes
    ----------
    counts : int array of shape (n_texts,)
        Number of tokens of each text.
    starts : int array of shape (n_texts,)
        Place of each text's first token.
    owners : int array of shape (n_tokens,)
        Number of each token's text.
    codes : int array of shape (n_tokens,)
        Number of each token among the distinct ones.
    distinct : list of str
        Distinct tokens in order of first occurrence.

    Examples
    --------
    >>> tokens = Tokens([["a", "b"], [], ["b", "b", "c"]])
    >>> tokens.total(tokens.each(len)).tolist()
    [2.0, 0.0, 3.0]
    """

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        counts = np.fromiter(map(len, lists), dtype=np.intp, count=len(lists))
        self._store(counts, chain.from_iterable(lists))

    def _store(self, counts: Numbers, tokens: Iterable[str]) -> None:
        self.counts = counts
        self.starts = np.cumsum(counts) - counts
        self.owners = np.repeat(np.arange(len(counts)), counts)
        self.codes, self.distinct = factorized(tokens)

    def each(self, value: Callable[[str], Any]) -> NDArray[Any]:
        """Return a value of each token, computed once for each distinct one.

        The shape is (n_tokens,), or (n_tokens, n_values) if `value` returns several.
        """
        values = np.array([value(token) for token in self.distinct])
        return values[self.codes] if len(values) else np.empty(0)

    def total(self, values: NDArray[Any]) -> Floats:
        """Return the sum of each text's values, in the order of its tokens; 0 without tokens.

        The sum of a text does not depend on the other texts, not even in its last digit.
        """
        sums = np.bincount(self.owners, weights=values, minlength=len(self.counts))
        return np.asarray(sums, dtype=np.float64)

    def least(self, values: Floats) -> Floats:
        """Return the least value of each text; infinity without tokens."""
        return least_of(values, self.starts, self.starts + self.counts)


class SentenceWords(Tokens):
    """The words of several sentences, with their places and frequencies.

    Parameters
    ----------
    sentences : sequence of str
        Distinct sentences.

    Attributes
    ----------
    first_characters, last_characters : int array of shape (n_words,)
        Where each word begins and ends in its sentence.
    zipf : float array of shape (n_words,)
        Zipf frequency of each word, ignoring case; NaN outside wordfreq.
    """

    def __init__(self, sentences: Sequence[str]) -> None:
        sizes = np.fromiter(map(len, sentences), dtype=np.intp, count=len(sentences))
        # No word contains the line feed between two sentences.
        begins = np.cumsum(sizes + 1) - sizes - 1
        matches = WORD.finditer("\n".join(sentences))
        edges = np.array([match.span() for match in matches], dtype=np.intp).reshape(-1, 2)
        firsts, lasts = edges.T
        owners = np.searchsorted(begins, firsts, side="right") - 1
        self.first_characters = firsts - begins[owners]
        self.last_characters = lasts - begins[owners]
        lowered = [text.lower() for text in sentences]
        # A few letters, such as İ, have two characters in lower case.
        same = [len(low) == size for low, size in zip(lowered, sizes, strict=True)]
        text = "\n".join(
            [
                low if kept else original
                for low, original, kept in zip(lowered, sentences, same, strict=True)
            ]
        )
        words = [
            text[first:last] for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True)
        ]
        self._store(
            np.bincount(owners, minlength=len(sizes)),
            words if all(same) else [word.lower() for word in words],
        )
        self.zipf = self.each(zipf).astype(np.float64)


@lru_cache(maxsize=1)
def words_of(sentences: tuple[str, ...]) -> SentenceWords:
    """Return the words of distinct sentences, which several families use one after the other."""
    return SentenceWords(sentences)


def least_of(values: Floats, starts: Numbers, ends: Numbers) -> Floats:
    """Return the least value in each range ``[start, end)``; infinity for an empty one.

    >>> least_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [1.0, inf, 2.0]
    """
    least = np.full(len(starts), np.inf)
    filled = np.flatnonzero(ends > starts)
    if len(filled):
        # reduceat also reduces the gaps between ranges.
        edges = np.column_stack([starts[filled], ends[filled]]).ravel()
        least[filled] = np.minimum.reduceat(np.append(values, np.inf), edges)[::2]
    return least


def total_of(values: NDArray[Any], starts: Numbers, ends: Numbers) -> Floats:
    """Return the sum of each range ``[start, end)``; 0 for an empty one.

    >>> total_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [4.0, 0.0, 2.0]
    """
    lengths = ends - starts
    owners = np.repeat(np.arange(len(starts)), lengths)
    places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths - starts, lengths)
    sums = np.bincount(owners, weights=values[places], minlength=len(starts))
    return np.asarray(sums, dtype=np.float64)


def factorized(values: Iterable[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Return the number of each value, and the distinct values in order of first occurrence.

    >>> factorized(["b", "a", "b"])
    (array([0, 1, 0]), ['b', 'a'])
    """
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.array(codes, dtype=np.intp), list(numbers)
