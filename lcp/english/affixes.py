"""English affixes, and those that a word begins or ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.tables import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator
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
    sizes = range(min(_LONGEST, len(word) - MIN_STEM), 0, -1)
    return (size for size in sizes if word[:size] in affixes)


def endings(word: str, affixes: AbstractSet[str]) -> Iterator[int]:
    """Yield the length of each affix that a word ends with, the longest first.

    At least :data:`MIN_STEM` letters must precede it.

    >>> list(endings("comfortably", SUFFIXES))
    [4, 2, 1]
    """
    sizes = range(min(_LONGEST, len(word) - MIN_STEM), 0, -1)
    return (size for size in sizes if word[-size:] in affixes)
