"""Distribution of each feature in the training data, as 101 percentiles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.corpora.instances import is_multiword
from lcp.corpora.registry import corpora
from lcp.resources import registry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.features.featureset import FeatureSet

#: Quantile levels of the stored percentiles.
POINTS = np.linspace(0, 1, 101)

#: Plural noun for what a value is compared with, by the level of its family.
COMPARED_WITH = {"word": "words", "sentence": "sentences", "context": "examples"}


def quantiles(features: FeatureSet, table: pd.DataFrame, matrix: pd.DataFrame) -> pd.DataFrame:
    """Return the percentiles of each column of the training matrix, in the first source.

    Words are compared with words, and sentences with sentences: percentiles of word-level
    columns are those of the distinct single-word targets, percentiles of sentence-level columns
    those of the distinct sentences, and all others those of all instances.

    Parameters
    ----------
    features : FeatureSet
        A fitted feature set.
    table, matrix : DataFrame of n_instances rows
        The training instances and their features.

    Returns
    -------
    float32 DataFrame of shape (101, n_features)
        Values that occur, in ascending order. NaN for a column without values, and for
        word-level columns if no target is a single word.
    """
    if "source" in table:
        first = table["source"].eq(table["source"].iloc[0]).to_numpy()
        table, matrix = table[first], matrix[first]
    single = ~is_multiword(table["token"])
    rows = {
        "word": single & ~table["token"].duplicated().to_numpy(),
        "sentence": ~table["sentence"].duplicated().to_numpy(),
        "context": np.ones(len(table), dtype=bool),
    }
    parts = []
    for family, extractor in features.extractors_.items():
        columns = [name for name in matrix.columns if name.split("__")[0] == family]
        part = matrix.loc[rows[extractor.level], columns]
        parts.append(part.quantile(POINTS, interpolation="nearest"))
    percentiles = pd.concat(parts, axis=1) if parts else pd.DataFrame(index=POINTS)
    return percentiles[list(matrix.columns)].astype(np.float32)


def shares(
    values: NDArray[np.float64], percentiles: pd.DataFrame
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the percentages of the training data below and above each value.

    Parameters
    ----------
    values : ndarray of shape (n_features,)
        One value for each column of `percentiles`.
    percentiles : DataFrame of shape (101, n_features)
        Percentiles from :func:`quantiles`.

    Returns
    -------
    below, above : ndarrays of shape (n_features,)
        Whole numbers from 0 to 100, rounded down; 100 only for a value outside the range of
        the training data. NaN if the value or the distribution is unknown.

    Examples
    --------
    >>> percentiles = pd.DataFrame({"a": np.arange(101.0), "b": np.repeat([0.0, 1.0], [51, 50])})
    >>> shares(np.array([92.5, 1.0]), percentiles)
    (array([92., 50.]), array([7., 0.]))
    """
    points = percentiles.to_numpy(dtype=np.float64)
    # Round the values as the stored percentiles were.
    stored_type = percentiles.dtypes.iloc[0] if len(percentiles.columns) else np.float32
    rounded = values.astype(stored_type).astype(np.float64)
    unknown = np.isnan(rounded) | np.isnan(points).any(axis=0)
    last = len(points) - 1
    below, above = (
        np.where(unknown, np.nan, np.where(count > last, 100, (count - 1).clip(0)))
        for count in ((points < rounded).sum(axis=0), (points > rounded).sum(axis=0))
    )
    return below, above


def training_data_name(sources: Sequence[str]) -> str:
    """Return a name for the data of the percentiles: the title of the first source, if registered.

    >>> training_data_name(["complex", "cefr"]), training_data_name(["mine.tsv"])
    ('CompLex', 'the training data')
    """
    corpus = corpora().get(sources[0]) if sources else None
    if corpus is None or not corpus.resources:
        return "the training data"
    # A version number after a percentage would read like another figure.
    return re.sub(r" [\d.]+$", "", registry()[corpus.resources[0]].title)
