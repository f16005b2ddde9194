"""Sets of stimuli that differ in one column and are matched on others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from lcp.errors import InputError, check_whole, unknown
from lcp.targets.columns import refuse_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.array_types import Bools, Floats, Ints

LARGEST = "largest difference in a set"
#: Columns that are added.
RESULTS = ("set", "level")


class Matched(NamedTuple):
    """Matched sets.

    Attributes
    ----------
    rows : DataFrame of shape (n_sets * n_levels, 2 + n_columns)
        The chosen rows after their ``set``, from 1, and ``level``.
    balance : DataFrame of shape (n_measures, 2 + n_levels)
        Each ``column`` that was split or controlled: its mean and standard deviation by level, and
        the largest difference within a set.
    candidates : dict of str to int
        Number of rows of each level that have all values.
    """

    rows: pd.DataFrame
    balance: pd.DataFrame
    candidates: dict[str, int]


def match(
    table: pd.DataFrame,
    split: str,
    levels: Sequence[tuple[float, float]],
    control: Mapping[str, float],
    *,
    n_sets: int | None = None,
    seed: int = 0,
) -> Matched:
    """Choose sets of rows, one of each level, whose controls differ by at most a tolerance.

    Rows of the smallest level are tried in random order. Each gets the nearest unused row of every
    other level, by the Euclidean distance of the controls in units of their tolerances, that is
    within the tolerances of all rows of the set. A row is used once.

    Parameters
    ----------
    table : DataFrame of shape (n_rows, n_columns)
        Candidates.
    split : str
        Column that distinguishes the levels.
    levels : sequence of (float, float)
        Lowest and highest value of each level, at least two levels that do not overlap. Empty: each
        text of the column is a level.
    control : mapping of str to float
        Largest difference of each column within a set; 0 for the same value.
    n_sets : int, optional
        Number of sets. Default: as many as are found.
    seed : int, default=0
        Seed of the random order. The same seed gives the same sets.

    Raises
    ------
    InputError
        If a column is missing or has no numbers, a column is called ``set`` or ``level``, there are
        fewer than two levels, one is empty, two have the same row, or there is no set.

    Examples
    --------
    >>> table = pd.DataFrame({"word": list("abcd"), "age": [3, 9, 4, 8], "letters": [4, 4, 6, 7]})
    >>> match(table, "age", [(2, 5), (7, 10)], {"letters": 0}).rows["word"].tolist()
    ['a', 'b']
    """
    check_whole("seed", seed, 0)
    refuse_columns(table, RESULTS)
    names = list(control)
    for name in (split, *names):
        if name not in table:
            raise unknown("column", name, map(str, table), where="table")
    values = _numbers(table, names)
    usable = ~np.isnan(values).any(axis=1)
    members = _members(table[split], levels)
    if len(members) < 2:  # noqa: PLR2004 - nothing to compare
        raise InputError(
            f"The column '{split}' has {len(members)} levels.",
            where="split",
            hint="Give two ranges or more, such as 1:2.5,4:5.",
        )
    if (np.sum(list(members.values()), axis=0) > 1).any():
        raise InputError(
            f"Values of the column '{split}' are in two levels.",
            where="split",
            hint="Give ranges that do not overlap.",
        )
    places = {name: np.flatnonzero(rows & usable) for name, rows in members.items()}
    if empty := [name for name, rows in places.items() if not len(rows)]:
        raise InputError(
            f"The level {empty[0]} of '{split}' has no row with all values.",
            where="split",
            hint="Write the lowest value of a range first, widen it, or control fewer columns.",
        )
    tolerances = np.array([control[name] for name in names], dtype=float)
    sets = _matched_sets(values, list(places.values()), tolerances, n_sets, seed)
    if not len(sets):
        raise InputError(
            "No rows match.", where="control", hint="Allow larger differences, or wider levels."
        )
    rows = table.iloc[sets.ravel()].reset_index(drop=True)
    compared_columns = list(dict.fromkeys([split, *names] if levels else names))
    numbers = pd.DataFrame(_numbers(rows, compared_columns), columns=compared_columns)
    rows.insert(0, "set", np.repeat(np.arange(1, len(sets) + 1), len(places)))
    rows.insert(1, "level", list(places) * len(sets))
    return Matched(rows, _balance(numbers, rows), {name: len(at) for name, at in places.items()})


def _numbers(table: pd.DataFrame, names: Sequence[str]) -> Floats:
    columns = [pd.to_numeric(table[name], errors="coerce") for name in names]
    for name, column in zip(names, columns, strict=True):
        if column.isna().all():
            raise InputError(f"The column '{name}' has no numbers.", where="table")
    return np.column_stack([np.empty((len(table), 0)), *columns])


def _members(column: pd.Series[str], levels: Sequence[tuple[float, float]]) -> dict[str, Bools]:
    """Return whether each row is in a level, by level."""
    if not levels:
        texts = column.where(column.notna(), "").astype(str)
        return {text: (texts == text).to_numpy() for text in sorted({*texts} - {""})}
    numbers = pd.to_numeric(column, errors="coerce")
    return {
        f"{low:.15g}:{high:.15g}": numbers.between(low, high).to_numpy()
        for low, high in sorted(levels)
    }


def _matched_sets(
    values: Floats,
    levels: Sequence[Ints],
    tolerances: Floats,
    n_sets: int | None,
    seed: int,
) -> Ints:
    """Return the rows of each set, shape (n_sets, n_levels)."""
    smallest = min(range(len(levels)), key=lambda level: len(levels[level]))
    free = np.ones(len(values), dtype=bool)
    units = np.where(tolerances > 0, tolerances, 1)
    sets: list[list[int]] = []
    for first in np.random.default_rng(seed).permutation(levels[smallest]).tolist():
        if len(sets) == n_sets:
            break
        row_of_level = {smallest: first}
        for level in (number for number in range(len(levels)) if number != smallest):
            candidates = levels[level][free[levels[level]]]
            apart = np.abs(values[candidates, None] - values[list(row_of_level.values())])
            # Smaller differences are rounding errors.
            candidates = candidates[(apart <= tolerances + 1e-9).all(axis=(1, 2))]
            if not len(candidates):
                break
            distances = (((values[candidates] - values[first]) / units) ** 2).sum(axis=1)
            row_of_level[level] = int(candidates[distances.argmin()])
        else:
            sets.append([row_of_level[level] for level in range(len(levels))])
            free[sets[-1]] = False
    return np.array(sets, dtype=np.intp).reshape(-1, len(levels))


def _balance(numbers: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    by_level = numbers.groupby(rows["level"].to_numpy(), sort=False)
    mean, deviation = by_level.mean(), by_level.std()
    within = numbers.groupby(rows["set"].to_numpy())
    table = pd.DataFrame({"column": numbers.columns})
    for level in mean.index:
        pairs = zip(mean.loc[level], deviation.loc[level], strict=True)
        table[str(level)] = [f"{centre:.3f} ({spread:.3f})" for centre, spread in pairs]
    largest = (within.max() - within.min()).max()
    return table.assign(**{LARGEST: largest.map("{:.3f}".format).to_numpy()})
