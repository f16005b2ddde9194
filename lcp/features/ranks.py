"""Ranks of features among the options of a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.arrays import Floats


#: End of the names of columns that contain ranks.
SUFFIX = "@rank"


def ranks_within(values: Floats, groups: Sequence[object] | None) -> Floats:
    """Rank the rows of each group by each column.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_columns)
        Features; NaN if unknown.
    groups : sequence of length n_rows, or None
        Group of each row, such as the question that an option belongs to. None if unknown.

    Returns
    -------
    ndarray of shape (n_rows, n_columns)
        0 for the lowest value of the group and 1 for the highest; equal values get the mean of
        their ranks. NaN where the value is unknown, or no other value of the group is known.

    Examples
    --------
    >>> ranks_within(np.array([[5.0], [2.0], [2.0], [9.0]]), ["a", "a", "a", "b"]).ravel().tolist()
    [1.0, 0.25, 0.25, nan]
    """
    if groups is None or not values.size:
        return np.full(values.shape, np.nan)
    import pandas as pd

    grouped = pd.DataFrame(values).groupby(np.asarray(groups, dtype=object), sort=False)
    n_others = grouped.transform("count").to_numpy(dtype=np.float64) - 1
    ranks = grouped.rank().to_numpy(dtype=np.float64) - 1
    unknown = np.full(values.shape, np.nan)
    return np.asarray(np.divide(ranks, n_others, out=unknown, where=n_others > 0))
