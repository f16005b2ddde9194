"""Coverage: the share of instances for which a feature, family or source has a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def feature_name(column: str) -> str:
    """Return the feature of a column, without its aggregation.

    >>> feature_name("norms__aoa@mean")
    'norms__aoa'
    """
    return column.split("@", maxsplit=1)[0]


def feature_coverage(matrix: pd.DataFrame) -> pd.Series[float]:
    """Return the coverage of each feature.

    Parameters
    ----------
    matrix : DataFrame of shape (n_instances, n_columns)
        Output of a feature set, NaN where unknown.

    Returns
    -------
    Series of shape (n_features,)
        Coverage (0-1) by ``family__feature``; the highest of its aggregations.

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
    """Return the coverage of groups of columns.

    Parameters
    ----------
    matrix : DataFrame of shape (n_instances, n_columns)
        Output of a feature set, NaN where unknown.
    groups : mapping of str to sequence of str
        Columns of each group, such as a family or a source.
    tokens : Series of shape (n_instances,)
        Targets.

    Returns
    -------
    DataFrame of shape (n_groups, 4)
        Indexed by group. ``instances`` and ``targets``: share of instances and of distinct
        targets for which at least one column has a value; ``values``: share of non-missing
        values over all columns; ``columns``: number of columns.

    Examples
    --------
    >>> matrix = pd.DataFrame({"a__x": [1, 1, None], "a__y": [None, 2, None]})
    >>> group_coverage(matrix, {"a": ["a__x", "a__y"]}, pd.Series(["ewe", "ewe", "ram"]))
       instances  targets  values  columns
    a   0.666667      0.5     0.5        2
    """
    present = matrix.notna()
    rows = {}
    for name, columns in groups.items():
        cells = present[list(columns)]
        covered = cells.any(axis=1)
        rows[name] = {
            "instances": covered.mean(),
            "targets": covered.groupby(tokens.to_numpy()).any().mean(),
            "values": cells.to_numpy().mean(),
            "columns": len(columns),
        }
    return pd.DataFrame.from_dict(rows, orient="index")
