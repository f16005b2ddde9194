"""A linear model of the choice among the options of a question."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.tasks.gaps.conditional_logit import ConditionalLogit

RANDOM = np.random.default_rng(0)
QUESTIONS = 200
# The right option has the highest sum of the first feature and half of the second.
X = RANDOM.random((QUESTIONS * 5, 3))
BEST = (X[:, 0] + X[:, 1] / 2).reshape(-1, 5).argmax(axis=1)
Y = (BEST[:, None] == np.arange(5)).astype(float).ravel()


def fitted(rows=X, **options):
    return ConditionalLogit(**({"penalty": 1.0} | options)).fit(rows, Y)


def test_the_right_option_has_the_highest_prediction_for_nearly_all_questions():
    predicted = fitted().predict(X)
    assert ((predicted > 0) & (predicted < 1)).all()
    assert (predicted.reshape(-1, 5).argmax(axis=1) == BEST).mean() > 0.95


def test_the_weights_are_those_of_the_features_that_matter():
    first, second, third = fitted().weights_
    assert first > second > 5 * abs(third)


def test_the_weights_maximise_the_penalised_likelihood():
    model = fitted(penalty=10.0)
    scaled = ((X - model.centre_) / model.scale_).reshape(QUESTIONS, 5, 3)

    def loss(weights):
        sums = scaled @ weights
        chosen = sums[np.arange(QUESTIONS), BEST]
        return np.log(np.exp(sums).sum(axis=1)).sum() - chosen.sum() + 5 * weights @ weights

    best = loss(model.weights_)
    for step in np.vstack([np.eye(3), -np.eye(3)]) * 0.01:
        assert loss(model.weights_ + step) > best


def test_a_higher_penalty_makes_the_weights_smaller():
    assert np.linalg.norm(fitted(penalty=1000.0).weights_) < np.linalg.norm(fitted().weights_) / 2


def test_a_feature_that_is_the_same_for_all_options_does_not_matter():
    same = np.repeat(RANDOM.random(QUESTIONS), 5)
    model = fitted(np.column_stack([X, same]))
    assert abs(model.weights_[3]) < 1e-9
    np.testing.assert_allclose(model.weights_[:3], fitted().weights_, atol=1e-2)


def test_an_unknown_value_counts_as_the_mean_and_a_column_without_values_as_nothing():
    rows = np.column_stack([X, np.full(len(X), np.nan)])
    model = fitted(rows)
    assert model.weights_[3] == 0
    unknown, mean = rows[:1].copy(), rows[:1].copy()
    unknown[0, 0], mean[0, 0] = np.nan, X[:, 0].mean()
    assert model.predict(unknown)[0] == pytest.approx(model.predict(mean)[0])


def test_rows_that_are_not_questions_are_an_error():
    with pytest.raises(ValueError, match="not questions of 5 consecutive options"):
        ConditionalLogit().fit(X[:-1], Y[:-1])


def test_a_negative_penalty_is_an_error():
    with pytest.raises(ValueError, match="penalty"):
        ConditionalLogit(penalty=-1).fit(X, Y)
