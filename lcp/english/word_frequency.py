"""Word frequency in general English."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.text import CACHED_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        return _zipf_of_frequency(_frequencies().get(lowered, 0.0))
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
def _frequencies() -> dict[str, float]:
    from wordfreq import get_frequency_dict

    return get_frequency_dict("en", wordlist="best")  # type: ignore[no-any-return]


@cache  # the list has fewer than a thousand distinct frequencies
def _zipf_of_frequency(frequency: float) -> float:
    return round(math.log10(frequency) + 9, 2) if frequency else float("nan")


@lru_cache(maxsize=CACHED_WORDS)
def _tokenized_zipf(word: str) -> float:
    import wordfreq

    # 0.0 means that the word is not in the list; listed words have higher values.
    frequency = float(wordfreq.zipf_frequency(word, "en", wordlist="best")) or float("nan")
    # wordfreq's own cache has room for 100,000 words.
    wordfreq._wf_cache.clear()  # noqa: SLF001
    return frequency
