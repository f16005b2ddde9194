"""Sets of stimuli that differ in one column and are matched on others."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from lcp.errors import InputError, check_whole, unknown
from lcp.targets.instance_columns import refuse_columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Bools, Floats, Ints

LARGEST = "largest difference in a set"
#: Columns that are added.
RESULTS = ("set", "condition")


class Matched(NamedTuple):
    """Matched sets.

    Attributes
    ----------
    rows : DataFrame of shape (n_sets * n_conditions, 2 + n_columns)
        The chosen rows after their ``set``, from 1, and ``condition``.
    balance : DataFrame of shape (n_measures, 2 + n_conditions)
        Each ``column`` that varies or is controlled: its mean and standard deviation by condition,
        and the largest difference within a set.
    candidates : dict of str to int
        Number of rows of each condition that have all values.
    """

    rows: pd.DataFrame
    balance: pd.DataFrame
    candidates: dict[str, int]


def match(
    table: pd.DataFrame,
    vary: str,
    ranges: Sequence[tuple[float, float]],
    control: Mapping[str, float],
    *,
    n_sets: int | None = None,
    random_state: int = 0,
) -> Matched:
    """Choose sets of rows, one of each condition, whose controls differ by at most a tolerance.

    Rows of the smallest condition are tried in random order. Each gets the nearest unused row of
    every other condition, by the Euclidean distance of the controls in units of their tolerances,
    that is within the tolerances of all rows of the set. A row is used once.

    Parameters
    ----------
    table : DataFrame of shape (n_rows, n_columns)
        Candidates.
    vary : str
        Column that distinguishes the conditions.
    ranges : sequence of (float, float)
        Lowest and highest value of each condition: at least two ranges that do not overlap. Empty:
        each text of the column is a condition.
    control : mapping of str to float
        Largest difference of each column within a set; 0 for the same value.
    n_sets : int, optional
        Number of sets. Default: as many as are found.
    random_state : int, default=0
        Seed of the random order. The same seed gives the same sets.

    Raises
    ------
    InputError
        If a column is missing or has no numbers, a column is called ``set`` or ``condition``, there
        are fewer than two conditions, one is empty, two have the same row, or there is no set.

    Examples
    --------
    >>> table = pd.DataFrame({"word": list("abcd"), "age": [3, 9, 4, 8], "letters": [4, 4, 6, 7]})
    >>> match(table, "age", [(2, 5), (7, 10)], {"letters": 0}).rows["word"].tolist()
    ['a', 'b']
    """
    check_whole("random_state", random_state, 0)
    refuse_columns(table, RESULTS)
    names = list(control)
    for name in (vary, *names):
        if name not in table:
            where = "vary" if name == vary else "control"
            raise unknown("column", name, map(str, table), where=where)
    values = _numbers(table, names)
    usable = ~np.isnan(values).any(axis=1)
    members = _members(table[vary], ranges)
    if len(members) < 2:  # noqa: PLR2004 - nothing to compare
        raise InputError(
            f"The column '{vary}' has {len(members)} conditions.",
            where="vary",
            hint="Give two ranges or more, such as 1:2.5,4:5.",
        )
    if (np.sum(list(members.values()), axis=0) > 1).any():
        raise InputError(
            f"Values of the column '{vary}' are in two conditions.",
            where="vary",
            hint="Give ranges that do not overlap.",
        )
    places = {name: np.flatnonzero(rows & usable) for name, rows in members.items()}
    if empty := [name for name, rows in places.items() if not len(rows)]:
        raise InputError(
            f"The condition {empty[0]} of '{vary}' has no row with all values.",
            where="vary",
            hint="Write the lowest value of a range first, widen it, or control fewer columns.",
        )
    tolerances = np.array([control[name] for name in names], dtype=float)
    sets = _matched_sets(values, list(places.values()), tolerances, n_sets, random_state)
    if not len(sets):
        raise InputError(
            "No rows match.", where="control", hint="Allow larger differences, or wider ranges."
        )
    rows = table.iloc[sets.ravel()].reset_index(drop=True)
    compared_columns = list(dict.fromkeys([vary, *names] if ranges else names))
    numbers = pd.DataFrame(_numbers(rows, compared_columns), columns=compared_columns)
    rows.insert(0, "set", np.repeat(np.arange(1, len(sets) + 1), len(places)))
    rows.insert(1, "condition", list(places) * len(sets))
    return Matched(rows, _balance(numbers, rows), {name: len(at) for name, at in places.items()})


def _numbers(table: pd.DataFrame, names: Sequence[str]) -> Floats:
    columns = [pd.to_numeric(table[name], errors="coerce") for name in names]
    for name, column in zip(names, columns, strict=True):
        if column.isna().all():
            hint = "Name columns of numbers only."
            raise InputError(f"The column '{name}' has no numbers.", where="control", hint=hint)
    return np.column_stack([np.empty((len(table), 0)), *columns])


def _members(column: pd.Series[str], ranges: Sequence[tuple[float, float]]) -> dict[str, Bools]:
    """Return whether each row is in a condition, by condition."""
    if not ranges:
        texts = column.where(column.notna(), "").astype(str)
        return {text: (texts == text).to_numpy() for text in sorted({*texts} - {""})}
    numbers = pd.to_numeric(column, errors="coerce")
    return {
        f"{low:.15g}:{high:.15g}": numbers.between(low, high).to_numpy()
        for low, high in sorted(ranges)
    }


def _matched_sets(
    values: Floats,
    conditions: Sequence[Ints],
    tolerances: Floats,
    n_sets: int | None,
    random_state: int,
) -> Ints:
    """Return the rows of each set, shape (n_sets, n_conditions)."""
    smallest = min(range(len(conditions)), key=lambda number: len(conditions[number]))
    free = np.ones(len(values), dtype=bool)
    units = np.where(tolerances > 0, tolerances, 1)
    sets: list[list[int]] = []
    for first in np.random.default_rng(random_state).permutation(conditions[smallest]).tolist():
        if len(sets) == n_sets:
            break
        row_of = {smallest: first}
        for number in (other for other in range(len(conditions)) if other != smallest):
            candidates = conditions[number][free[conditions[number]]]
            apart = np.abs(values[candidates, None] - values[list(row_of.values())])
            # Smaller differences are rounding errors.
            candidates = candidates[(apart <= tolerances + 1e-9).all(axis=(1, 2))]
            if not len(candidates):
                break
            distances = (((values[candidates] - values[first]) / units) ** 2).sum(axis=1)
            row_of[number] = int(candidates[distances.argmin()])
        else:
            sets.append([row_of[number] for number in range(len(conditions))])
            free[sets[-1]] = False
    return np.array(sets, dtype=np.intp).reshape(-1, len(conditions))


def _balance(numbers: pd.DataFrame, rows: pd.DataFrame) -> pd.DataFrame:
    by_condition = numbers.groupby(rows["condition"].to_numpy(), sort=False)
    mean, deviation = by_condition.mean(), by_condition.std()
    within = numbers.groupby(rows["set"].to_numpy())
    table = pd.DataFrame({"column": numbers.columns})
    for condition in mean.index:
        pairs = zip(mean.loc[condition], deviation.loc[condition], strict=True)
        table[str(condition)] = [f"{centre:.3f} ({spread:.3f})" for centre, spread in pairs]
    largest = (within.max() - within.min()).max()
    return table.assign(**{LARGEST: largest.map("{:.3f}".format).to_numpy()})
