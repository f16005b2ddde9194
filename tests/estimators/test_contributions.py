"""Contributions of the features sum exactly to the prediction."""

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


#: Neither sums of trees nor linear.
UNEXPLAINED = {
    "claire-classification", "gaussian-process", "kvl", "kvl-gaussian-process", "recam",
    "recam-logit", "recam-trees", "svr",
}  # fmt: skip


def test_every_other_recipe_is_explainable():
    others = {name for name in recipe_names("models") if not is_explainable(load_estimator(name))}
    assert others == UNEXPLAINED


def test_a_blend_is_explainable_if_all_its_members_are():
    trees, process = load_estimator("lightgbm"), load_estimator("gaussian-process")
    assert is_explainable(Blend([("a", trees), ("b", trees)]))
    assert not is_explainable(Blend([("a", trees), ("b", process)]))


@pytest.mark.parametrize("name", sorted({*recipe_names("models")} - UNEXPLAINED))
def test_contributions_sum_to_the_prediction(name, data):
    X, y = data
    model = load_estimator(name, n_jobs=1)
    if "n_estimators" in model.get_params():
        model.set_params(n_estimators=20)
    model.fit(X, y)
    values = contributions(model, X)
    assert values.shape == (80, 5)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(X), atol=1e-9)
    assert contributions(model, X.head(0)).shape == (0, 5)


def test_linear_contributions_are_coefficient_times_centred_value():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0], "b": [1.0, 1.0, 4.0]})
    y = [0.1, 0.3, 0.8]
    model = make_pipeline(StandardScaler(), LinearRegression()).fit(X, y)
    # The fit is y = 0.1 a + 0.1 b; the means are 2, 2 and 0.4.
    expected = [[-0.2, -0.1, 0.4], [0.0, -0.1, 0.4], [0.2, 0.2, 0.4]]
    np.testing.assert_allclose(contributions(model, X), expected, atol=1e-9)


def test_without_scaling_the_centre_is_the_imputed_value():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0, np.nan], "b": [1.0, 1.0, 4.0, 1.0]})
    y = [0.1, 0.3, 0.8, 0.3]
    imputer = SimpleImputer(strategy="median", keep_empty_features=True)
    model = make_pipeline(imputer, LinearRegression()).fit(X, y)
    # y = 0.1 a + 0.1 b; the medians are 2 and 1, and the prediction for them is 0.3.
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
def test_a_linear_model_of_other_columns_than_the_features_is_not_explainable(estimator):
    assert not is_explainable(estimator)


def test_the_error_names_the_recipes_that_can_be_explained(data):
    X, y = data
    with pytest.raises(InputError, match="SVR cannot be attributed") as caught:
        contributions(load_estimator("svr").fit(X, y), X)
    for name in ("lightgbm", "linear", "random-forest", "ridge"):
        assert name in caught.value.hint
    assert "svr" not in caught.value.hint
