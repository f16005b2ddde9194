"""Word frequency in general English."""

from __future__ import annotations

import gzip
import math
import re
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.text import CACHED_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PART = r"[a-z]+(?:'(?:s|t|d|m|ll|re|ve))?"
#: English words without digits, contracted or joined by hyphens.
_PLAIN = re.compile(rf"{_PART}(?:-{_PART})*", re.ASCII)


def zipf(word: str) -> float:
    """Return the Zipf frequency of a word: log10 of its occurrences per billion words.

    The frequencies are those of wordfreq's largest English list (Speer 2022), the scale is that of
    van Heuven et al. (2014). If wordfreq splits a word, such as "gene-by-gene", the result is its
    estimate for the sequence of parts.

    Parameters
    ----------
    word : str
        Word in any case.

    Returns
    -------
    float
        About 1 (rare) to 8 ("the"); NaN if the word is not in the list.

    Examples
    --------
    >>> zipf("mountain"), zipf("xqzzt")
    (4.73, nan)
    """
    lowered = word.lower()
    if lowered.isascii() and lowered.isalpha():
        # wordfreq would not split this word, so its tokenizer is skipped.
        rank = frequency_steps("en").get(lowered)
        return math.nan if rank is None else (900 - rank) / 100
    return _tokenized_zipf(word)


def zipf_scale(count: NDArray[np.int64], tokens: int) -> NDArray[np.float64]:
    """Return smoothed Zipf frequencies: log10 of the occurrences per billion words.

    With the Laplace smoothing of van Heuven et al. (2014): one is added to the `count` of every
    word in a text of `tokens` words, so that words with the count 0 have a value too.
    """
    return np.asarray(np.log10((count + 1) / (tokens + len(count)) * 1e9))


def counts_of_zipf(zipf: NDArray[np.float64], tokens: int) -> NDArray[np.float64]:
    """Return the counts of words in a text of `tokens` words: the inverse of :func:`zipf_scale`.

    >>> counts_of_zipf(zipf_scale(np.array([0, 7]), 1000), 1000).tolist()
    [0.0, 7.0]
    """
    return np.asarray(np.rint(10**zipf * (tokens + len(zipf)) / 1e9 - 1).clip(0))


@cache
def frequency_steps(language: str) -> dict[str, int]:
    """Return the frequency of each word of wordfreq's largest list, in steps of -0.01 log10 from 1.

    Reads the file without importing wordfreq, which would take twice as long. The result is shared
    by all callers; do not modify it.
    """
    import msgpack

    package = find_spec("wordfreq")
    folder = Path(str(package and package.origin)).parent / "data"
    with gzip.open(folder / f"large_{language}.msgpack.gz") as stream:
        header, *buckets = msgpack.unpackb(stream.read())
    if header != {"format": "cB", "version": 1}:
        raise ValueError(f"wordfreq's list has an unknown format: {header}")
    ranks: dict[str, int] = {}
    for rank, bucket in enumerate(buckets):
        ranks.update(dict.fromkeys(bucket, rank))
    return ranks


@lru_cache(maxsize=CACHED_WORDS)
def _tokenized_zipf(word: str) -> float:
    """Return wordfreq's estimate for a sequence of tokens: 1/f is the sum of the tokens' 1/f."""
    ranks, inverse = frequency_steps("en"), 0.0
    for token in _tokens(word):
        frequency = _listed_frequency(token, ranks)
        if frequency is None:
            return math.nan
        inverse += 1 / frequency
    if not inverse:
        return math.nan
    frequency = 1 / inverse
    # wordfreq rounds to three significant digits.
    rounded = round(frequency, math.floor(-math.log10(frequency)) + 3)
    value = round(math.log10(rounded) + 9, 2)
    return value if value > 0 else math.nan


def _tokens(word: str) -> list[str]:
    """Return wordfreq's tokens of a word."""
    straight = word.replace("’", "'")
    if _PLAIN.fullmatch(straight):
        # wordfreq's tokenizer, which takes 0.1 s to import, splits such words at hyphens only.
        return straight.split("-")
    from wordfreq import lossy_tokenize

    return list(lossy_tokenize(word, "en"))


def _listed_frequency(token: str, ranks: dict[str, int]) -> float | None:
    """Return the frequency of a token, None if wordfreq does not list it."""
    if any(character.isdigit() for character in token):
        # wordfreq lists numbers by their length, and estimates the share of each.
        from wordfreq.numbers import digit_freq, smash_numbers

        listed = smash_numbers(token)
        # The share of a long number cannot be computed, but long numbers are not listed.
        share = digit_freq(token) if listed != token and listed in ranks else 1.0
    else:
        listed, share = token, 1.0
    return 10 ** (-ranks[listed] / 100) * share if listed in ranks else None
