"""Feature sets in which British and American spellings have the same features."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.featureset import FeatureSet

FAMILIES = {"length": {}, "frequency": {"sources": ["wordfreq"]}, "training_frequency": {}}
TABLE = pd.DataFrame(
    {
        "sentence": ["The labour market grew.", "Labour costs fell in the labor market."],
        "token": ["market", "costs"],
        "genre": ["news", "news"],
        "complexity": [0.1, 0.2],
    }
)
TARGETS = pd.DataFrame({"token": ["labour", "labor", "labour costs", "labor costs"]})


@pytest.fixture
def features():
    return FeatureSet(FAMILIES, merge_spellings=True, expressions=True).fit(TABLE)


def test_both_spellings_have_the_same_features(features):
    values = features.transform(TARGETS).to_numpy()
    np.testing.assert_array_equal(values[[0, 2]], values[[1, 3]])


def test_both_spellings_are_counted_in_the_training_sentences(features):
    counts = features.transform(TARGETS)["training_frequency__all"]
    assert counts[0] == pytest.approx(np.log10(3 + 1))


def test_spellings_differ_by_default():
    values = FeatureSet(FAMILIES, expressions=True).fit(TABLE).transform(TARGETS).to_numpy()
    assert (values[0] != values[1]).any()
