"""A Gaussian process over named columns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel
from sklearn.utils.estimator_checks import parametrize_with_checks

from lcp.estimators import GaussianProcess


def kernel(*columns, weight=1.0, length=1.0):
    return {"columns": list(columns), "weight": weight, "length": length}


@parametrize_with_checks([GaussianProcess()])
def test_it_is_a_scikit_learn_regressor(estimator, check):
    check(estimator)


def test_it_is_the_mean_of_scikit_learns_process_with_the_same_kernels():
    generator = np.random.default_rng(0)
    X = pd.DataFrame(generator.normal(size=(80, 4)).clip(-3, 3), columns=["a1", "a2", "b1", "b2"])
    y = np.sin(X["a1"]) + 0.3 * X["b1"] + 0.1 * generator.normal(size=80)
    ours = GaussianProcess(kernels=[kernel("*", weight=0.8, length=0.9)], noise=0.1).fit(X, y)
    theirs = GaussianProcessRegressor(
        ConstantKernel(0.8) * RBF(0.9 * np.sqrt(4)) + WhiteKernel(0.1),
        optimizer=None,
        normalize_y=True,
    ).fit(X, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-5)


def test_a_kernel_sees_only_the_columns_that_its_patterns_match():
    X = pd.DataFrame({"a@first": [0.0, 1.0, 2.0, 3.0], "b@last": [5.0, 1.0, 7.0, 2.0]})
    y = np.array([0.1, 0.2, 0.3, 0.4])
    model = GaussianProcess(kernels=[kernel("*@first"), kernel("absent*")]).fit(X, y)
    changed = X.assign(**{"b@last": [0.0, 0.0, 0.0, 0.0]})
    np.testing.assert_array_equal(model.predict(changed), model.predict(X))
    assert (model.predict(X.assign(**{"a@first": 0.5})) != model.predict(X)).any()


def test_a_very_short_length_ties_rows_that_are_the_same():
    X = pd.DataFrame({"word": [0.0, 0.0, 1.0, 1.0]})
    same = GaussianProcess(kernels=[kernel("word", length=0.01)], noise=1.0)
    # With n rows alike, the mean moves by n / (n + noise) of the way to theirs.
    predicted = same.fit(X, [0.0, 0.2, 0.6, 0.8]).predict(pd.DataFrame({"word": [0.0, 1.0, 0.4]}))
    np.testing.assert_allclose(predicted, [0.4 - 0.3 * 2 / 3, 0.4 + 0.3 * 2 / 3, 0.4])


def test_what_lies_beyond_the_limit_is_as_the_limit():
    X = np.array([[-1.0], [0.0], [1.0], [50.0]])
    model = GaussianProcess(limit=2.0).fit(X, [0.1, 0.2, 0.3, 0.4])
    assert model.predict([[2.0]]) == model.predict([[1000.0]])


def test_ratings_that_are_all_the_same_are_predicted():
    model = GaussianProcess().fit([[0.0], [1.0], [2.0]], [0.5, 0.5, 0.5])
    assert model.predict([[7.0]]).tolist() == [0.5]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"kernels": [kernel("absent")]}, "No column matches"),
        ({"kernels": []}, "No column matches"),
        ({"kernels": [{"columns": ["*"]}]}, "lacks a part"),
        ({"kernels": [3]}, "lacks a part"),
        ({"kernels": [kernel("*", weight=0.0)]}, "above 0"),
        ({"kernels": [kernel("*") | {"width": 1}]}, "above 0"),
        ({"kernels": [{"columns": "*", "weight": 1, "length": 1}]}, "list of columns"),
        ({"kernels": "wide"}, "'kernels' parameter"),
        ({"noise": 0.0}, "'noise' parameter"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_when_fitting(options, says):
    with pytest.raises(ValueError, match=says):
        GaussianProcess(**options).fit([[0.0], [1.0]], [0.0, 1.0])


def test_nothing_is_predicted_before_fitting():
    with pytest.raises(NotFittedError):
        GaussianProcess().predict([[0.0]])
