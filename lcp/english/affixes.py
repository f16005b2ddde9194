"""English affixes, those that a word begins or ends with, and the stems of words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from lcp.base.caches import CACHED_WORDS
from lcp.english.tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

#: Derivational affixes, and Greek and Latin combining forms of scientific terms without those that
#: are frequent in everyday words as well ("gen", "my", "some"): rows of ``affixes.tsv``.
PREFIXES, SUFFIXES, CLASSICAL_BEGINNINGS, CLASSICAL_ENDINGS = (
    frozenset(listed.split()) for _, listed in pairs("affixes.tsv")
)

#: Minimum length of the rest of a word: "real" does not begin with the prefix "re".
MIN_STEM = 3
_LONGEST = max(map(len, PREFIXES | SUFFIXES | CLASSICAL_BEGINNINGS | CLASSICAL_ENDINGS))


def beginnings(word: str, affixes: AbstractSet[str]) -> Iterator[int]:
    """Yield the length of each affix that a word begins with, the longest first.

    At least :data:`MIN_STEM` letters must follow.

    >>> list(beginnings("interim", PREFIXES))
    [2]
    """
    for size in range(min(_LONGEST, len(word) - MIN_STEM), 0, -1):
        if word[:size] in affixes:
            yield size


def endings(word: str, affixes: AbstractSet[str]) -> Iterator[int]:
    """Yield the length of each affix that a word ends with, the longest first.

    At least :data:`MIN_STEM` letters must precede it.

    >>> list(endings("comfortably", SUFFIXES))
    [4, 2, 1]
    """
    for size in range(min(_LONGEST, len(word) - MIN_STEM), 0, -1):
        if word[-size:] in affixes:
            yield size


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
