"""Coefficients of linear models: values, standard errors and inflation."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import linregress

import lcp
from lcp.evaluation.coefficients import coefficients
from tests.errors import refused


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample", task=1)


def test_one_feature_has_the_slope_of_a_regression_and_an_error_robust_to_heteroscedasticity(table):
    table = table[~table["token"].str.lower().duplicated()].reset_index(drop=True)
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    (row,) = coefficients(model, table).to_dict("records")
    zipf = model.feature_set_.transform(table)["frequency__zipf"].to_numpy()
    zipf = np.where(np.isnan(zipf), np.nanmedian(zipf), zipf)
    expected = linregress(
        (zipf - zipf.mean()) / zipf.std(), table["complexity"] / table["complexity"].std(ddof=0)
    )
    assert row["beta"] == pytest.approx(expected.slope)
    x, y = (zipf - zipf.mean()) / zipf.std(), table["complexity"] / table["complexity"].std(ddof=0)
    residuals = y - y.mean() - expected.slope * x
    # White (1980) with the correction n / (n - 2): each token is one instance.
    error = np.sqrt((x**2 * residuals**2).sum() * len(x) / (len(x) - 2)) / (x**2).sum()
    assert row["se"] == pytest.approx(error)
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * error)
    assert row["vif"] == pytest.approx(1)


def test_repeated_instances_of_a_token_are_no_further_evidence(table):
    table = table[~table["token"].str.lower().duplicated()].reset_index(drop=True)
    errors = []
    for data in (table, pd.concat([table, table], ignore_index=True)):
        model = lcp.ComplexityModel("frequency-baseline", "linear").fit(data)
        errors.append(coefficients(model, data)["se"].item())
    assert errors[1] == pytest.approx(errors[0], rel=0.01)


def test_a_penalty_makes_errors_smaller_and_inflation_does_not_depend_on_it(table):
    features = lcp.FeatureSet({"length": {}, "morphology": {}})
    tables = []
    for alpha in (1e-9, 1e3):
        ridge = lcp.load_estimator("ridge")
        ridge.estimator.set_params(ridge__alpha=alpha)
        model = lcp.ComplexityModel(features, ridge)
        tables.append(coefficients(model.fit(table), table))
    weak, strong = tables
    finite = np.isfinite(weak["vif"])
    assert (strong["se"] <= weak["se"]).all()
    assert (weak["vif"][finite] >= 1 - 1e-9).all()
    pd.testing.assert_series_equal(weak["vif"], strong["vif"])


def test_a_model_that_is_not_linear_has_no_coefficients(table):
    model = lcp.ComplexityModel("frequency-baseline", "extra-trees").fit(table)
    with refused("Only linear models"):
        coefficients(model, table)
