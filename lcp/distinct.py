"""Distinct values of columns, for code that must not import pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def factorized(values: Iterable[str]) -> tuple[NDArray[np.intp], list[str]]:
    """Return the number of each value, and the distinct values in order of first occurrence.

    >>> factorized(["b", "a", "b"])
    (array([0, 1, 0]), ['b', 'a'])
    """
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.array(codes, dtype=np.intp), list(numbers)
