"""Ranks of features among the options of a question."""

import numpy as np
import pandas as pd

from lcp import FeatureSet
from lcp.features.measuring import ranks_within

LENGTH = {"length": {"keep": ["characters"]}}
TABLE = pd.DataFrame(
    {
        "sentence": ["a cat", "a mouse", "a dog", "a cow"],
        "token": ["cat", "mouse", "dog", "cow"],
        "item": ["x", "x", "x", "y"],
    }
)


def test_ranks_range_from_0_to_1_and_equal_values_share_one():
    features = FeatureSet(LENGTH, rank_within="item")
    matrix = features.fit_transform(TABLE)
    assert list(matrix) == ["length__characters", "length__characters@rank"]
    ranks = matrix["length__characters@rank"].tolist()
    assert ranks[:3] == [0.25, 1, 0.25]
    assert np.isnan(ranks[3])


def test_ranks_do_not_depend_on_other_questions():
    features = FeatureSet(LENGTH, rank_within="item").fit(TABLE)
    pd.testing.assert_frame_equal(features.transform(TABLE[:3]), features.transform(TABLE)[:3])


def test_without_the_column_ranks_are_missing():
    features = FeatureSet(LENGTH, rank_within="item").fit(TABLE)
    matrix = features.transform(TABLE.drop(columns="item"))
    assert matrix["length__characters@rank"].isna().all()


def test_unknown_values_have_no_rank_and_take_none():
    ranks = ranks_within(np.array([[1.0], [np.nan], [3.0]]), ["a", "a", "a"])
    np.testing.assert_array_equal(ranks, [[0.0], [np.nan], [1.0]])
