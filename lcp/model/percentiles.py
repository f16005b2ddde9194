"""Distribution of each feature in the training data, as 101 percentiles."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from lcp.arrays import Bools, Floats, Singles
    from lcp.features.featureset import FeatureSet
    from lcp.targets import Targets

#: Quantile levels of the percentiles.
POINTS = np.linspace(0, 1, 101)


def percentiles(features: FeatureSet, targets: Targets, matrix: Floats) -> Singles:
    """Return the percentiles of each column of the training matrix, in the first source.

    Words are compared with words, and sentences with sentences: percentiles of features with the
    scope "word" are over the distinct single-word targets, with the scope "sentence" over the
    distinct sentences, and all others over all instances.

    Parameters
    ----------
    features : FeatureSet
        A fitted feature set.
    targets : Targets
        The training instances.
    matrix : ndarray of shape (n_instances, n_features)
        Their features.

    Returns
    -------
    float32 array of shape (101, n_features)
        Values that occur, in ascending order. NaN for a column without values, and for features of
        words if no target is a single word.
    """
    first = np.ones(len(targets), dtype=bool)
    if "source" in targets:
        first = np.array([name == targets["source"][0] for name in targets["source"]], dtype=bool)
    rows = {
        "word": first & ~targets.multiword & _first_of(targets.token, first),
        "sentence": first & _first_of(targets.sentence, first),
        "context": first,
    }
    scopes = {name: family.scope for name, family in features.families_.items()}
    columns = [rows[scopes[name.split("__")[0]]] for name in features.get_feature_names_out()]
    result = np.full((len(POINTS), len(columns)), np.nan, dtype=np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a column without values is NaN
        for index, used in enumerate(columns):
            if used.any():
                result[:, index] = np.nanquantile(matrix[used, index], POINTS, method="nearest")
    return result


def _first_of(values: tuple[str, ...], rows: Bools) -> Bools:
    """Return whether each value occurs for the first time in these rows."""
    places: dict[str, int] = {}
    for place in np.flatnonzero(rows).tolist():
        places.setdefault(values[place], place)
    first = np.zeros(len(values), dtype=bool)
    first[list(places.values())] = True
    return first
