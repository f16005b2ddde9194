"""Distribution of features in the training data, and comparisons with it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.explanation.distribution import quantiles, shares, training_data_name
from lcp.features.featureset import FeatureSet

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
    features = FeatureSet(SETS, aggregations=["max"]).fit(table)
    return quantiles(features, table, features.transform(table))


def test_percentiles_are_of_distinct_words_distinct_sentences_or_all_instances(table):
    columns = percentiles(table)
    # Distinct words: cat and tiger. Three distinct sentences. Four instances.
    assert columns["length__characters@max"].value_counts().to_dict() == {3: 51, 5: 50}
    assert columns["readability__words"].value_counts().to_dict() == {3: 75, 2: 26}
    assert columns["context__expression_words"].value_counts().to_dict() == {1: 84, 2: 17}
    assert columns.shape[0] == 101
    assert set(columns.dtypes) == {np.dtype("float32")}


def test_word_level_percentiles_are_nan_without_single_words(table):
    columns = percentiles(table.iloc[3:])
    assert columns["length__characters@max"].isna().all()
    assert columns["readability__words"].notna().all()


def test_shares_below_and_above_do_not_include_ties():
    columns = pd.DataFrame({"a": np.repeat([0.0, 1.0, 2.0], [50, 41, 10])}, dtype="float32")
    for value, below, above in [(-1, 0, 100), (0, 0, 50), (1, 49, 9), (2, 90, 0), (3, 100, 0)]:
        low, high = shares(np.array([float(value)]), columns)
        assert (low[0], high[0]) == (below, above)


def test_a_value_equals_its_rounded_percentile():
    columns = pd.DataFrame({"a": np.full(101, 4.73)}, dtype="float32")
    low, high = shares(np.array([4.73]), columns)
    assert (low[0], high[0]) == (0, 0)


def test_shares_of_an_unknown_value_or_distribution_are_nan():
    columns = pd.DataFrame({"a": np.arange(101.0), "b": np.full(101, np.nan)}, dtype="float32")
    for share in shares(np.array([np.nan, 3.0]), columns):
        assert np.isnan(share).all()


@pytest.mark.parametrize(
    ("sources", "name"),
    [
        (["complex"], "CompLex"),
        (["sample"], "the training data"),
        (["custom"], "the training data"),
        (["complex", "sample"], "CompLex"),
    ],
)
def test_training_data_have_the_title_of_the_first_registered_corpus(sources, name):
    assert training_data_name(sources) == name
