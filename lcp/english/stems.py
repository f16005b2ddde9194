"""Stems of words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from lcp.base.caches import CACHED_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence


@lru_cache(maxsize=CACHED_WORDS)
def stem(word: str) -> str:
    """Return the lower-case stem of a word (Snowball's English stemmer; Porter, 2001).

    >>> stem("Mountains"), stem("national")
    ('mountain', 'nation')
    """
    return str(_stemmer().stemWord(word.lower()))


def stems(words: Sequence[str]) -> list[str]:
    """Return the stems of words in lower case; a word that is its stem is the same string."""
    pairs = zip(words, _stemmer().stemWords(words), strict=True)
    return [word if word == stemmed else stemmed for word, stemmed in pairs]


@cache
def _stemmer() -> Any:
    from Stemmer import Stemmer

    # stem() has its own cache.
    return Stemmer("english", 0)
