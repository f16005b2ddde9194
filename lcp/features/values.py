"""Values of features from what families find: tables, names, vectors, ranges of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.spellings import other_spelling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.base.array_types import Floats, Ints
    from lcp.features.family import Words


def indicator(values: Sequence[object], name: str) -> Floats:
    """Return 1 for each value that equals a name, and 0 for others and missing ones.

    >>> indicator(["bible", None, "europarl"], "bible").tolist()
    [1.0, 0.0, 0.0]
    """
    return np.array([isinstance(value, str) and value == name for value in values], dtype=float)


def as_matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> Floats:
    """Return values by name as an array of shape (n_rows, n_names); NaN where a row has none.

    >>> as_matrix([{"a": 1, "b": 2}, {"b": 3}], ["b", "a"]).tolist()
    [[2.0, 1.0], [3.0, nan]]
    """
    values = [[row.get(name, np.nan) for name in names] for row in rows]
    return np.array(values, dtype=np.float64).reshape(len(rows), len(names))


def look_up(table: pd.DataFrame, words: Words) -> pd.DataFrame:
    """Look up words by form, then by lemma, each also in its other spelling; else NaN.

    `table` is indexed by distinct lower-case words. The result has the shape (n_words, n_values).
    """
    import pandas as pd

    values = pd.DataFrame(index=range(len(words)), columns=table.columns, dtype=float)
    for keys in ([form.lower() for form in words.form], list(words.lemma)):
        spellings = [keys, list(map(other_spelling, keys))] if words.match != "form" else [keys]
        for spelling in spellings:
            values = values.fillna(table.reindex(spelling).reset_index(drop=True))
    return values


def least_of(values: Floats, starts: Ints, ends: Ints) -> Floats:
    """Return the least value in each range ``[start, end)``; infinity for an empty one.

    >>> least_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [1.0, inf, 2.0]
    """
    least = np.full(len(starts), np.inf)
    filled = np.flatnonzero(ends > starts)
    if len(filled):
        # reduceat also reduces the gaps between ranges.
        edges = np.column_stack([starts[filled], ends[filled]]).ravel()
        least[filled] = np.minimum.reduceat(np.append(values, np.inf), edges)[::2]
    return least


def total_of(values: NDArray[np.generic], starts: Ints, ends: Ints) -> Floats:
    """Return the sum of each range ``[start, end)``; 0 for an empty one.

    >>> total_of(np.array([3.0, 1.0, 2.0]), np.array([0, 1, 2]), np.array([2, 1, 3])).tolist()
    [4.0, 0.0, 2.0]
    """
    lengths = ends - starts
    owners = np.repeat(np.arange(len(starts)), lengths)
    places = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths - starts, lengths)
    sums = np.bincount(owners, weights=values[places], minlength=len(starts))
    return np.asarray(sums, dtype=np.float64)
