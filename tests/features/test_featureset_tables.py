"""Incomplete tables and extreme texts get features."""

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.english.characters import normal_text
from lcp.features.featureset import FeatureSet
from tests.cases import rows
from tests.features.conftest import instance


def test_genre_and_span_of_the_target_are_optional(table):
    features = FeatureSet.load("core").fit(table)
    bare = table[["sentence", "token"]]
    matrix, full = features.transform(bare), features.transform(table)
    genres = [column for column in full if column.startswith("context__genre_")]
    assert len(genres) == 3
    assert (matrix[genres] == 0).all(axis=None)
    pd.testing.assert_frame_equal(matrix.drop(columns=genres), full.drop(columns=genres))
    assert list(bare.columns) == ["sentence", "token"]


LONG = [
    {"sentence": "word " * 40_000 + "river", "token": "river"},
    {"sentence": "x" * 200_000 + " river", "token": "river"},
    {"sentence": "The " + "x" * 1_000, "token": "x" * 1_000},
]


@pytest.mark.parametrize("case", [*rows("features/cases/extreme"), *LONG], ids=range(14))
def test_extreme_texts_get_features(table, case):
    features = FeatureSet.load("core").fit(table)
    matrix = features.transform(instance(case["sentence"], case["token"]))
    assert matrix.shape == (1, len(features.get_feature_names_out()))
    characters = max(map(len, normal_text(case["token"]).split()))
    assert matrix["length__characters@max"].tolist() == [characters]
    assert not np.isinf(matrix).any(axis=None)


def test_the_set_full_fits_the_real_instances(data):
    table = lcp.load_corpus("complex", task=2).head(60)
    features = FeatureSet.load("full").fit(table)
    matrix = features.transform(table)
    assert matrix.shape == (60, len(features.get_feature_names_out()))
    assert matrix.notna().mean(axis=None) > 0.8
