"""A Gaussian process with a kernel per group of columns."""

import numpy as np
import pandas as pd
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

from lcp.estimators.gaussian_process import GaussianProcess
from tests.cases import cases


def kernel(*columns, weight=1.0, length=1.0):
    return {"columns": list(columns), "weight": weight, "length": length}


def test_predictions_equal_those_of_scikit_learn():
    generator = np.random.default_rng(0)
    X = pd.DataFrame(generator.normal(size=(80, 4)).clip(-3, 3), columns=["a1", "a2", "b1", "b2"])
    # Regressors sort their training rows by rating.
    y = (np.sin(X["a1"]) + 0.3 * X["b1"] + 0.1 * generator.normal(size=80)).sort_values()
    X = X.loc[y.index]
    ours = GaussianProcess(kernels=[kernel("*", weight=0.8, length=0.9)], noise=0.1).fit(X, y)
    theirs = GaussianProcessRegressor(
        ConstantKernel(0.8) * RBF(0.9 * np.sqrt(4)) + WhiteKernel(0.1),
        optimizer=None,
        normalize_y=True,
    ).fit(ours.rows_, y)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(ours.rows_), atol=1e-5)


def test_a_kernel_uses_only_the_columns_that_match_its_patterns():
    values = np.random.default_rng(0).normal(size=(40, 2))
    X = pd.DataFrame(values, columns=["a@first", "b@last"])
    model = GaussianProcess(kernels=[kernel("*@first"), kernel("absent*")]).fit(X, values[:, 0])
    np.testing.assert_array_equal(model.predict(X.assign(**{"b@last": 0.0})), model.predict(X))
    assert (model.predict(X.assign(**{"a@first": 0.5})) != model.predict(X)).any()


@cases("estimators/cases/gaussian_process", "parameters", "message")
def test_fit_raises_an_error_if_a_parameter_is_invalid(parameters, message):
    with pytest.raises(ValueError, match=message):
        GaussianProcess(**parameters).fit(np.arange(20.0)[:, None], np.arange(20.0))
