"""Count words and word pairs in encoded text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lcp.lexicon.file import listed_form
from tools.lexicon.texts import BREAKS, ENDS, EncodedText
from tools.lexicon.writing import deflated

if TYPE_CHECKING:
    from collections.abc import Sequence

Integers = NDArray[np.int64]

#: Number of most frequent words whose pairs are not counted, because they are uninformative.
FUNCTION_WORDS = 150
#: Maximum size of the pairs in the file, in bytes.
PAIR_BYTES = 4_500_000
_MARKS = len(ENDS) + len(BREAKS)


def word_counts(encoded: EncodedText) -> dict[str, int]:
    """Return the occurrences of each word in the running text, ignoring case."""
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
    """Counts of the words of a lexicon.

    Attributes
    ----------
    total : int array of shape (n_words,)
        Occurrences in the running text.
    tokens : int
        Length of the running text in words.
    registers : dict of str to (int array of shape (n_words,), int)
        Occurrences in each register, and its length in words.
    capitals : float array of shape (n_words,)
        Share of the occurrences inside sentences that are capitalised.
    """

    total: Integers
    tokens: int
    registers: dict[str, tuple[Integers, int]]
    capitals: NDArray[np.float64]


def count_words(encoded: EncodedText, words: Sequence[str]) -> Counts:
    """Count the words of a lexicon by register, and measure how often they are capitalised."""
    numbers = _numbers(encoded, words)
    size = len(words)
    capital = np.array([form[:1].isupper() for form in encoded.forms])
    inside, raised = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    registers: dict[str, tuple[Integers, int]] = {}
    for register, texts in encoded.ids.items():
        count, tokens = np.zeros(size, dtype=np.int64), 0
        for ids in texts:
            numbered = numbers[ids]
            listed = numbered >= 0
            count += np.bincount(numbered[listed], minlength=size)
            tokens += int((ids >= _MARKS).sum())
            # The first word of a sentence is always capitalised.
            within = listed & (np.concatenate([[0], ids[:-1]]) >= len(ENDS))
            inside += np.bincount(numbered[within], minlength=size)
            raised += np.bincount(numbered[within & capital[ids]], minlength=size)
        registers[register] = (count, tokens)
    total = sum((count for count, _ in registers.values()), np.zeros(size, dtype=np.int64))
    tokens = sum(tokens for _, tokens in registers.values())
    for register, own in encoded.counts.items():
        count = np.array([own.get(word, 0) for word in words], dtype=np.int64)
        before, words_before = registers.get(register, (np.zeros(size, dtype=np.int64), 0))
        registers[register] = (before + count, words_before + sum(own.values()))
    share = np.divide(raised, inside, out=np.full(size, np.nan), where=inside > 0)
    return Counts(total, tokens, registers, share)


def zipf_scale(count: Integers, tokens: int) -> NDArray[np.float64]:
    """Return smoothed Zipf frequencies: log10 of the occurrences per billion words.

    With the Laplace smoothing of van Heuven et al. (2014): one is added to the `count` of every
    word in a text of `tokens` words, so that words with the count 0 have a value too.
    """
    return np.asarray(np.log10((count + 1) / (tokens + len(count)) * 1e9))


def count_pairs(
    encoded: EncodedText, words: Sequence[str], left_out: Integers
) -> tuple[Integers, Integers, list[str]]:
    """Count pairs of adjacent words without punctuation between them.

    Parameters
    ----------
    encoded : EncodedText
        Encoded texts.
    words : sequence of str
        Words of the lexicon.
    left_out : int array
        Numbers of the words whose pairs are not counted.

    Returns
    -------
    pairs : int array of shape (n_pairs, 2)
        Numbers of the first and the second word; all pairs that occur, sorted.
    counts : int array of shape (n_pairs, n_registers)
        Occurrences in each register of running text.
    registers : list of str
        Names of the registers, the one with the most distinct pairs first.
    """
    numbers = _numbers(encoded, words)
    numbers[np.isin(numbers, left_out)] = -1
    size = len(words)
    counted: dict[str, tuple[Integers, Integers]] = {}
    for register, texts in encoded.ids.items():
        keys = []
        for ids in texts:
            numbered = numbers[ids].astype(np.int64)
            both = (numbered[:-1] >= 0) & (numbered[1:] >= 0)
            keys.append(numbered[:-1][both] * size + numbered[1:][both])
        counted[register] = np.unique(np.concatenate(keys), return_counts=True)
    registers = sorted(counted, key=lambda register: (-len(counted[register][0]), register))
    pairs = np.unique(np.concatenate([own for own, _ in counted.values()]))
    counts = np.zeros((len(pairs), len(registers)), dtype=np.int64)
    for column, register in enumerate(registers):
        own, times = counted[register]
        counts[np.searchsorted(pairs, own), column] = times
    return np.column_stack(np.divmod(pairs, size)), counts, registers


def pack_pairs(
    pairs: Integers, counts: Integers, ranks: Integers, size: int
) -> tuple[dict[str, NDArray[np.uint8]], int]:
    """Compress the counts of word pairs for :func:`lcp.lexicon.pairs.unpack_pairs`.

    Parameters
    ----------
    pairs : int array of shape (n_pairs, 2)
        Numbers of the first and the second word; each pair once.
    counts : int array of shape (n_pairs, n_registers)
        Occurrences in each register. The result is smallest if the largest register is first.
    ranks : int array of shape (n_words,)
        See :func:`lcp.lexicon.pairs.frequency_ranks`. With second words numbered by frequency, the
        differences of the sorted keys are small.
    size : int
        Maximum size of the result in bytes.

    Returns
    -------
    arrays : dict of str to uint8 array
        ``pair_steps``, ``pair_counts``, ``register_steps``, ``register_counts``.
    minimum : int
        Minimum count of the stored pairs: 1 if all of them fit.
    """
    keys = pairs[:, 0] * len(ranks) + ranks[pairs[:, 1]]
    order = np.argsort(keys)
    keys, counts = keys[order], counts[order]
    totals = counts.sum(axis=1)
    minimum = 1
    while True:
        kept = totals >= minimum
        others = counts[kept, 1:]
        place, register = np.nonzero(others)
        register_keys = place * others.shape[1] + register
        packed = {
            "pair_steps": deflated(np.diff(keys[kept], prepend=0)),
            "pair_counts": deflated(totals[kept]),
            "register_steps": deflated(np.diff(register_keys, prepend=0)),
            "register_counts": deflated(others[place, register]),
        }
        if not kept.any() or sum(len(stream) for stream in packed.values()) <= size:
            return packed, minimum
        minimum += 1


def _numbers(encoded: EncodedText, words: Sequence[str]) -> NDArray[np.int32]:
    """Return the number of each form's word, -1 for words outside the lexicon."""
    number_of = {word: number for number, word in enumerate(words)}
    numbers = [number_of.get(listed_form(form), -1) for form in encoded.forms]
    return np.array(numbers, dtype=np.int32)
