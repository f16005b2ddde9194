"""Boosted trees that rank the options of questions."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.estimators import RankingTrees, load_estimator
from lcp.estimators.plain import from_plain, is_plain, to_plain

TREES = {"n_estimators": 40, "learning_rate": 0.1, "n_seeds": 1, "min_child_samples": 5}
RANDOM = np.random.default_rng(0)
QUESTIONS = 150
# The right option has the highest sum of the first two features.
X = RANDOM.random((QUESTIONS * 5, 3))
BEST = X[:, :2].sum(axis=1).reshape(-1, 5).argmax(axis=1)
Y = (BEST[:, None] == np.arange(5)).astype(float).ravel()


def fitted(**options):
    return RankingTrees(trees=TREES, n_jobs=1, **options).fit(X, Y)


def test_the_right_option_is_ranked_first_for_most_questions():
    answers = fitted().predict(X).reshape(-1, 5).argmax(axis=1)
    assert (answers == BEST).mean() > 0.8


def test_predictions_are_between_0_and_1():
    predicted = fitted().predict(X)
    assert ((predicted > 0) & (predicted < 1)).all()


def test_rows_that_are_not_questions_are_an_error():
    two_right = Y.copy()
    two_right[:2] = 1
    for rows, rated in ((X[:-1], Y[:-1]), (X, two_right), (X, np.zeros_like(Y))):
        with pytest.raises(ValueError, match="not questions of 5 consecutive options"):
            RankingTrees(trees=TREES, n_jobs=1).fit(rows, rated)


def test_saved_as_plain_data_it_predicts_the_same():
    model = fitted()
    assert is_plain(model)
    np.testing.assert_array_equal(from_plain(to_plain(model)).predict(X), model.predict(X))


def test_few_rows_are_predicted_as_many_are():
    model = fitted()
    many = np.tile(X, (2, 1))  # more rows than are predicted without LightGBM
    np.testing.assert_array_equal(model.predict(many)[: len(X)], model.predict(X))


def test_a_parameter_of_the_trees_out_of_range_is_an_error():
    with pytest.raises(ValueError, match="num_leaves"):
        RankingTrees(trees={"num_leaves": 1}).fit(X, Y)


def test_the_recipe_builds_it():
    model = load_estimator("recam-trees", random_state=3, n_jobs=1)
    assert isinstance(model, RankingTrees)
    assert model.get_params()["random_state"] == 3
