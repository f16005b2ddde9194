"""Predictions shared out over the features: exact, for every recipe that allows it."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

from lcp.errors import InputError
from lcp.estimators import load_estimator
from lcp.estimators.blend import Blend
from lcp.estimators.contributions import contributions, is_explainable
from lcp.recipes import recipe_names


@pytest.fixture(scope="module")
def data():
    generator = np.random.default_rng(0)
    X = pd.DataFrame(generator.normal(size=(80, 3)), columns=list("abc"))
    y = (X["a"] - X["b"] / 2) / 10 + 0.5
    X.iloc[::7, 2] = np.nan
    return X.assign(never=np.nan), y


#: Neither a sum over trees nor a line.
UNEXPLAINED = {"gaussian-process", "svr"}


def test_every_recipe_but_two_is_explainable():
    refused = {name for name in recipe_names("models") if not is_explainable(load_estimator(name))}
    assert refused == UNEXPLAINED


def test_a_blend_is_explainable_where_its_members_are():
    trees, process = load_estimator("lightgbm"), load_estimator("gaussian-process")
    assert is_explainable(Blend([("a", trees), ("b", trees)]))
    assert not is_explainable(Blend([("a", trees), ("b", process)]))


@pytest.mark.parametrize("name", sorted({*recipe_names("models")} - UNEXPLAINED))
def test_they_add_up_to_the_prediction(name, data):
    X, y = data
    model = load_estimator(name, jobs=1)
    if "n_estimators" in model.get_params():
        model.set_params(n_estimators=20)
    model.fit(X, y)
    shared = contributions(model, X)
    assert shared.shape == (80, 5)
    np.testing.assert_allclose(shared.sum(axis=1), model.predict(X), atol=1e-9)
    assert contributions(model, X.head(0)).shape == (0, 5)


def test_those_of_a_line_are_coefficient_times_centred_value():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0], "b": [1.0, 1.0, 4.0]})
    y = [0.1, 0.3, 0.8]
    model = make_pipeline(StandardScaler(), LinearRegression()).fit(X, y)
    # Through these points: y = 0.1 a + 0.1 b; the means are 2, 2 and 0.4.
    expected = [[-0.2, -0.1, 0.4], [0.0, -0.1, 0.4], [0.2, 0.2, 0.4]]
    np.testing.assert_allclose(contributions(model, X), expected, atol=1e-9)


def test_a_line_without_scaling_starts_from_what_is_filled_in():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0, np.nan], "b": [1.0, 1.0, 4.0, 1.0]})
    y = [0.1, 0.3, 0.8, 0.3]
    imputer = SimpleImputer(strategy="median", keep_empty_features=True)
    model = make_pipeline(imputer, LinearRegression()).fit(X, y)
    # y = 0.1 a + 0.1 b; the medians are 2 and 1, for which 0.3 is predicted.
    expected = [[-0.2, 0.0, 0.3], [0.0, 0.0, 0.3], [0.2, 0.3, 0.3], [0.0, 0.0, 0.3]]
    np.testing.assert_allclose(contributions(model, X), expected, atol=1e-9)


@pytest.mark.parametrize(
    "estimator",
    [
        Ridge(),
        make_pipeline(Ridge()),
        make_pipeline(StandardScaler(with_mean=False), Ridge()),
        make_pipeline(SimpleImputer(), StandardScaler(), Ridge()),
        make_pipeline(PolynomialFeatures(), StandardScaler(), Ridge()),
    ],
    ids=["not centred", "no steps", "only scaled", "columns dropped", "columns mixed"],
)
def test_a_line_whose_columns_are_not_the_features_is_not_explained(estimator):
    assert not is_explainable(estimator)


def test_what_cannot_be_explained_is_refused_with_the_recipes_that_can(data):
    X, y = data
    with pytest.raises(InputError, match="SVR cannot be shared out") as caught:
        contributions(load_estimator("svr").fit(X, y), X)
    for name in ("lightgbm", "linear", "random-forest", "ridge"):
        assert name in caught.value.hint
    assert "svr" not in caught.value.hint
