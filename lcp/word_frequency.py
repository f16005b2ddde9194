"""How frequent words are in general English."""

from __future__ import annotations

import math
from functools import cache, lru_cache

from lcp.text import REMEMBERED


def zipf(word: str) -> float:
    """Zipf frequency of an English word: log10 of its occurrences per billion words.

    From wordfreq's largest list (Speer 2022; scale of van Heuven et al. 2014). A word
    that wordfreq splits, such as "gene-by-gene", gets the frequency of its parts together.

    Parameters
    ----------
    word : str
        As written; case does not matter.

    Returns
    -------
    float
        About 1 (rare) to 8 ("the"); NaN where wordfreq does not know the word.

    Examples
    --------
    >>> zipf("mountain"), zipf("xqzzt")
    (4.73, nan)
    """
    lowered = word.lower()
    if lowered.isascii() and lowered.isalpha():
        # One token to wordfreq: no need to seek several.
        return _listed_zipf(_listed().get(lowered, 0.0))
    return _divided_zipf(word)


@cache
def _listed() -> dict[str, float]:
    from wordfreq import get_frequency_dict

    return get_frequency_dict("en", wordlist="best")  # type: ignore[no-any-return]


@cache
def _listed_zipf(frequency: float) -> float:
    """The list has fewer than a thousand distinct frequencies."""
    return round(math.log10(frequency) + 9, 2) if frequency else float("nan")


@lru_cache(maxsize=REMEMBERED)
def _divided_zipf(word: str) -> float:
    import wordfreq

    # wordfreq answers 0.0 for what it has never seen, and lists nothing as rare as that.
    frequency = float(wordfreq.zipf_frequency(word, "en", wordlist="best")) or float("nan")
    # wordfreq itself would remember 100,000 words.
    wordfreq._wf_cache.clear()  # noqa: SLF001
    return frequency
