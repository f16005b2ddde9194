"""Word frequency in general English."""

from __future__ import annotations

import gzip
import math
import re
import zlib
from bisect import bisect_left
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
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
    # Importing wordfreq, with its packages for other languages, takes longer than reading its list.
    import msgpack

    package = find_spec("wordfreq")
    assert package is not None and package.origin is not None  # noqa: S101, PT018 - required
    path = Path(package.origin).with_name("data") / f"large_{language}.msgpack.gz"
    with gzip.open(path) as stream:
        _, *words_by_centibel = msgpack.load(stream)
    shares = [10 ** (-centibel / 100) for centibel in range(len(words_by_centibel))]
    groups = zip(words_by_centibel, shares, strict=True)
    return {word: share for words, share in groups for word in words}


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
    # zipf_frequency would read the list a second time.
    from wordfreq import lossy_tokenize
    from wordfreq.numbers import digit_freq, smash_numbers

    tokens = lossy_tokenize(word, "en")
    if len(tokens) != 1:
        return math.nan
    listed = smash_numbers(tokens[0])
    share = frequencies().get(listed)
    if share is None:
        return math.nan
    if listed != tokens[0]:
        # As wordfreq: with three digits, and none below a Zipf frequency of 0.
        share = float(f"{share * digit_freq(tokens[0]):.2e}")
    value = zipf_of_share(share)
    return value if value > 0 else math.nan
