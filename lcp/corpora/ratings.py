"""Ratings of several raters, in a column each, and ratings on other scales than 0 to 1."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from lcp.errors import InputError, quoted, unknown
from lcp.tables.headers import NUMBER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Floats
    from lcp.tables.input_tables import TextTable

#: Columns that :func:`with_mean` adds: standard deviation and number of the ratings.
SPREAD = ("rating_sd", "rating_n")
#: Rating of the easiest and of the most difficult words.
Scale = tuple[float, float]
#: Complexity from 0 (very easy) to 1 (very difficult).
COMPLEXITY: Scale = (0.0, 1.0)

#: What stands between a file and the scale of its ratings.
_AT = "@"
_END = r"(-?\d+(?:\.\d+)?)"
_SCALE = re.compile(rf"\s*{_END}\s*[-–:]\s*{_END}\s*", re.ASCII)


def rater_columns(header: Sequence[str], columns: str) -> list[str]:
    """Return the columns of a header that a text names: ``Mean``, ``R1+R2`` or ``R*``.

    The result is empty if none of its names and patterns is a column.

    Raises
    ------
    InputError
        If some, but not all of them are columns.

    >>> rater_columns(["word", "R1", "R2", "mean"], "R*+mean"), rater_columns(["a+b"], "a+b")
    (['R1', 'R2', 'mean'], ['a+b'])
    """
    if columns in header:
        return [columns]
    patterns = [part.strip() for part in columns.split("+")]
    columns_of = {part: [name for name in header if fnmatchcase(name, part)] for part in patterns}
    absent = next((part for part, names in columns_of.items() if not names), None)
    if absent is not None and any(columns_of.values()):
        raise unknown("column called", absent, header)
    return [name for name in header if any(name in names for names in columns_of.values())]


def read_ratings(table: TextTable, places: Sequence[int], path: Path, scale: Scale) -> Floats:
    """Return ratings of shape (n_instances, n_raters), NaN where one of several raters gave none.

    `places` are the numbers of their columns.

    Raises
    ------
    InputError
        If a rating is not a number on the scale, or the only one is missing.
    """
    low, high = sorted(scale)
    ratings = np.full((len(table.rows), len(places)), np.nan)
    for row, cells in enumerate(table.rows):
        for column, place in enumerate(places):
            text = cells[place].replace(table.decimal, ".")
            if len(places) > 1 and not text.strip():
                continue
            ratings[row, column] = float(text) if NUMBER.fullmatch(text) else np.nan
            if not low <= ratings[row, column] <= high:
                what = f"{quoted(text)} is not a number from {low:g} to {high:g}"
                raise InputError(
                    f"The rating {what if text else 'is empty'}.",
                    where=f"{path}, {table.unit} {table.numbers[row]}, {table.header[place]}",
                    hint="Write 0.5, not 0,5, or leave the whole column out. For another scale, "
                    "write its ends after the file name: FILE@1-5.",
                )
    return ratings


def with_mean(table: TextTable, ratings: Floats, name: str) -> TextTable:
    """Return a table with the mean of several ratings, their standard deviation and number.

    All are on the scale of the ratings. The standard deviation is of a sample (n - 1), and empty
    for a single rating.
    """
    new = (name, *SPREAD)
    header = [f"{old} (file)" if old in new else old for old in table.header]
    rows = []
    for cells, of_row in zip(table.rows, ratings, strict=True):
        given = of_row[~np.isnan(of_row)]
        mean = repr(float(given.mean())) if len(given) else ""
        spread = f"{given.std(ddof=1):.6g}" if len(given) > 1 else ""
        rows.append([*cells, mean, spread, str(len(given))])
    return table._replace(header=[*header, *new], rows=rows)


def krippendorff_alpha(ratings: ArrayLike) -> float:
    """Return Krippendorff's alpha for interval data: 1 is full agreement, 0 that of chance.

    With interval distances, alpha is 1 minus the variance within instances, weighted by their
    number of ratings, over the variance of all ratings (Krippendorff, 2011, Computing
    Krippendorff's alpha-reliability). Instances with a single rating do not count.

    Parameters
    ----------
    ratings : array-like of shape (n_instances, n_raters)
        NaN where a rater gave no rating.

    Returns
    -------
    float
        At most 1; NaN if no instance has two ratings, or all ratings are equal.

    Examples
    --------
    >>> krippendorff_alpha([[1, 2], [2, 2], [4, 5], [3, float("nan")]]).__round__(3)
    0.853
    """
    values = np.asarray(ratings, dtype=float)
    values = values[(~np.isnan(values)).sum(axis=1) > 1]
    counts = (~np.isnan(values)).sum(axis=1)
    if not len(values) or np.nanmin(values) == np.nanmax(values):
        return float("nan")
    within = np.average(np.nanvar(values, axis=1, ddof=1), weights=counts)
    return float(1 - within / np.nanvar(values, ddof=1))


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
