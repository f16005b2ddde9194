"""Counts of words and of pairs of words in encoded text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lcp.lexicon.texts import BREAKS, ENDS, EncodedText

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Integers = NDArray[np.int64]

#: The most frequent words, whose pairs say little of one another, are left out of the pairs.
FUNCTION_WORDS = 150
#: What pairs may take in the file, in bytes.
PAIR_BYTES = 4_500_000
_MARKS = len(ENDS) + len(BREAKS)


def word_counts(encoded: EncodedText) -> dict[str, int]:
    """Occurrences of each word in the running texts, ignoring case."""
    totals = np.zeros(len(encoded.forms), dtype=np.int64)
    for texts in encoded.ids.values():
        for ids in texts:
            totals += np.bincount(ids, minlength=len(totals))
    counts: dict[str, int] = {}
    for form, total in zip(encoded.forms[_MARKS:], totals[_MARKS:].tolist(), strict=True):
        lowered = form.lower()
        counts[lowered] = counts.get(lowered, 0) + total
    return counts


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of the lexicon's words.

    Attributes
    ----------
    total : int array of shape (n_words,)
        Occurrences in the running texts.
    tokens : int
        All words of the running texts.
    registers : dict of str to (int array of shape (n_words,), int)
        Occurrences in each register, and all words of the register.
    capitals : float array of shape (n_words,)
        Share of the occurrences inside sentences that begin with a capital.
    """

    total: Integers
    tokens: int
    registers: dict[str, tuple[Integers, int]]
    capitals: NDArray[np.float64]


def count_words(encoded: EncodedText, words: Sequence[str]) -> Counts:
    """Count the lexicon's words in each register, and how often they have a capital."""
    numbers = _numbers(encoded, words)
    size = len(words)
    capital = np.array([form[:1].isupper() for form in encoded.forms])
    inside, raised = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    registers: dict[str, tuple[Integers, int]] = {}
    for register, texts in encoded.ids.items():
        count, tokens = np.zeros(size, dtype=np.int64), 0
        for ids in texts:
            found = numbers[ids]
            known = found >= 0
            count += np.bincount(found[known], minlength=size)
            tokens += int((ids >= _MARKS).sum())
            # A word after a full stop has its capital from there.
            within = known & (np.concatenate([[0], ids[:-1]]) >= len(ENDS))
            inside += np.bincount(found[within], minlength=size)
            raised += np.bincount(found[within & capital[ids]], minlength=size)
        registers[register] = (count, tokens)
    total = sum((count for count, _ in registers.values()), np.zeros(size, dtype=np.int64))
    tokens = sum(tokens for _, tokens in registers.values())
    for register, listed in encoded.counts.items():
        count = np.array([listed.get(word, 0) for word in words], dtype=np.int64)
        before, words_before = registers.get(register, (np.zeros(size, dtype=np.int64), 0))
        registers[register] = (before + count, words_before + sum(listed.values()))
    share = np.divide(raised, inside, out=np.full(size, np.nan), where=inside > 0)
    return Counts(total, tokens, registers, share)


def zipf_scale(count: Integers, tokens: int) -> NDArray[np.float64]:
    """Log frequency per billion words, with one occurrence more for every word.

    Laplace smoothing as van Heuven et al. (2014) give it, so that a word that does not occur
    has a value as well: the lower bound of what the text can tell.
    """
    return np.asarray(np.log10((count + 1) / (tokens + len(count)) * 1e9))


def counts_of_zipf(zipf: NDArray[np.float64], tokens: int) -> NDArray[np.float64]:
    """Occurrences of all words of a text of so many words, from :func:`zipf_scale`.

    >>> counts_of_zipf(zipf_scale(np.array([0, 7]), 1000), 1000).tolist()
    [0.0, 7.0]
    """
    return np.asarray(np.rint(10**zipf * (tokens + len(zipf)) / 1e9 - 1).clip(0))


def count_pairs(
    encoded: EncodedText, words: Sequence[str], left_out: Integers
) -> tuple[Integers, Integers, list[str]]:
    """Count pairs of adjacent words with nothing but a space between them.

    Parameters
    ----------
    encoded : EncodedText
    words : sequence of str
        The lexicon's words.
    left_out : int array
        Numbers of the words whose pairs are not counted.

    Returns
    -------
    pairs : int array of shape (n_pairs, 2)
        Numbers of the first and the second word, ascending; all that occur.
    counts : int array of shape (n_pairs, n_registers)
        Occurrences in each register of running text.
    registers : list of str
        Their names, that with the most pairs first.
    """
    numbers = _numbers(encoded, words)
    numbers[np.isin(numbers, left_out)] = -1
    size = len(words)
    found: dict[str, tuple[Integers, Integers]] = {}
    for register, texts in encoded.ids.items():
        keys = []
        for ids in texts:
            known = numbers[ids].astype(np.int64)
            both = (known[:-1] >= 0) & (known[1:] >= 0)
            keys.append(known[:-1][both] * size + known[1:][both])
        found[register] = np.unique(np.concatenate(keys), return_counts=True)
    registers = sorted(found, key=lambda register: (-len(found[register][0]), register))
    pairs = np.unique(np.concatenate([own for own, _ in found.values()]))
    counts = np.zeros((len(pairs), len(registers)), dtype=np.int64)
    for column, register in enumerate(registers):
        own, times = found[register]
        counts[np.searchsorted(pairs, own), column] = times
    return np.column_stack(np.divmod(pairs, size)), counts, registers


def _numbers(encoded: EncodedText, words: Sequence[str]) -> NDArray[np.int32]:
    """The lexicon's number of each form, -1 for what it does not hold."""
    known: Mapping[str, int] = {word: number for number, word in enumerate(words)}
    return np.array(
        [known.get(form.lower().replace("’", "'"), -1) for form in encoded.forms], dtype=np.int32
    )
