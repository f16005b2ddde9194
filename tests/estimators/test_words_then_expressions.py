"""Words first, then expressions, which are told what was predicted for their words."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from lcp.errors import InputError
from lcp.estimators import BoostedTrees, WordsThenExpressions

TREES = {"n_estimators": 30, "learning_rate": 0.2, "n_seeds": 1, "n_jobs": 1}


@parametrize_with_checks(
    [WordsThenExpressions(BoostedTrees(**TREES), BoostedTrees(**TREES))],
)
def test_it_is_a_scikit_learn_regressor(estimator, check):
    check(estimator)


def combined(first, last, **plain):
    """A matrix of one word-level feature, as a feature set combines it."""
    first, last = np.asarray(first, dtype=float), np.asarray(last, dtype=float)
    ways = {"first": first, "last": last, "max": np.fmax(first, last)}
    return pd.DataFrame({f"length__x@{way}": value for way, value in ways.items()} | plain)


@pytest.fixture
def matrix():
    generator = np.random.default_rng(0)
    words, pairs = generator.random(60), generator.random((40, 2))
    first, last = np.r_[words, pairs[:, 0]], np.r_[words, pairs[:, 1]]
    y = np.r_[words / 2, pairs.sum(axis=1) / 4]
    return combined(first, last, context__place=np.linspace(0, 1, 100)), y


class Seen(LinearRegression):
    """Remembers the columns that it was given."""

    def fit(self, X, y):
        self.seen_ = X.copy()
        return super().fit(X, y)


def test_expressions_learn_from_what_is_predicted_for_their_words(matrix):
    X, y = matrix
    model = WordsThenExpressions(Seen(), Seen()).fit(X, y)
    assert list(model.words_.seen_.columns) == ["length__x", "context__place"]
    assert len(model.words_.seen_) == 60
    told = model.expressions_.seen_
    assert list(told.columns[:4]) == [*X.columns]
    a, b = X["length__x@first"][60:] / 2, X["length__x@last"][60:] / 2
    for name, value in {
        "first": a,
        "last": b,
        "min": np.minimum(a, b),
        "max": np.maximum(a, b),
        "mean": (a + b) / 2,
        "either": a + b - a * b,
    }.items():
        np.testing.assert_allclose(told[f"words__{name}"], value, atol=1e-12)
    np.testing.assert_allclose(model.predict(X), y, atol=1e-9)


def test_a_word_that_was_rated_in_training_is_drawn_to_its_ratings(matrix):
    X, y = matrix
    count = np.r_[np.full(60, np.nan), 3, np.zeros(39)]
    X = X.assign(
        lemma_memory__first=np.where(count > 0, 0.9, np.nan),
        lemma_memory__count_first=count,
        lemma_memory__last=np.nan,
        lemma_memory__count_last=count,
    )
    words, expressions = BoostedTrees(**TREES), BoostedTrees(**TREES)
    told = WordsThenExpressions(words, expressions).fit(X, y)._with_words(X[60:])
    plain = WordsThenExpressions(words, expressions).fit(X.iloc[:, :4], y)
    predicted = plain._with_words(X.iloc[60:, :4])
    np.testing.assert_allclose(
        told["words__first"].iloc[0], (3 * 0.9 + predicted["words__first"].iloc[0]) / 4
    )
    assert told["words__max"].iloc[0] == told[["words__first", "words__last"]].iloc[0].max()
    np.testing.assert_array_equal(told["words__first"][1:], predicted["words__first"][1:])
    np.testing.assert_array_equal(told["words__last"], predicted["words__last"])


def test_words_and_expressions_are_predicted_each_by_their_own(matrix):
    X, y = matrix
    model = WordsThenExpressions(BoostedTrees(**TREES), LinearRegression()).fit(X, y)
    mixed = X.iloc[[99, 0, 70, 1]]
    np.testing.assert_allclose(model.predict(mixed), model.predict(X)[[99, 0, 70, 1]], rtol=1e-12)
    words = X[:60].rename(columns={"length__x@first": "length__x"})[["length__x", "context__place"]]
    np.testing.assert_array_equal(
        clone(model.words).fit(words, y[:60]).predict(words), model.predict(X[:60])
    )
    assert model.predict(X[:0]).tolist() == []


def test_a_word_without_a_value_is_still_a_single_word(matrix):
    X, y = matrix
    X.iloc[0, :3] = np.nan
    model = WordsThenExpressions(BoostedTrees(**TREES), BoostedTrees(**TREES)).fit(X, y)
    assert model.words_.n_features_in_ == 2
    assert model.predict(X[:1])[0] == model.words_.predict(
        pd.DataFrame({"length__x": [np.nan], "context__place": [0.0]})
    )


def test_features_that_are_not_combined_need_only_the_words_estimator():
    X = pd.DataFrame({"length__x": np.linspace(0, 1, 20)})
    model = WordsThenExpressions(LinearRegression(), LinearRegression()).fit(X, X["length__x"])
    assert model.expressions_ is None
    np.testing.assert_allclose(model.predict(X), X["length__x"], atol=1e-9)


def test_where_there_are_no_words_to_learn_from_expressions_predict_words(matrix):
    X, y = matrix
    model = WordsThenExpressions(LinearRegression(), LinearRegression()).fit(X[60:], y[60:])
    assert model.words_ is None
    np.testing.assert_allclose(model.predict(X), y, atol=1e-9)


def test_where_there_are_no_expressions_to_learn_from_words_predict_them(matrix):
    X, y = matrix
    model = WordsThenExpressions(Seen(), Seen()).fit(X[:60], y[:60])
    assert model.expressions_ is None
    np.testing.assert_allclose(model.predict(X[60:]), X["length__x@first"][60:] / 2, atol=1e-9)


def test_contributions_of_words_add_up_to_the_prediction(matrix):
    X, y = matrix
    model = WordsThenExpressions(BoostedTrees(**TREES), LinearRegression()).fit(X, y)
    shares = model.contributions(X[:60])
    assert shares.shape == (60, 5)
    np.testing.assert_allclose(shares.sum(axis=1), model.predict(X[:60]), rtol=1e-9)
    np.testing.assert_allclose(shares[:, 0], shares[:, 2])
    with pytest.raises(InputError, match="expressions cannot be shared out"):
        model.contributions(X)


def test_too_little_of_either_kind_is_refused(matrix):
    X, y = matrix
    few = np.r_[0:9, 60:69]
    with pytest.raises(InputError, match="fewer than 10"):
        WordsThenExpressions(LinearRegression(), LinearRegression()).fit(X.iloc[few], y[few])


def test_words_that_cannot_be_told_apart_are_refused(matrix):
    X, y = matrix
    with pytest.raises(InputError, match="cannot be told apart") as caught:
        WordsThenExpressions(LinearRegression(), LinearRegression()).fit(
            X.drop(columns="length__x@first"), y
        )
    assert "combine" in caught.value.hint


def test_other_features_than_those_of_the_training_are_refused(matrix):
    X, y = matrix
    model = WordsThenExpressions(LinearRegression(), LinearRegression())
    with pytest.raises(NotFittedError):
        model.predict(X)
    model.fit(X, y)
    with pytest.raises(ValueError, match="same order"):
        model.predict(X[X.columns[::-1]])
