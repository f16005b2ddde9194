"""Ratings on other scales than 0 to 1."""

from __future__ import annotations

import re
from pathlib import Path

from lcp.errors import InputError

#: Rating of the easiest and of the most difficult words.
Scale = tuple[float, float]
#: Complexity from 0 (very easy) to 1 (very difficult).
COMPLEXITY: Scale = (0.0, 1.0)

#: What stands between a file and the scale of its ratings.
_AT = "@"
_END = r"(-?\d+(?:\.\d+)?)"
_SCALE = re.compile(rf"\s*{_END}\s*[-–:]\s*{_END}\s*", re.ASCII)


def parse_scale(text: str) -> Scale:
    """Return the ends of a scale such as ``1-5``.

    Raises
    ------
    InputError
        If the text is not a scale.

    Examples
    --------
    >>> parse_scale("1-5"), parse_scale("7-1")
    ((1.0, 5.0), (7.0, 1.0))
    """
    match = _SCALE.fullmatch(text)
    if match is None:
        raise InputError(
            f"'{text}' is not a scale.",
            where="scale",
            hint="Give the rating of the easiest and of the most difficult words, such as 1-5.",
        )
    return check_scale((float(match[1]), float(match[2])))


def split_scale(address: str) -> tuple[str, Scale | None]:
    """Split an address into a file and the scale of its ratings; None without a scale.

    Raises
    ------
    InputError
        If the text after the last ``@`` is not a scale.

    Examples
    --------
    >>> split_scale("mine.csv@1-5"), split_scale("complex:train")
    (('mine.csv', (1.0, 5.0)), ('complex:train', None))
    """
    name, at, ends = address.rpartition(_AT)
    # A path may contain the sign.
    is_scale = at and (_SCALE.fullmatch(ends) or Path(name).exists())
    if not is_scale or Path(address).exists():
        return address, None
    return name, parse_scale(ends)


def check_scale(scale: Scale) -> Scale:
    """Raise :class:`InputError` unless a scale has two different ends."""
    easiest, hardest = scale
    if easiest == hardest:
        raise InputError(
            f"The scale {easiest:g}-{hardest:g} has one value only.",
            where="scale",
            hint="Give the rating of the easiest and of the most difficult words, such as 1-5.",
        )
    return scale


def as_complexity(rating: float, scale: Scale) -> float:
    """Map a rating linearly to complexity from 0 (very easy) to 1 (very difficult).

    Twelve decimals are kept, so that 2.24 of 1-5 is 0.31 and not 0.31000000000000005.

    >>> as_complexity(2, (1, 5)), as_complexity(2, (5, 1))
    (0.25, 0.75)
    """
    easiest, hardest = scale
    if scale == COMPLEXITY:
        return rating
    return round((rating - easiest) / (hardest - easiest), 12)
