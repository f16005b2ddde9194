"""How each feature of a word was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.base.estimator_base import check_fitted
from lcp.english.lemmas import lemmas_alone
from lcp.english.spellings import merge_spellings
from lcp.features.aggregation import TargetWords, in_parts
from lcp.features.family import Words
from lcp.targets import Targets
from lcp.targets.instance_columns import indexed_like

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats, Ints
    from lcp.features.featureset import FeatureSet
    from lcp.targets.targets import Instances

#: How a feature of a word was found, the most certain first; see :func:`provenance_of`.
PROVENANCE = ("form", "spelling", "lemma", "parts", "predicted", "none")
_PARTS, _PREDICTED, _NONE = map(PROVENANCE.index, ("parts", "predicted", "none"))


def provenance_of(features: FeatureSet, X: Instances) -> pd.DataFrame:
    """Say how each feature of a word was found.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    X : Targets, DataFrame of shape (n_instances, ...) or list of dict
        Instances, as for :meth:`lcp.FeatureSet.transform`.

    Returns
    -------
    DataFrame of shape (n_instances, n_word_features)
        ``form`` (of the word as written), ``spelling`` (its British or American spelling),
        ``lemma`` (its lemma has another value, or the only one), ``parts`` (of a hyphenated
        word), ``predicted`` (by a model) or ``none``. An aggregated value is as uncertain as that
        of the least certain word.
    """
    check_fitted(features)
    targets = Targets.table(X)
    is_parted = features.expressions_ and features.merge_spellings
    tokens = in_parts(targets.target) if is_parted else list(targets.target)
    words = TargetWords(tokens, features.aggregations if features.expressions_ else ())
    _, codes = _traced(features, words.distinct)
    # The largest code is that of the least certain word. Words without a value do not count.
    uncertain = tuple("max" if a in {"min", "mean"} else a for a in words.aggregations)
    aggregated = words.aggregate(np.where(codes == _NONE, np.nan, codes), uncertain)
    parted = [before != after for before, after in zip(targets.target, tokens, strict=True)]
    aggregated[parted] = np.maximum(aggregated[parted], _PARTS)
    codes = np.nan_to_num(aggregated, nan=_NONE).astype(int)
    measurer = features.measurer_
    names = [f"{name}{end}" for end in measurer.suffixes for name in measurer.word_features]
    table = pd.DataFrame(np.array(PROVENANCE)[codes], columns=names)
    table = table[[name for name in features.get_feature_names_out() if name in table]]
    return indexed_like(table, X)


def trace(features: FeatureSet, words: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the features of words, and how each was found, without aggregation.

    Parameters
    ----------
    features : FeatureSet
        Fitted.
    words : sequence of str
        Words, or whole expressions, which are looked up like words.

    Returns
    -------
    values, found : DataFrames of shape (n_words, n_word_features)
        Floats, and the texts of :func:`provenance_of`.
    """
    values, codes = _traced(features, words)
    names = features.measurer_.word_features
    provenance = pd.DataFrame(np.array(PROVENANCE)[codes], columns=names)
    return pd.DataFrame(values, columns=names), provenance


def with_provenance(values: pd.DataFrame, provenance: pd.DataFrame) -> pd.DataFrame:
    """Return values with a column ``NAME@found`` after each feature that has a provenance."""
    table = values.join(provenance.add_suffix("@found"))
    return table[[c for name in values for c in (name, f"{name}@found") if c in table]]


def _traced(features: FeatureSet, words: Sequence[str]) -> tuple[Floats, Ints]:
    """Return the features of words, and the place in `PROVENANCE` of each."""
    spelled = merge_spellings(words) if features.merge_spellings else list(words)
    inputs = Words(spelled, lemmas_alone(spelled))
    measure = features.measurer_.measure_words
    values = measure(inputs)
    unaltered = Words.without_lemmas(words, "form"), Words.without_lemmas(spelled, "spelling")
    codes = np.select([values == measure(each) for each in unaltered], [0, 1], 2)
    codes[features.measurer_.predicted_words(inputs)] = _PREDICTED
    codes[np.isnan(values)] = _NONE
    return values, codes
