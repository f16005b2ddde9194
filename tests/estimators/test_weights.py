"""Weights of instances reach every estimator, or are refused."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor

import lcp
from lcp.base.estimator_base import cloned
from lcp.estimators.adapter import ScikitLearn
from lcp.estimators.blend import Blend
from lcp.estimators.estimator_recipe import load_estimator
from lcp.estimators.gaussian_process import GaussianProcess
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.estimators.two_stage import TwoStageRegressor
from tests.errors import refused
from tests.estimators.conftest import line, small_data, trees, with_rows

FEW = {"n_estimators": 20, "n_seeds": 1}


def few(name):
    return load_estimator(name, n_jobs=1).set_params(**FEW)


def mixed():
    """Words and expressions of two sources."""
    generator = np.random.default_rng(0)
    first, last = generator.random((2, 200))
    last[:120] = first[:120]
    which = {"first": first, "last": last, "rarest": first, "commonest": last}
    table = pd.DataFrame({f"length__x@{name}": values for name, values in which.items()})
    table["source"] = np.where(np.arange(200) % 2, "complex", "cefr")
    return with_rows(table), (first + last) / 2 + generator.normal(0, 0.1, 200)


@pytest.mark.parametrize(
    "estimator",
    [
        *(load_estimator(name) for name in ("linear", "ridge", "svr")),
        *(few(name) for name in ("lightgbm", "random-forest", "extra-trees")),
        trees(boosting="dart"),
        ScikitLearn(LinearRegression()),
        Blend({"a": line(), "b": trees()}, [1, 2]),
        TwoStageRegressor(trees(), line()),
        MultiSourceRegressor(trees(), trees(), trees(), trees()),
    ],
    ids=repr,
)
def test_a_weight_of_0_leaves_a_row_out_and_others_have_an_effect(estimator):
    X, y = mixed()
    some = np.arange(200) % 5 > 0
    weights = np.where(some, 1.0, 0.0)
    left_out = cloned(estimator).fit(X.take(some), y[some])
    weighted = cloned(estimator).fit(X, y, sample_weight=weights)
    np.testing.assert_allclose(weighted.predict(X), left_out.predict(X), rtol=1e-6)
    heavy = np.where(np.arange(200) % 3, 0.1, 5.0)
    other = cloned(estimator).fit(X, y, sample_weight=heavy)
    plain = cloned(estimator).fit(X, y)
    assert np.abs(other.predict(X) - plain.predict(X)).max() > 1e-4


def test_weights_do_not_depend_on_the_order_of_rows():
    X, y = mixed()
    weights = np.random.default_rng(1).uniform(0.5, 2, 200)
    order = np.random.default_rng(2).permutation(200)
    ordered = trees().fit(X, y, sample_weight=weights).predict(X)
    shuffled = trees().fit(X.take(order), y[order], sample_weight=weights[order]).predict(X)
    np.testing.assert_array_equal(shuffled, ordered)


@pytest.mark.parametrize(
    ("estimator", "name"),
    [
        (GaussianProcess(), "GaussianProcess"),
        (ScikitLearn(KNeighborsRegressor()), "KNeighborsRegressor"),
        (Blend({"a": line(), "b": GaussianProcess()}, [1, 1]), "GaussianProcess"),
    ],
)
def test_an_estimator_that_cannot_use_weights_is_named(estimator, name):
    X, y = small_data()
    with refused(f"estimator {name} cannot use weights", where="sample_weight"):
        estimator.fit(X.fillna(0), y, sample_weight=np.ones(len(y)))


@pytest.mark.parametrize("weights", [[1.0], [-1.0] * 300, [np.nan] * 300])
def test_impossible_weights_are_refused(weights):
    X, y = small_data()
    with refused(where="sample_weight"):
        line().fit(X, y, sample_weight=weights)


def test_a_model_is_trained_with_weights():
    table = lcp.load_corpus("sample", task=1)
    heavy = np.where(table["token"].str.len() > 8, 10.0, 0.1)
    plain, weighted = (
        lcp.ComplexityModel("frequency-baseline", "linear").fit(table, sample_weight=weights)
        for weights in (None, heavy)
    )
    assert np.abs(plain.predict(table) - weighted.predict(table)).max() > 0.01
    with refused("GaussianProcess cannot"):
        lcp.ComplexityModel("frequency-baseline", GaussianProcess()).fit(table, sample_weight=heavy)
