"""How usual a sequence of letters or sounds is: smoothed models of n-grams."""

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

#: Symbols of every alphabet: what stands before a sequence, and what ends it.
START, END = 0, 1
#: Letters and signs that have a symbol of their own; digits share one, all others another.
ALPHABET = "abcdefghijklmnopqrstuvwxyz'-"
DIGIT = len(ALPHABET) + 2
OTHER = DIGIT + 1
#: Symbols of the written alphabet.
LETTERS = OTHER + 1
#: Symbols that are looked at together.
ORDER = 4


def spelled(words: Iterable[str]) -> Symbols:
    """Letters of words as symbols, whatever their case and accents, each word with its end.

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
    """Probability of a symbol after the :data:`ORDER` - 1 before it (Witten & Bell 1991).

    Method C, interpolated: with c(h, s) occurrences of the symbol s after the history h,
    N(h) of the history and T(h) different symbols after it,

        p(s | h) = (c(h, s) + T(h) p(s | h')) / (N(h) + T(h)),

    where h' is h without its first symbol; without a history, all symbols but the start are
    equally probable beforehand.

    Attributes
    ----------
    size : int
        Symbols of the alphabet, start and end among them.
    logs : float32 array of shape (size ** ORDER,)
        log2 of the probability, by the n-gram as a number to the base `size`.
    """

    size: int
    logs: NDArray[np.float32]

    @classmethod
    def trained(cls, symbols: Symbols, weights: Floats, size: int) -> NgramModel:
        """Count the n-grams of sequences, each as often as its weight says.

        Parameters
        ----------
        symbols : int array of shape (n_symbols,)
            Sequences one after the other, each closed by :data:`END`.
        weights : float array of shape (n_sequences,)
            Occurrences of each sequence, 0 or more.
        size : int
            Symbols of the alphabet.
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
            # A history that was never met says no more than the shorter one.
            known = np.broadcast_to(types > 0, counted.shape)
            smoothed = np.divide(counted, total + types, out=counted, where=known)
            probabilities = np.where(known, smoothed, probabilities).reshape(-1, size)
        return cls(size, np.log2(probabilities).astype(np.float32).ravel())

    def mean_and_least(self, symbols: Symbols) -> Floats:
        """Mean and least log2 probability of each sequence's symbols, its end among them.

        Returns
        -------
        float array of shape (n_sequences, 2)
            Bits, 0 or less: the higher, the more usual.
        """
        codes, sequences = _ngrams(symbols, self.size)
        logs = self.logs[codes].astype(np.float64)
        starts = np.flatnonzero(np.diff(sequences, prepend=-1))
        lengths = np.diff(starts, append=len(symbols))
        return np.column_stack(
            [np.add.reduceat(logs, starts) / lengths, np.minimum.reduceat(logs, starts)]
        )


def _ngrams(symbols: Symbols, size: int) -> tuple[Symbols, Symbols]:
    """Each symbol with those before it as one number, and the number of its sequence."""
    ends = symbols == END
    sequences = np.cumsum(ends) - ends
    places = np.arange(len(symbols)) - np.searchsorted(sequences, sequences)
    codes = symbols.copy()
    for back in range(1, ORDER):
        before = np.roll(symbols, back)
        before[places < back] = START
        codes += before * size**back
    return codes, sequences
