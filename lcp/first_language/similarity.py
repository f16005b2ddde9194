"""Similarity of the spelling of two words."""

from __future__ import annotations

from typing import NamedTuple


class Similarity(NamedTuple):
    """Similarity of two words, each value from 0 to 1.

    Attributes
    ----------
    edit : float
        One minus the edit distance (Levenshtein 1966) divided by the length of the longer word.
    substring : float
        Length of the longest common substring divided by that of the shorter word.
    prefix : float
        Length of the common prefix divided by that of the longer word.
    """

    edit: float
    substring: float
    prefix: float


def similarity(first: str, second: str) -> Similarity:
    """Compare two words letter by letter.

    >>> similarity("nation", "nacion")
    Similarity(edit=0.833..., substring=0.5, prefix=0.333...)
    """
    longer = max(len(first), len(second))
    shorter = min(len(first), len(second))
    if not shorter:
        return Similarity(0.0, 0.0, 0.0)
    prefix = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        prefix += 1
    distance, common = _distance_and_substring(first, second)
    return Similarity(1 - distance / longer, common / shorter, prefix / longer)


def _distance_and_substring(first: str, second: str) -> tuple[int, int]:
    """Return the edit distance and the length of the longest common substring."""
    row = list(range(len(second) + 1))
    runs = [0] * (len(second) + 1)
    longest = 0
    for number, letter in enumerate(first, start=1):
        above, above_runs = row, runs
        row, runs = [number], [0]
        for place, other in enumerate(second, start=1):
            equal = letter == other
            row.append(min(above[place] + 1, row[-1] + 1, above[place - 1] + (not equal)))
            runs.append(above_runs[place - 1] + 1 if equal else 0)
        longest = max(longest, *runs)
    return row[-1], longest
