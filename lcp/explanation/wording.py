"""One feature's value in words: by its theme's phrase, or by its own description and unit."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from lcp.explanation.distribution import COMPARED_WITH
from lcp.explanation.themes import PHRASES

if TYPE_CHECKING:
    import pandas as pd

    from lcp.explanation.phrases import Phrase

#: Percent of the training data; a comparison with fewer than half of it says little.
HALF, ALL = 50, 100

_TRUTH = {"0/1", "0 or 1"}
_PLAIN_UNIT = re.compile(r"[a-z ]+")


def describe(row: pd.Series[Any]) -> str:
    """Say what is so about one feature of a target.

    Parameters
    ----------
    row : Series
        A row of :attr:`lcp.explanation.Explanation.features`.

    Returns
    -------
    str
        With the percentile, where the training data are known.
    """
    phrase = PHRASES.get(f"{row['family']}__{row['feature']}")
    if math.isnan(row["value"]):
        return f"{_of(row)}{row['description']}: unknown"
    return _plainly(row) if phrase is None else _by_phrase(row, phrase)


def _by_phrase(row: pd.Series[Any], phrase: Phrase) -> str:
    said, lean = phrase.describe(row["value"])
    if row["subject"].startswith("“"):
        said = f"{row['subject']} {said}"
    else:
        said = f"{row['subject']} {said.removeprefix('is ')}".strip()
    value = phrase.value(row["value"])
    if "predicted" in row["description"]:
        value = f"{value} (predicted)"
    among = phrase.among or COMPARED_WITH[row["level"]]
    compared = _compare(row, (phrase.lower, phrase.higher), lean, among)
    details = ", ".join(part for part in (value, compared) if part)
    return f"{said}: {details}" if details else said


def _plainly(row: pd.Series[Any]) -> str:
    told = f"{_of(row)}{row['description'].removeprefix('whether ')}"
    if row["unit"] in _TRUTH and row["value"] in (0, 1):
        return f"{told}: {'yes' if row['value'] else 'no'}"
    compared = _compare(row, ("lower", "higher"), 0, COMPARED_WITH[row["level"]])
    # "words of the sentence: 12", not "12 words".
    unit = "count" if row["unit"] in row["description"] else row["unit"]
    return f"{told}: {_measured(row['value'], unit)}" + (f", {compared}" if compared else "")


def _of(row: pd.Series[Any]) -> str:
    return f"{row['subject']}, " if row["subject"] else ""


def _measured(value: float, unit: str) -> str:
    """A number with its unit, or with its scale in brackets.

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


def _compare(row: pd.Series[Any], words: tuple[str, str], lean: int, among: str) -> str:
    """Say than what share of the training data it is lower or higher.

    `lean` is -1 for what was called low, 1 for high and 0 for neither; where the training data
    say otherwise, so does the comparison.
    """
    if not all(words) or math.isnan(row["below"]):
        return ""
    lower, higher = ((row["above"], words[0]), (row["below"], words[1]))
    share, word = max(lower, higher)
    if share < HALF:
        return ""
    against = lean and (word == words[0]) != (lean < 0)
    many = (
        f"all of the corpus' {among}" if share == ALL else f"{share:.0f} % of the corpus' {among}"
    )
    return f"{'though ' if against else ''}{word} than {many}"
