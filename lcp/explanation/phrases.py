"""How one speaks of a feature, and of several that are one reason to a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Format = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Phrase:
    """How to speak of one feature.

    Parameters
    ----------
    column : str
        ``family__feature``.
    low, between, high : str
        Said of the word when the value is at most the first of `limits`, between them, and
        at least the second; with their verb, as in ``"is rare"``.
    limits : tuple of two floats
        In the feature's unit.
    lower, higher : str
        Comparatives, as in ``"rarer"``; none where a comparison says nothing.
    value : callable
        The value and its unit as text; may be empty.
    among : str
        What the value is compared with, where its level does not say it.
    """

    column: str
    low: str
    between: str
    high: str
    limits: tuple[float, float]
    lower: str = ""
    higher: str = ""
    value: Format = "{:.1f}".format
    among: str = ""

    def describe(self, value: float) -> tuple[str, int]:
        """Words for a value, and -1, 0 or 1 for low, between and high."""
        if value <= self.limits[0]:
            return self.low, -1
        return (self.high, 1) if value >= self.limits[1] else (self.between, 0)


@dataclass(frozen=True, slots=True)
class Theme:
    """Columns that are one reason to a person.

    Parameters
    ----------
    title : str
        With a capital, so that it is never a family's name.
    columns : tuple of str
        Patterns of ``family__feature``.
    phrases : tuple of Phrase
        Features that can stand for the theme.
    unknown : str
        Said when none of them has a value, and always where there are no phrases.
    """

    title: str
    columns: tuple[str, ...]
    phrases: tuple[Phrase, ...] = ()
    unknown: str = "no value is known for it"
