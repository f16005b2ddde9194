"""A Gaussian process with a kernel per group of columns."""

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
def test_gaussian_process_passes_scikit_learns_checks(estimator, check):
    check(estimator)


def test_predictions_equal_those_of_scikit_learn():
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


def test_a_kernel_uses_only_the_columns_that_match_its_patterns():
    X = pd.DataFrame({"a@first": [0.0, 1.0, 2.0, 3.0], "b@last": [5.0, 1.0, 7.0, 2.0]})
    y = np.array([0.1, 0.2, 0.3, 0.4])
    model = GaussianProcess(kernels=[kernel("*@first"), kernel("absent*")]).fit(X, y)
    changed = X.assign(**{"b@last": [0.0, 0.0, 0.0, 0.0]})
    np.testing.assert_array_equal(model.predict(changed), model.predict(X))
    assert (model.predict(X.assign(**{"a@first": 0.5})) != model.predict(X)).any()


def test_a_very_short_length_links_only_equal_rows():
    X = pd.DataFrame({"word": [0.0, 0.0, 1.0, 1.0]})
    same = GaussianProcess(kernels=[kernel("word", length=0.01)], noise=1.0)
    # Predictions for n equal rows move n / (n + noise) of the distance to their mean.
    predicted = same.fit(X, [0.0, 0.2, 0.6, 0.8]).predict(pd.DataFrame({"word": [0.0, 1.0, 0.4]}))
    np.testing.assert_allclose(predicted, [0.4 - 0.3 * 2 / 3, 0.4 + 0.3 * 2 / 3, 0.4])


def test_values_beyond_the_limit_are_clipped():
    X = np.array([[-1.0], [0.0], [1.0], [50.0]])
    model = GaussianProcess(limit=2.0).fit(X, [0.1, 0.2, 0.3, 0.4])
    assert model.predict([[2.0]]) == model.predict([[1000.0]])


def test_constant_ratings_are_predicted():
    model = GaussianProcess().fit([[0.0], [1.0], [2.0]], [0.5, 0.5, 0.5])
    assert model.predict([[7.0]]).tolist() == [0.5]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"kernels": [kernel("absent")]}, "No column matches"),
        ({"kernels": []}, "No column matches"),
        ({"kernels": [{"columns": ["*"]}]}, "needs columns, a weight and a length"),
        ({"kernels": [3]}, "needs columns, a weight and a length"),
        ({"kernels": [kernel("*", weight=0.0)]}, "above 0"),
        ({"kernels": [kernel("*") | {"width": 1}]}, "above 0"),
        ({"kernels": [{"columns": "*", "weight": 1, "length": 1}]}, "list of columns"),
        ({"kernels": "wide"}, "'kernels' parameter"),
        ({"noise": 0.0}, "'noise' parameter"),
    ],
)
def test_fit_raises_an_error_if_a_parameter_is_invalid(parameters, message):
    with pytest.raises(ValueError, match=message):
        GaussianProcess(**parameters).fit([[0.0], [1.0]], [0.0, 1.0])


def test_an_unfitted_process_does_not_predict():
    with pytest.raises(NotFittedError):
        GaussianProcess().predict([[0.0]])
