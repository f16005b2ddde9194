"""The comparison of the feature sets for plausible clarifications."""

from __future__ import annotations

import claire_contextual
import numpy as np
import pandas as pd
import pytest
from claire import PlausibilityData
from claire_contextual import SELECTIONS, cross_validated, joined, learned_family

import lcp
from lcp.encoders.record_cache import record_cache
from tests.encoders.toy import write_toy_encoder


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """Return the folder of an encoder with two layers, for which the feature set has one group."""
    path = tmp_path / "set.toml"
    family = '[families.contextual]\nlayer_groups = 1\ntexts = ["title"]\n'
    path.write_text(f'extends = "claire-contextual"\n{family}', encoding="utf-8")
    monkeypatch.setattr(claire_contextual, "SET", path)
    record_cache.cache_clear()
    yield str(write_toy_encoder(tmp_path / "toy"))
    record_cache.cache_clear()


@pytest.fixture
def train():
    table = lcp.load_corpus("sample").head(100)
    numbers = np.arange(100)
    table = table.assign(item=numbers // 5, title=[f"title {number // 10}" for number in numbers])
    return PlausibilityData(
        pd.DataFrame({"gap__fit": numbers}), table.assign(phenomenon="fused head"), 0, 1
    )


def test_the_family_is_learned_from_the_training_rows_and_follows_the_others(toy, train):
    [(rows, held_out), *_] = train.folds()
    features = learned_family(toy, train, rows)
    assert len(features.extractors_["contextual"].rows_) == len(rows) < len(train.table)
    matrix = joined(train, features)
    assert list(matrix)[:2] == ["gap__fit", "contextual__ridge_1"]
    assert matrix.loc[held_out, "contextual__ridge_1"].notna().all()
    assert matrix["contextual__similarity_title@rank"].notna().any()
    names = {
        name: [column for column in matrix if keep(column)] for name, keep in SELECTIONS.items()
    }
    whole = names["with `contextual`"]
    assert names["without `contextual`"] == ["gap__fit"]
    assert names["`contextual` alone"] == whole[1:]
    assert len(names["its regression only"]) == 3
    assert len(names["its similarities to the texts only"]) == 3


def test_predictions_are_those_of_the_models_without_the_fold(train):
    class Rows:
        """Predicts how many rows it was fitted to."""

        def fit(self, X, y):
            self.n = len(X)
            assert list(X) == ["gap__fit"]

        def predict(self, X):
            return np.full(len(X), self.n)

    folds = list(train.folds())
    predicted = cross_validated(
        train, [train.matrix.assign(other=0)] * len(folds), Rows(), lambda name: name != "other"
    )
    for rows, held_out in folds:
        assert (predicted[held_out] == len(rows)).all()
