"""The family `abstractness`."""

import numpy as np
import pandas as pd

import lcp
from lcp.extractors.abstractness import Abstractness
from lcp.resources import Store


def test_the_features_are_those_of_the_function(data):
    table = pd.DataFrame(
        {
            "genre": "",
            "sentence": ["Her main objective was peace.", "The dog barked.", "It was heavy."],
            "token": ["objective", "dog", "heavy"],
            "start": [9, 4, 7],
            "end": [18, 7, 12],
        }
    )
    values = Abstractness().use_store(Store(mirror=data)).extract(table)
    assert values["imperceptibility"][0] < 0.35 < values["imperceptibility"][1]
    assert values["nonspecificity"].isna().tolist() == [False, False, True]
    score = lcp.abstractness(
        "objective", sentence="Her main objective was peace.", store=Store(mirror=data)
    )
    assert values.loc[0, "nonspecificity"] == score.nonspecificity
    assert values.loc[0, "overlap"] == np.log1p(score.overlap)


def test_an_instance_without_a_span_has_no_features(data):
    table = pd.DataFrame(
        {"genre": "", "sentence": ["A dog."], "token": ["dog"], "start": [-1], "end": [-1]}
    )
    values = Abstractness().use_store(Store(mirror=data)).extract(table)
    assert values.isna().all(axis=None)


def test_the_family_can_be_used_by_name(data, monkeypatch):
    features = lcp.FeatureSet({"abstractness": {}})
    table = pd.DataFrame({"sentence": ["A dog barked."], "token": ["dog"]})
    assert features.fit_transform(table).shape == (1, 5)
