"""Tables as plain columns, for code that must not import pandas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Columns of equal length by name.
Columns = Mapping[str, Sequence[Any]]


def n_rows(columns: Columns) -> int:
    """Return the number of rows of a table."""
    names = list(columns.keys())
    return len(columns[names[0]]) if names else 0


def columns_of(table: Any) -> dict[str, list[Any]]:
    """Return the columns of a DataFrame or of targets by name."""
    return {str(name): list(table[name]) for name in table.keys()}  # noqa: SIM118 - a DataFrame


def selected(columns: Columns, rows: Sequence[bool]) -> dict[str, list[Any]]:
    """Return the columns with some of their rows.

    >>> selected({"a": [1, 2, 3]}, [True, False, True])
    {'a': [1, 3]}
    """
    return {
        name: [value for value, kept in zip(values, rows, strict=True) if kept]
        for name, values in columns.items()
    }


def numbers(values: Sequence[Any]) -> NDArray[np.float64]:
    """Return numbers as floats; NaN for missing values of any type.

    >>> numbers([1, None, 2.5]).tolist()
    [1.0, nan, 2.5]
    """
    if isinstance(values, np.ndarray) and values.dtype.kind in "if":
        return values.astype(np.float64)
    return np.array([v if isinstance(v, int | float) else np.nan for v in values], dtype=np.float64)


def factorized(values: Iterable[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Return the number of each value, and the distinct values in order of first occurrence.

    >>> factorized(["b", "a", "b"])
    (array([0, 1, 0]), ['b', 'a'])
    """
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.array(codes, dtype=np.intp), list(numbers)
