"""Smoothed n-gram models of letters or phonemes."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

Symbols = NDArray[np.int64]
Floats = NDArray[np.float64]

#: Symbols of every alphabet, for the start and end of a sequence.
START, END = 0, 1
#: Characters with a symbol of their own. All digits share one symbol, all others another.
ALPHABET = "abcdefghijklmnopqrstuvwxyz'-"
DIGIT = len(ALPHABET) + 2
OTHER = DIGIT + 1
#: Number of symbols of the written alphabet.
LETTERS = OTHER + 1
#: Number of symbols of an n-gram.
ORDER = 4


def spelled(words: Iterable[str]) -> Symbols:
    """Return the letters of words as symbols, without case and accents, each word with its end.

    >>> spelled(["Né-2", ""]).tolist()
    [15, 6, 29, 30, 1, 1]
    """
    text = "".join(f"{' '.join(word.lower().split())}\n" for word in words)
    plain = unicodedata.normalize("NFD", text.replace("’", "'"))
    points = np.frombuffer(plain.encode("utf-32-le"), dtype="<u4")
    distinct, places = np.unique(points, return_inverse=True)
    symbols = np.array([_symbol(chr(point)) for point in distinct], dtype=np.int64)[places]
    return symbols[symbols >= END]


def _symbol(character: str) -> int:
    if character == "\n":
        return END
    if unicodedata.combining(character):
        return -1
    if character.isdigit():
        return DIGIT
    place = ALPHABET.find(character)
    return OTHER if place < 0 else place + 2


@dataclass(frozen=True)
class NgramModel:
    """Probability of a symbol given the :data:`ORDER` - 1 before it (Witten & Bell 1991).

    Interpolated method C: with c(h, s) occurrences of the symbol s after the history h, N(h)
    occurrences of the history and T(h) distinct symbols after it,

        p(s | h) = (c(h, s) + T(h) p(s | h')) / (N(h) + T(h)),

    where h' is h without its first symbol. The prior of the empty history is uniform over all
    symbols but the start.

    Attributes
    ----------
    size : int
        Number of symbols of the alphabet, with start and end.
    logs : float32 array of shape (size ** ORDER,)
        log2 of the probability, indexed by the n-gram as a number to the base `size`.
    """

    size: int
    logs: NDArray[np.float32]

    @classmethod
    def trained(cls, symbols: Symbols, weights: Floats, size: int) -> NgramModel:
        """Train a model on weighted sequences.

        Parameters
        ----------
        symbols : int array of shape (n_symbols,)
            Consecutive sequences, each terminated by :data:`END`.
        weights : float array of shape (n_sequences,)
            Occurrences of each sequence, 0 or more.
        size : int
            Number of symbols of the alphabet, with start and end.
        """
        codes, sequences = _ngrams(symbols, size)
        of_each = weights[sequences]
        probabilities = np.full((1, size), 1 / (size - 1))
        for order in range(1, ORDER + 1):
            occurrences = np.bincount(codes % size**order, of_each, size**order)
            counted = np.asarray(occurrences, dtype=np.float64).reshape(-1, *probabilities.shape)
            total = counted.sum(axis=-1, keepdims=True)
            types = (counted > 0).sum(axis=-1, keepdims=True)
            counted += types * probabilities
            # Unseen histories back off to the shorter history.
            seen = np.broadcast_to(types > 0, counted.shape)
            smoothed = np.divide(counted, total + types, out=counted, where=seen)
            probabilities = np.where(seen, smoothed, probabilities).reshape(-1, size)
        return cls(size, np.log2(probabilities).astype(np.float32).ravel())

    def mean_and_least(self, symbols: Symbols) -> Floats:
        """Return mean and minimum log2 probability of each sequence's symbols, with its end.

        Returns
        -------
        float array of shape (n_sequences, 2)
            At most 0; higher values are more probable.
        """
        codes, sequences = _ngrams(symbols, self.size)
        logs = self.logs[codes].astype(np.float64)
        starts = np.flatnonzero(np.diff(sequences, prepend=-1))
        lengths = np.diff(starts, append=len(symbols))
        return np.column_stack(
            [np.add.reduceat(logs, starts) / lengths, np.minimum.reduceat(logs, starts)]
        )


def _ngrams(symbols: Symbols, size: int) -> tuple[Symbols, Symbols]:
    """Return the n-gram that ends at each symbol as a number, and the number of its sequence."""
    ends = symbols == END
    sequences = np.cumsum(ends) - ends
    places = np.arange(len(symbols)) - np.searchsorted(sequences, sequences)
    codes = symbols.copy()
    for back in range(1, ORDER):
        before = np.roll(symbols, back)
        before[places < back] = START
        codes += before * size**back
    return codes, sequences
