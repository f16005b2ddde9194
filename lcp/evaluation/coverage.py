"""How many of the words at hand a feature, a family or a source knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def feature_name(column: str) -> str:
    """Name of the feature that a column of a matrix holds, whatever the way to combine words.

    >>> feature_name("norms__aoa@mean")
    'norms__aoa'
    """
    return column.split("@", maxsplit=1)[0]


def feature_coverage(matrix: pd.DataFrame) -> pd.Series[float]:
    """Share of the rows for which a feature has a value.

    Parameters
    ----------
    matrix : DataFrame of shape (n_instances, n_columns)
        Columns as a feature set names them; NaN where unknown.

    Returns
    -------
    Series of shape (n_features,)
        From 0 to 1, by ``family__feature``; the best over ways to combine words.

    Examples
    --------
    >>> matrix = pd.DataFrame({"a__x@min": [1, None], "a__x@max": [1, 2], "a__y": [None, None]})
    >>> feature_coverage(matrix).to_dict()
    {'a__x': 1.0, 'a__y': 0.0}
    """
    return matrix.notna().mean().groupby(feature_name, sort=False).max()


def group_coverage(
    matrix: pd.DataFrame, groups: Mapping[str, Sequence[str]], tokens: pd.Series[str]
) -> pd.DataFrame:
    """Share of the instances, and of the distinct targets, that groups of columns know.

    Parameters
    ----------
    matrix : DataFrame of shape (n_instances, n_columns)
        NaN where unknown.
    groups : mapping of str to sequence of str
        Columns of each group, such as a family or a source.
    tokens : Series of shape (n_instances,)
        The targets.

    Returns
    -------
    DataFrame of shape (n_groups, 4)
        Indexed by group. ``instances`` and ``targets``: share for which at least one column
        has a value; ``values``: share of all values that are known, which is lower where a
        group's columns know different words; ``columns``: how many there are.

    Examples
    --------
    >>> matrix = pd.DataFrame({"a__x": [1, 1, None], "a__y": [None, 2, None]})
    >>> group_coverage(matrix, {"a": ["a__x", "a__y"]}, pd.Series(["ewe", "ewe", "ram"]))
       instances  targets  values  columns
    a   0.666667      0.5     0.5        2
    """
    known = matrix.notna()
    rows = {}
    for name, columns in groups.items():
        own = known[list(columns)]
        found = own.any(axis=1)
        rows[name] = {
            "instances": found.mean(),
            "targets": found.groupby(tokens.to_numpy()).any().mean(),
            "values": own.to_numpy().mean(),
            "columns": len(columns),
        }
    return pd.DataFrame.from_dict(rows, orient="index")
