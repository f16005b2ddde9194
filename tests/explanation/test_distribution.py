"""How features are distributed in the training data, and where a value stands there."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.explanation.distribution import quantiles, shares
from lcp.featureset import FeatureSet

SETS = {"length": {"cmudict": False}, "readability": {"cmudict": False}, "context": {}}


@pytest.fixture
def table():
    rows = [
        ("The cat sat.", "cat"),
        ("A cat.", "cat"),
        ("The tiger slept.", "tiger"),
        ("The tiger slept.", "tiger slept"),
    ]
    return pd.DataFrame(rows, columns=["sentence", "token"])


def percentiles(table):
    features = FeatureSet(SETS, combine=["max"]).fit(table)
    return quantiles(features, table, features.transform(table))


def test_words_are_compared_with_words_sentences_with_sentences_and_examples_with_all(table):
    known = percentiles(table)
    # Distinct words are cat and tiger; each distinct sentence counts once; all four examples.
    assert known["length__characters@max"].value_counts().to_dict() == {3: 51, 5: 50}
    assert known["readability__words"].value_counts().to_dict() == {3: 75, 2: 26}
    assert known["context__expression_words"].value_counts().to_dict() == {1: 84, 2: 17}
    assert known.shape[0] == 101
    assert set(known.dtypes) == {np.dtype("float32")}


def test_without_single_words_nothing_is_known_of_words(table):
    known = percentiles(table.iloc[3:])
    assert known["length__characters@max"].isna().all()
    assert known["readability__words"].notna().all()


def test_the_share_is_strictly_below_and_above_whatever_the_ties():
    known = pd.DataFrame({"a": np.repeat([0.0, 1.0, 2.0], [50, 41, 10])}, dtype="float32")
    for value, below, above in [(-1, 0, 100), (0, 0, 50), (1, 49, 9), (2, 90, 0), (3, 100, 0)]:
        low, high = shares(np.array([float(value)]), known)
        assert (low[0], high[0]) == (below, above)


def test_a_value_that_was_rounded_when_stored_equals_itself():
    known = pd.DataFrame({"a": np.full(101, 4.73)}, dtype="float32")
    low, high = shares(np.array([4.73]), known)
    assert (low[0], high[0]) == (0, 0)


def test_nothing_is_said_of_an_unknown_value_or_an_unknown_distribution():
    known = pd.DataFrame({"a": np.arange(101.0), "b": np.full(101, np.nan)}, dtype="float32")
    for share in shares(np.array([np.nan, 3.0]), known):
        assert np.isnan(share).all()
