"""Themes that group features across families, and their wording, read from ``themes.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """Wording of one feature.

    Attributes
    ----------
    column : str
        ``family__feature``.
    predicates : tuple of three str
        Texts such as ``"is rare"`` for a value at or below the first limit, between the limits,
        and at or above the second.
    limits : tuple of two floats
        Limits in the feature's unit.
    comparatives : tuple of two str
        Words for a lower and a higher value, such as ``"rarer"``; empty if not compared.
    value : str
        Format of the value and its unit; may be empty.
    values : dict of str to str
        Texts for single values, used instead of `value`.
    log_count : bool
        Whether the feature is log10(count + 1), and the count is formatted.
    compared_with : str
        Plural noun for what the target is compared with. Default: by the feature's level.
    harder : {"low", "high", ""}
        Values that make a word harder; empty to leave the feature out of reasons in plain words.
    plain_value, plain_compare : str
        Formats of the value and of a comparative for reasons in plain words; may be empty.
    """

    column: str
    predicates: tuple[str, str, str]
    limits: tuple[float, float]
    comparatives: tuple[str, str] = ("", "")
    value: str = ""
    values: dict[str, str] = field(default_factory=dict)
    log_count: bool = False
    compared_with: str = ""
    harder: str = ""
    plain_value: str = ""
    plain_compare: str = ""

    def predicate(self, value: float) -> tuple[str, int]:
        """Return the predicate for a value, and -1, 0 or 1 for low, middle and high."""
        lean = -1 if value <= self.limits[0] else 1 if value >= self.limits[1] else 0
        return self.predicates[lean + 1], lean

    def format(self, value: float) -> str:
        """Return a value with its unit, or an empty string.

        >>> phrases()["association__log_count"].format(3.0)
        "999 times in the lexicon's texts"
        """
        number = 10**value - 1 if self.log_count else value
        return self.values.get(f"{number:g}", self.value.format(number))


@dataclass(frozen=True, slots=True)
class Theme:
    """Features that are summed into one reason.

    Attributes
    ----------
    title : str
        Title of the reason. It begins with a capital and never equals the name of a family.
    columns : tuple of str
        Patterns of ``family__feature``.
    phrases : tuple of Phrase
        Wording of the features that can represent the theme.
    unknown : str
        Text if none of these features has a value, and for a theme without phrases.
    """

    title: str
    columns: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    unknown: str


@cache
def themes() -> tuple[Theme, ...]:
    """Return every theme in the order of ``themes.toml``."""
    text = files("lcp.explanation").joinpath("themes.toml").read_text(encoding="utf-8")
    return tuple(
        Theme(
            entry["title"],
            tuple(entry["columns"]),
            tuple(phrase for part in entry.get("phrases", ()) for phrase in _expanded(part)),
            entry.get("unknown", "no value available"),
        )
        for entry in tomllib.loads(text)["theme"]
    )


@cache
def phrases() -> dict[str, Phrase]:
    """Return the phrases of all themes by column."""
    return {phrase.column: phrase for theme in themes() for phrase in theme.phrases}


@cache
def theme_of(column: str) -> Theme | None:
    """Return the first theme that contains a column ``family__feature``.

    >>> theme_of("frequency__zipf").title
    'Frequency'
    >>> theme_of("weather__rain") is None
    True
    """
    for theme in themes():
        if any(fnmatchcase(column, pattern) for pattern in theme.columns):
            return theme
    return None


def _expanded(entry: dict[str, Any]) -> list[Phrase]:
    """Return one phrase for each column of an entry."""
    options = dict(entry)
    columns = options.pop("columns")
    low, *middle, high = options.pop("predicates")
    limits = tuple(options.pop("limits"))
    comparatives = tuple(options.pop("compare", ("", "")))
    # Of two predicates, the second is also used between the limits.
    predicates = (low, middle[0] if middle else high, high)
    return [Phrase(column, predicates, limits, comparatives, **options) for column in columns]
