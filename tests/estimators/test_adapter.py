"""Regressors of scikit-learn in the adapter."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

import lcp
from lcp.estimators.adapter import ScikitLearn, adapted
from tests.errors import refused
from tests.estimators.conftest import small_data, trees


def test_columns_without_values_are_left_out():
    X, y = small_data(n_rows=60)
    model = ScikitLearn(HistGradientBoostingRegressor(max_iter=5)).fit(X.assign(none=np.nan), y)
    assert model.used_ == list(X)
    assert model.estimator_.n_features_in_ == X.shape[1]
    with refused():
        ScikitLearn(Ridge()).fit(X * np.nan, y)


def test_a_model_of_single_words_can_have_a_regressor_that_needs_values():
    table = lcp.load_corpus("sample", task=1)
    model = lcp.ComplexityModel("core", HistGradientBoostingRegressor(max_iter=5)).fit(table)
    assert np.corrcoef(model.predict(table), table["complexity"])[0, 1] > 0.3


def test_the_parameters_of_the_regressor_are_parameters_of_the_adapter():
    model = adapted(Ridge(alpha=2.0)).set_params(alpha=3.0)
    assert model.get_params()["alpha"] == model.estimator.alpha == 3.0
    assert adapted(model) is model
    assert adapted(trees()).get_params()["n_jobs"] == 1


def test_linear_contributions_are_coefficient_times_centred_value():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0], "b": [1.0, 1.0, 4.0]})
    model = ScikitLearn(make_pipeline(StandardScaler(), LinearRegression()))
    # The fit is y = 0.1 a + 0.1 b; the means are 2, 2 and 0.4.
    expected = [[-0.2, -0.1, 0.4], [0.0, -0.1, 0.4], [0.2, 0.2, 0.4]]
    values = model.fit(X, [0.1, 0.3, 0.8]).contributions(X)
    np.testing.assert_allclose(values, expected, atol=1e-9)


def test_without_scaling_the_centre_is_the_imputed_value():
    X = pd.DataFrame({"a": [0.0, 2.0, 4.0, np.nan], "b": [1.0, 1.0, 4.0, 1.0]})
    model = ScikitLearn(make_pipeline(SimpleImputer(strategy="median"), LinearRegression()))
    # y = 0.1 a + 0.1 b; the medians are 2 and 1, and the prediction for them is 0.3.
    expected = [[-0.2, 0.0, 0.3], [0.0, 0.0, 0.3], [0.2, 0.3, 0.3], [0.0, 0.0, 0.3]]
    values = model.fit(X, [0.1, 0.3, 0.8, 0.3]).contributions(X)
    np.testing.assert_allclose(values, expected, atol=1e-9)


@pytest.mark.parametrize(
    "estimator",
    [
        Ridge(),
        make_pipeline(Ridge()),
        make_pipeline(StandardScaler(with_mean=False), Ridge()),
        make_pipeline(PolynomialFeatures(), StandardScaler(), Ridge()),
    ],
    ids=["not centred", "no steps", "only scaled", "columns mixed"],
)
def test_a_linear_model_of_other_columns_than_the_features_is_not_explainable(estimator):
    assert not ScikitLearn(estimator).is_explainable()
