"""Trees of any size predict the same as LightGBM, small ones by sets of leaves."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from lcp.estimators import BoostedTrees, booster_text
from lcp.estimators.leaf_sets import MOST_LEAVES
from lcp.estimators.trees import Trees


def grown(leaves):
    """Trees with up to this number of leaves, rows with missing values, and the trees' text."""
    generator = np.random.default_rng(3)
    X = generator.normal(size=(1500, 5))
    y = np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2]
    X[generator.random(X.shape) < 0.2] = np.nan
    options = {"min_child_samples": 1, "colsample_bytree": 1.0, "n_seeds": 1, "n_jobs": 1}
    model = BoostedTrees(n_estimators=10, num_leaves=leaves, **options).fit(X, y)
    text = model.model_texts_[0]
    return Trees.read(text), X, text


@pytest.mark.parametrize(
    ("leaves", "kind"), [(2, "uint16"), (16, "uint16"), (17, "uint32"), (MOST_LEAVES, "uint64")]
)
def test_small_trees_predict_the_same_as_lightgbm(leaves, kind):
    trees, X, text = grown(leaves)
    assert trees.leaf_sets.values.shape == (10, leaves)
    assert trees.leaf_sets.ruled_out.dtype == kind
    expected = booster_text.read([text])[0].predict(X, num_threads=1)
    np.testing.assert_array_equal(trees.predict(X), expected)


def test_large_trees_follow_their_paths():
    trees, X, text = grown(MOST_LEAVES + 1)
    assert trees.leaf_sets is None
    expected = booster_text.read([text])[0].predict(X[:100], num_threads=1)
    np.testing.assert_array_equal(trees.predict(X[:100]), expected)


def test_a_batch_of_running_text_is_predicted_without_lightgbm(monkeypatch):
    X = np.arange(3_000.0)[:, None]
    model = BoostedTrees(n_estimators=3, n_seeds=1, n_jobs=1).fit(X, X.ravel())
    monkeypatch.setattr(booster_text, "mean_prediction", partial(pytest.fail, "used"))
    assert model.predict(X).shape == (3_000,)
