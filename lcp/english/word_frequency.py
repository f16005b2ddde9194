"""Word frequency in general English."""

from __future__ import annotations

import math
import re
import zlib
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING

from lcp.base.caches import CACHED_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Latin letters, with hyphens and apostrophes between them.
_LETTERS = re.compile(r"[a-zà-öø-ÿ]+(?:[-'][a-zà-öø-ÿ]+)*")
#: Digits that wordfreq replaces by zeros.
_DIGITS = re.compile(r"\d[\d.,]+")


def zipf(word: str) -> float:
    """Return the Zipf frequency of a word: log10 of its occurrences per billion words.

    Frequencies are from wordfreq's largest English list (Speer 2022), the scale is by
    van Heuven et al. (2014). A word that wordfreq splits, such as "gene-by-gene", is not in
    the list.

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
    >>> zipf("mountain"), zipf("xqzzt"), zipf("mother-in-law")
    (4.73, nan, nan)
    """
    lowered = word.lower()
    if (lowered.isascii() and lowered.isalpha()) or _LETTERS.fullmatch(lowered):
        # wordfreq lists this word as it is, or not at all, so its tokenizer is not imported.
        share = frequencies().get(lowered)
        return math.nan if share is None else zipf_of_share(share)
    return _tokenized_zipf(word)


def is_estimated(word: str) -> bool:
    """Return whether wordfreq estimates the frequency of a word, from the digits in it.

    >>> is_estimated("1990s"), is_estimated("mp3")
    (True, False)
    """
    return _DIGITS.search(word) is not None


@cache
def frequencies(language: str = "en") -> Mapping[str, float]:
    """Return the share of each word of wordfreq's largest list, the most frequent first.

    The result is shared by all callers; do not modify it.
    """
    from wordfreq import get_frequency_dict

    shares: dict[str, float] = get_frequency_dict(language, wordlist="large")
    return shares


def frequent_words(least: float) -> Iterator[str]:
    """Yield the words of wordfreq's largest list with at least this Zipf frequency.

    >>> next(frequent_words(7.5))
    'the'
    """
    # Zipf frequencies have two decimals.
    share = 10 ** (least - 9.005)
    return (word for word, _ in takewhile(lambda pair: pair[1] >= share, frequencies().items()))


@cache
def list_places() -> Mapping[str, int]:
    """Return the place of each word in wordfreq's largest English list, from 0."""
    return _Places()


class _Places(Mapping[str, int]):
    """Places found by bisection, because a dictionary of them takes 20 MB.

    Words of the same share are in alphabetical order.
    """

    def __init__(self) -> None:
        self._shares = frequencies()
        self._words = list(self._shares)

    def __getitem__(self, word: str) -> int:
        return bisect_left(self._words, self._key(word), key=self._key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def _key(self, word: str) -> tuple[float, str]:
        return -self._shares[word], word


@cache
def list_checksum() -> str:
    """Return the checksum of the words of wordfreq's largest English list, in their order."""
    return str(zlib.crc32("\n".join(frequencies()).encode()))


def zipf_of_share(share: float) -> float:
    """Return the Zipf frequency of a word with this share of all words, to two decimals.

    >>> zipf_of_share(1e-6)
    3.0
    """
    return round(math.log10(share) + 9, 2)


@lru_cache(maxsize=CACHED_WORDS)
def _tokenized_zipf(word: str) -> float:
    """Return the frequency of a word that wordfreq's tokenizer changes; NaN if it is split."""
    # wordfreq multiplies the frequencies of the parts of "mother-in-law", which is no frequency of
    # the word, and counts "dogs'" as "dogs".
    if word.endswith(("'", "’")):
        return math.nan
    from wordfreq import lossy_tokenize, zipf_frequency

    if len(lossy_tokenize(word, "en")) != 1:
        return math.nan
    return zipf_frequency(word, "en", wordlist="large") or math.nan
