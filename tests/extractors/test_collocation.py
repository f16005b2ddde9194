"""Counts of the target beside its neighbours in passages."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.columns import columns_of
from lcp.extractors.collocation import Collocation
from lcp.resources import Store

PASSAGES = ["They make a decision and make a start.", "We make a decision.", "A new decision."]


def instances(*tokens: str, passage: str = "") -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "sentence": f"They make a {token} today.",
                "token": token,
                "start": 12,
                "end": 12 + len(token),
                "passage": passage,
            }
            for token in tokens
        ]
    )


@pytest.fixture
def family(data):
    table = pd.DataFrame({"passage": PASSAGES})
    return Collocation().use_store(Store(mirror=data)).fit(table)


def measured(family: Collocation, table: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame(family.measure(columns_of(table)), columns=family.column_names())


def test_a_word_that_occurs_beside_its_neighbour_has_a_higher_association(family):
    values = measured(family, instances("decision", "dog"))
    assert values["before"][0] > values["before"][1]
    assert values["before_2"][0] > 0 == values["before_2"][1]
    assert values["occurrences"].tolist() == [np.log1p(3), 0]


def test_occurrences_in_a_training_passage_count_for_other_passages_only(family):
    inside = measured(family, instances("decision", passage=PASSAGES[1]))
    outside = measured(family, instances("decision", passage="Another text."))
    assert inside["occurrences"][0] == np.log1p(2)
    assert outside["occurrences"][0] == np.log1p(3)
    assert inside["before_passage"][0] == np.log1p(1)
    assert outside["before_passage"][0] == 0


def test_a_class_that_follows_the_word_before_is_more_frequent_there(family):
    values = measured(family, instances("choice", "quickly"))
    assert values["class_before"][0] > values["class_before"][1]


def test_features_without_passages_are_missing(family):
    table = instances("decision").drop(columns="passage")
    assert measured(family, table).isna().all(axis=None)


def test_the_counts_are_saved_with_a_model(data, tmp_path):
    rows = [instances("decision", "dog", passage=text) for text in PASSAGES]
    table = pd.concat(rows, ignore_index=True).assign(complexity=[1, 0] * 3)
    features = lcp.FeatureSet({"collocation": {}}, store=Store(mirror=data))
    model = lcp.ComplexityModel(features, "lightgbm-fast").fit(table)
    folder = model.save(tmp_path / "model")
    loaded = lcp.load_model(folder)
    assert np.allclose(loaded.predict(table), model.predict(table))
