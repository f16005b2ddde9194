"""How each feature is distributed in the training data, in 101 numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.text import expression_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.featureset import FeatureSet

#: Shares of the training data at which a feature's value is kept.
POINTS = np.linspace(0, 1, 101)

#: What a value is compared with, by its family's level.
COMPARED_WITH = {"word": "words", "sentence": "sentences", "context": "examples"}


def quantiles(features: FeatureSet, table: pd.DataFrame, matrix: pd.DataFrame) -> pd.DataFrame:
    """Percentiles of each column of the training matrix.

    A word is to be compared with words and a sentence with sentences: word-level columns are
    those of the distinct single-word targets, sentence-level ones of the distinct sentences,
    and the others of all instances.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    table, matrix : DataFrame of n_instances rows
        The training instances and their features.

    Returns
    -------
    float32 DataFrame of shape (101, n_features)
        Values that occur, from the least to the greatest; NaN for a column without values,
        and for word-level columns where no target is a single word.
    """
    single = table["token"].map(expression_words).map(len) == 1
    rows = {
        "word": (single & ~table["token"].duplicated()).to_numpy(),
        "sentence": ~table["sentence"].duplicated().to_numpy(),
        "context": np.ones(len(table), dtype=bool),
    }
    parts = []
    for family, extractor in features.extractors_.items():
        columns = [name for name in matrix.columns if name.split("__")[0] == family]
        part = matrix.loc[rows[extractor.level], columns]
        parts.append(part.quantile(POINTS, interpolation="nearest"))
    known = pd.concat(parts, axis=1) if parts else pd.DataFrame(index=POINTS)
    return known[list(matrix.columns)].astype(np.float32)


def shares(
    values: NDArray[np.float64], known: pd.DataFrame
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Percent of the training data that each value exceeds, and that exceed it.

    Parameters
    ----------
    values : ndarray of shape (n_features,)
        One value for each column of `known`.
    known : DataFrame of shape (101, n_features)
        As :func:`quantiles` gives them.

    Returns
    -------
    two ndarrays of shape (n_features,)
        Whole numbers from 0 to 100, rounded down; 100 only for a value beyond all of the
        training data. NaN where the value or the distribution is unknown.

    Examples
    --------
    >>> known = pd.DataFrame({"a": np.arange(101.0), "b": np.repeat([0.0, 1.0], [51, 50])})
    >>> shares(np.array([92.5, 1.0]), known)
    (array([92., 50.]), array([7., 0.]))
    """
    points = known.to_numpy(dtype=np.float64)
    # The values were rounded when they were stored.
    own = values.astype(known.dtypes.iloc[0] if len(known.columns) else np.float32)
    own = own.astype(np.float64)
    last = len(points) - 1
    below, above = (points < own).sum(axis=0), (points > own).sum(axis=0)
    unknown = np.isnan(own) | np.isnan(points).any(axis=0)
    found = (np.where(count > last, 100, (count - 1).clip(0)) for count in (below, above))
    low, high = (np.where(unknown, np.nan, share) for share in found)
    return low, high
