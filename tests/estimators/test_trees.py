"""Trees read from LightGBM's text predict the same as LightGBM."""

from __future__ import annotations

import doctest
from functools import partial

import numpy as np
import pytest

import lcp
from lcp.estimators import BoostedTrees, booster_text
from lcp.estimators.trees import Trees

LARGEST = np.finfo(np.float64).max


def extreme_rows(trees, n_features, random_state=0):
    """Ordinary values, missing ones, extremes, and values at the thresholds of the trees."""
    generator = np.random.default_rng(random_state)
    normal = generator.normal(size=(60, n_features)) * 10
    at_thresholds = np.zeros((60, n_features))
    inner = trees.children[0] != np.arange(len(trees.values))
    for column in range(n_features):
        values = trees.thresholds[inner & (trees.features == column)]
        if len(values):
            at_thresholds[:, column] = generator.choice(values, 60)
    constants = [0.0, -0.0, np.nan, LARGEST, -LARGEST, 5e-324, 1e-35, -1e-36, 1e-34]
    return np.vstack(
        [
            normal,
            np.where(generator.random(normal.shape) < 0.5, np.nan, normal),
            normal * 1e300,
            at_thresholds,
            np.nextafter(at_thresholds, np.inf),
            *(np.full((1, n_features), constant) for constant in constants),
        ]
    )


def check_equal(text, n_features):
    trees = Trees.read(text)
    rows = extreme_rows(trees, n_features)
    expected = booster_text.read([text])[0].predict(rows, num_threads=1)
    # Identical to the last bit, in a batch and row by row.
    np.testing.assert_array_equal(trees.predict(rows), expected)
    one_by_one = [trees.predict(rows[[number]])[0] for number in range(0, len(rows), 7)]
    np.testing.assert_array_equal(one_by_one, expected[::7])


@pytest.mark.parametrize("head", ["home_", "shared_", "home_words_"])
@pytest.mark.filterwarnings("ignore:Predictions may differ")
def test_the_bundled_model_predicts_the_same_as_lightgbm(head):
    regressor = getattr(lcp.load_model().estimator_, head)
    for text in regressor.model_texts_:
        check_equal(text, regressor.n_features_in_)


@pytest.mark.parametrize("boosting", ["gbdt", "dart", "rf"])
@pytest.mark.parametrize("missing", [True, False])
def test_every_kind_of_boosting_predicts_the_same_as_lightgbm(boosting, missing):
    generator = np.random.default_rng(1)
    X = generator.normal(size=(300, 4)).round(1)
    y = X[:, 0] - X[:, 1] ** 2
    if missing:
        X[generator.random(X.shape) < 0.2] = np.nan
    model = BoostedTrees(boosting=boosting, n_estimators=20, n_seeds=1, n_jobs=1).fit(X, y)
    check_equal(model.model_texts_[0], 4)


def test_trees_without_splits_predict_the_mean():
    X, y = np.zeros((30, 2)), np.full(30, 0.25)
    model = BoostedTrees(n_estimators=3, n_seeds=2, n_jobs=1).fit(X, y)
    np.testing.assert_allclose(model.predict(X), y)
    check_equal(model.model_texts_[0], 2)


def test_no_rows_give_no_predictions():
    X = np.arange(30.0)[:, None]
    model = BoostedTrees(n_estimators=3, n_seeds=1, n_jobs=1).fit(X, X.ravel())
    assert Trees.read(model.model_texts_[0]).predict(X[:0]).shape == (0,)


def test_large_tables_are_predicted_by_lightgbm_with_the_same_result(monkeypatch):
    X = np.random.default_rng(2).normal(size=(50, 3))
    model = BoostedTrees(n_estimators=30, n_seeds=3, n_jobs=1).fit(X, X[:, 0])
    before = model.predict(X)
    monkeypatch.setattr("lcp.estimators.boosted_trees.SMALL_TREES_BATCH", 0)
    monkeypatch.setattr(Trees, "predict", partial(pytest.fail, "used for a large table"))
    np.testing.assert_array_equal(model.predict(X), before)


@pytest.mark.parametrize("name", ["Blend", "BoostedTrees", "GaussianProcess"])
def test_the_examples_of_the_estimators_run(name):
    # Doctest does not collect classes that are named after another module.
    kind = getattr(lcp.estimators, name)
    examples = doctest.DocTestFinder().find(kind, name, module=False, globs={name: kind})
    assert any(example.examples for example in examples)
    for example in examples:
        result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
        assert not result.failed
