"""Count words and word pairs in texts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from lcp.english.lexicon.word_table import listed_form
from tools.lexicon.texts import Text, sentences
from tools.lexicon.writing import deflated

Integers = NDArray[np.int64]


def count_forms(text: Text) -> Counter[str]:
    """Return the occurrences of each case-sensitive word of a file."""
    if not text.running:
        return Counter(json.loads(text.path.read_text(encoding="utf-8")))
    counts = Counter(chain.from_iterable(sentences(text.path)))
    del counts[""]
    return counts


def count_of_words(text: Text, forms: Counter[str], words: Sequence[str]) -> Integers:
    """Return the occurrences of each word of a lexicon among the forms of a file."""
    folded: Counter[str] = Counter()
    for form, count in forms.items():
        folded[listed_form(form) if text.running else form.lower()] += count
    return np.array([folded[word] for word in words], dtype=np.int64)


def zipf_scale(count: Integers, tokens: int) -> NDArray[np.float64]:
    """Return smoothed Zipf frequencies: log10 of the occurrences per billion words.

    With the Laplace smoothing of van Heuven et al. (2014): one is added to the `count` of every
    word in a text of `tokens` words, so that words with the count 0 have a value too.
    """
    return np.asarray(np.log10((count + 1) / (tokens + len(count)) * 1e9))


def count_neighbours(
    texts: Sequence[Text], words: Sequence[str], ranks: Integers, function_words: int
) -> tuple[NDArray[np.float64], dict[str, Counter[int]]]:
    """Count capitals, and pairs of adjacent words without punctuation between them.

    Parameters
    ----------
    texts : sequence of Text
        Running text.
    words : sequence of str
        Words of the lexicon.
    ranks : int array of shape (n_words,)
        See :func:`lcp.english.lexicon.pairs.frequency_ranks`.
    function_words : int
        Number of the most frequent words, whose pairs are not counted.

    Returns
    -------
    capitals : float array of shape (n_words,)
        Share of the occurrences inside sentences that are capitalised.
    pairs : dict of str to Counter of int
        Occurrences of each pair in each register. Its key is the number of the first word times
        the number of words, plus the rank of the second.
    """
    rank_of = ranks.tolist()
    numbers = {word: number for number, word in enumerate(words)}
    inside, raised = np.zeros(len(words), np.int64), np.zeros(len(words), np.int64)
    pairs: dict[str, Counter[int]] = {text.register: Counter() for text in texts}
    for text in texts:
        counted = pairs[text.register]
        for sentence in sentences(text.path):
            is_start, first = True, -1
            for word in sentence:
                number = numbers.get(listed_form(word), -1)
                # The first word of a sentence is always capitalised.
                if number >= 0 and not is_start:
                    inside[number] += 1
                    raised[number] += word[0].isupper()
                second = number if number >= 0 and rank_of[number] >= function_words else -1
                if first >= 0 and second >= 0:
                    counted[first * len(words) + rank_of[second]] += 1
                is_start, first = is_start and not word, second
    return np.divide(raised, inside, out=np.full(len(words), np.nan), where=inside > 0), pairs


def pack_pairs(pairs: dict[str, Counter[int]]) -> tuple[dict[str, NDArray[np.uint8]], list[str]]:
    """Compress the counts of word pairs for :func:`lcp.english.lexicon.pairs.unpack_pairs`.

    Returns
    -------
    arrays : dict of str to uint8 array
        ``pair_steps``, ``pair_counts``, ``register_steps``, ``register_counts``.
    registers : list of str
        Names of the registers, the one with the most distinct pairs first: so the arrays are small.
    """
    registers = sorted(pairs, key=lambda register: (-len(pairs[register]), register))
    keys = sorted(set().union(*pairs.values()))
    counts = np.array([[pairs[name][key] for name in registers] for key in keys], dtype=np.int64)
    counts = counts.reshape(len(keys), len(registers))
    place, register = np.nonzero(counts[:, 1:])
    register_keys = place * (len(registers) - 1) + register
    arrays = {
        "pair_steps": deflated(np.diff(np.array(keys, dtype=np.int64), prepend=0)),
        "pair_counts": deflated(counts.sum(axis=1)),
        "register_steps": deflated(np.diff(register_keys, prepend=0)),
        "register_counts": deflated(counts[place, register + 1]),
    }
    return arrays, registers
