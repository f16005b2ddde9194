"""The value of a feature in words: by its theme's phrase, or by its own description and unit."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from lcp.explanation.distribution import COMPARED_WITH
from lcp.explanation.themes import phrases

if TYPE_CHECKING:
    import pandas as pd

    from lcp.explanation.themes import Phrase

#: Percentages of the training data. A comparison with less than half of it says little.
HALF, ALL = 50, 100

_BOOLEAN_UNITS = {"0/1", "0 or 1"}
_PLAIN_UNIT = re.compile(r"[a-z ]+")


def describe(row: pd.Series[Any], training_data: str) -> str:
    """Describe one row of :attr:`lcp.explanation.Explanation.features`.

    The value is compared with the training data, such as "CompLex", if their distribution is
    known.
    """
    if math.isnan(row["value"]):
        return f"{_prefix(row)}{row['description']}: unknown"
    phrase = phrases().get(f"{row['family']}__{row['feature']}")
    if phrase is None:
        return _by_description(row, training_data)
    return _by_phrase(row, phrase, training_data)


def _by_phrase(row: pd.Series[Any], phrase: Phrase, training_data: str) -> str:
    predicate, lean = phrase.predicate(row["value"])
    value = phrase.format(row["value"])
    if row["subject"].startswith("“"):
        text = f"{row['subject']} {predicate}"
    else:
        # "has a Greek or Latin part" needs no "on average".
        text = f"{predicate.removeprefix('is ')} {row['subject'] if value else ''}".rstrip()
    if "predicted" in row["description"]:
        value = f"{value} (predicted)"
    group = phrase.compared_with or COMPARED_WITH[row["level"]]
    comparison = _compare(row, phrase.comparatives, lean, f"{group} in {training_data}")
    details = ", ".join(part for part in (value, comparison) if part)
    return f"{text}: {details}" if details else text


def _by_description(row: pd.Series[Any], training_data: str) -> str:
    text = f"{_prefix(row)}{row['description'].removeprefix('whether ')}"
    if row["unit"] in _BOOLEAN_UNITS and row["value"] in (0, 1):
        return f"{text}: {'yes' if row['value'] else 'no'}"
    group = f"{COMPARED_WITH[row['level']]} in {training_data}"
    comparison = _compare(row, ("lower", "higher"), 0, group)
    # "words of the sentence: 12", not "12 words".
    unit = "count" if row["unit"] in row["description"] else row["unit"]
    return f"{text}: {_measured(row['value'], unit)}" + (f", {comparison}" if comparison else "")


def _prefix(row: pd.Series[Any]) -> str:
    return f"{row['subject']}, " if row["subject"] else ""


def _measured(value: float, unit: str) -> str:
    """Return a number with its unit, or with its scale in brackets.

    >>> _measured(12, "words"), _measured(3, "count"), _measured(0.25, "0-1")
    ('12 words', '3', '0.25 (0-1)')
    >>> _measured(4.21, "Zipf: log10 per billion words")
    'Zipf 4.21'
    """
    number = f"{value:,.0f}" if value == round(value) or abs(value) >= ALL else f"{value:,.2f}"
    if unit.startswith("Zipf"):
        return f"Zipf {number}"
    if unit in {"count", "unit", "ratio"}:
        return number
    return f"{number} {unit}" if _PLAIN_UNIT.fullmatch(unit) else f"{number} ({unit})"


def _compare(row: pd.Series[Any], comparatives: tuple[str, str], lean: int, group: str) -> str:
    """Compare a value with the training data: "rarer than 90% of the words in CompLex".

    `lean` is -1 if the value was called low, 1 for high and 0 for neither. A comparison that
    contradicts it begins with "though".
    """
    if not all(comparatives) or math.isnan(row["below"]):
        return ""
    is_lower = row["above"] >= row["below"]
    share, comparative = (
        (row["above"], comparatives[0]) if is_lower else (row["below"], comparatives[1])
    )
    if share < HALF:
        return ""
    contradicts = lean and is_lower != (lean < 0)
    portion = "all of" if share == ALL else f"{share:.0f}% of"
    return f"{'though ' if contradicts else ''}{comparative} than {portion} the {group}"
