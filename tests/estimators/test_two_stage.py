"""The two-stage regressor uses predictions for words as features of expressions."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression

from lcp.estimators.adapter import ScikitLearn
from lcp.estimators.two_stage import TwoStageRegressor
from tests.errors import refused
from tests.estimators.conftest import line, trees, with_rows


def aggregated(first, last, **plain):
    """Return a matrix with one feature of words, aggregated."""
    first, last = np.asarray(first, dtype=float), np.asarray(last, dtype=float)
    columns = {"first": first, "last": last, "max": np.fmax(first, last)}
    return pd.DataFrame({f"length__x@{name}": value for name, value in columns.items()} | plain)


@pytest.fixture
def matrix():
    generator = np.random.default_rng(0)
    words, pairs = generator.random(60), generator.random((40, 2))
    first, last = np.r_[words, pairs[:, 0]], np.r_[words, pairs[:, 1]]
    y = np.r_[words / 2, pairs.sum(axis=1) / 4]
    return aggregated(first, last, context__place=np.linspace(0, 1, 100)), y


class Spy(LinearRegression):
    """Keeps its training data."""

    def fit(self, X, y):
        self.rows_ = X.copy()
        return super().fit(X, y)


def test_predictions_for_words_are_features_of_expressions(matrix):
    X, y = matrix
    model = TwoStageRegressor(ScikitLearn(Spy()), ScikitLearn(Spy())).fit(with_rows(X), y)
    assert list(model.words_.estimator_.rows_.columns) == ["length__x", "context__place"]
    assert len(model.words_.estimator_.rows_) == 60
    rows = model.expressions_.estimator_.rows_
    assert list(rows.columns[:4]) == [*X.columns]
    # Regressors sort their training rows by rating.
    ordered = X[60:].iloc[np.argsort(y[60:])]
    a, b = ordered["length__x@first"] / 2, ordered["length__x@last"] / 2
    for name, value in {
        "first": a,
        "last": b,
        "min": np.minimum(a, b),
        "max": np.maximum(a, b),
        "mean": (a + b) / 2,
        "either": a + b - a * b,
    }.items():
        np.testing.assert_allclose(rows[f"words__{name}"], value, atol=1e-12)
    np.testing.assert_allclose(model.predict(with_rows(X)), y, atol=1e-9)


def test_predictions_for_rated_words_are_averaged_with_their_ratings(matrix):
    X, y = matrix
    count = np.r_[np.full(60, np.nan), 3, np.zeros(39)]
    X = X.assign(
        training_ratings__first=np.where(count > 0, 0.9, np.nan),
        training_ratings__count_first=count,
        training_ratings__last=np.nan,
        training_ratings__count_last=count,
    )
    words, expressions = trees(), trees()
    rated = (
        TwoStageRegressor(words, expressions).fit(with_rows(X), y)._with_words(with_rows(X[60:]))
    )
    plain = TwoStageRegressor(words, expressions).fit(with_rows(X.iloc[:, :4]), y)
    predicted = plain._with_words(with_rows(X.iloc[60:, :4]))
    first, last, highest = (rated.column(f"words__{name}") for name in ("first", "last", "max"))
    np.testing.assert_allclose(first[0], (3 * 0.9 + predicted.column("words__first")[0]) / 4)
    assert highest[0] == max(first[0], last[0])
    np.testing.assert_array_equal(first[1:], predicted.column("words__first")[1:])
    np.testing.assert_array_equal(last, predicted.column("words__last"))


def test_words_and_expressions_have_separate_estimators(matrix):
    X, y = matrix
    model = TwoStageRegressor(trees(), line()).fit(with_rows(X), y)
    mixed = X.iloc[[99, 0, 70, 1]]
    np.testing.assert_allclose(
        model.predict(with_rows(mixed)), model.predict(with_rows(X))[[99, 0, 70, 1]], rtol=1e-12
    )
    words = X[:60].rename(columns={"length__x@first": "length__x"})[["length__x", "context__place"]]
    np.testing.assert_array_equal(
        trees().fit(words, y[:60]).predict(words), model.predict(with_rows(X[:60]))
    )
    assert model.predict(with_rows(X[:0])).tolist() == []


def test_a_row_without_values_is_a_single_word(matrix):
    X, y = matrix
    X.iloc[0, :3] = np.nan
    model = TwoStageRegressor(trees(), trees()).fit(with_rows(X), y)
    assert model.words_.n_features_in_ == 2
    assert model.predict(with_rows(X[:1]))[0] == model.words_.predict(
        pd.DataFrame({"length__x": [np.nan], "context__place": [0.0]})
    )


def test_features_without_aggregations_need_only_the_estimator_of_words():
    X = pd.DataFrame({"length__x": np.linspace(0, 1, 20)})
    model = TwoStageRegressor(line(), line()).fit(X, X["length__x"])
    assert model.expressions_ is None
    np.testing.assert_allclose(model.predict(X), X["length__x"], atol=1e-9)


def test_without_words_in_training_expressions_predict_words(matrix):
    X, y = matrix
    model = TwoStageRegressor(line(), line()).fit(with_rows(X[60:]), y[60:])
    assert model.words_ is None
    np.testing.assert_allclose(model.predict(with_rows(X)), y, atol=1e-9)


def test_without_expressions_in_training_words_predict_expressions(matrix):
    X, y = matrix
    model = TwoStageRegressor(ScikitLearn(Spy()), ScikitLearn(Spy())).fit(with_rows(X[:60]), y[:60])
    assert model.expressions_ is None
    np.testing.assert_allclose(
        model.predict(with_rows(X[60:])), X["length__x@first"][60:] / 2, atol=1e-9
    )


def test_contributions_of_words_sum_to_the_prediction(matrix):
    X, y = matrix
    model = TwoStageRegressor(trees(), line()).fit(with_rows(X), y)
    values = model.contributions(with_rows(X[:60]))
    assert values.shape == (60, 5)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(with_rows(X[:60])), rtol=1e-9)
    np.testing.assert_allclose(values[:, 0], values[:, 2])
    with refused("expressions cannot be attributed"):
        model.contributions(with_rows(X))


def test_too_few_rows_of_both_kinds_raise_an_error(matrix):
    X, y = matrix
    few = np.r_[0:9, 60:69]
    with refused("fewer than 10"):
        TwoStageRegressor(line(), line()).fit(with_rows(X.iloc[few]), y[few])


def test_a_table_that_does_not_say_what_its_rows_are_is_refused(matrix):
    X, y = matrix
    with refused("which of its rows are expressions"):
        TwoStageRegressor(line(), line()).fit(X, y)


def test_missing_aggregations_raise_an_error(matrix):
    X, y = matrix
    with refused(where="aggregations"):
        TwoStageRegressor(line(), line()).fit(with_rows(X.drop(columns="length__x@first")), y)
