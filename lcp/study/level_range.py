"""Ranges of CEFR levels, such as ``B2+``."""

from __future__ import annotations

import re

from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError

_RANGE = re.compile(r"(?P<low>[A-C][12])(?:(?P<open>\+)|[-–](?P<high>[A-C][12]))?")


def level_range(text: str) -> frozenset[str]:
    """Return the levels of a range: one level, a level and above, or from one to another.

    Raises
    ------
    InputError
        If the range is not of one of these forms.

    Examples
    --------
    >>> sorted(level_range("C1+")), sorted(level_range("A2-B1")), sorted(level_range("B2"))
    (['C1', 'C2'], ['A2', 'B1'], ['B2'])
    """
    match = _RANGE.fullmatch(text.strip().upper())
    if match:
        low = LEVELS.index(match["low"])
        high = len(LEVELS) - 1 if match["open"] else LEVELS.index(match["high"] or match["low"])
        if low <= high:
            return frozenset(LEVELS[low : high + 1])
    raise InputError(
        f"'{text}' is not a range of CEFR levels.",
        where="level",
        hint="Give a level (B2), a level and above (B2+), or a range (A2-B1).",
    )
