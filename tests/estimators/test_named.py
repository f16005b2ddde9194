"""Recipes can name regressors of other packages."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.linear_model import ElasticNet

from lcp.errors import InputError
from lcp.estimators import load_estimator
from lcp.estimators.contributions import contributions
from tests.estimators.conftest import small_data
from tests.estimators.test_loading import recipe_file


def named(tmp_path, name, parameters="", **arguments):
    text = f'estimator = "{name}"\n[parameters]\n{parameters}'
    return load_estimator(recipe_file(tmp_path, text), **arguments)


def test_a_recipe_names_a_regressor_of_scikit_learn(tmp_path):
    model = named(tmp_path, "sklearn.ensemble:HistGradientBoostingRegressor", "max_iter = 7")
    assert isinstance(model, HistGradientBoostingRegressor)
    assert (model.max_iter, model.random_state) == (7, 0)
    X, y = small_data(n_rows=60)
    X.iloc[::3, 0] = np.nan
    assert np.isfinite(model.fit(X, y).predict(X)).all()


def test_missing_values_are_imputed_for_a_class_that_does_not_accept_them(tmp_path):
    model = named(tmp_path, "sklearn.linear_model:ElasticNet", "alpha = 0.01")
    assert isinstance(model[-1], ElasticNet)
    X, y = small_data(n_rows=60)
    X = X.assign(never=np.nan)
    assert np.corrcoef(model.fit(X, y).predict(X), y)[0, 1] > 0.5


def test_the_number_of_threads_is_all_processors_by_default(tmp_path):
    name = "sklearn.ensemble:ExtraTreesRegressor"
    assert named(tmp_path, name).n_jobs == -1
    assert named(tmp_path, name, n_jobs=2, random_state=3).get_params()["n_jobs"] == 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sklearn.ensemble:HistGradientBoostingRegresor", "'HistGradientBoostingRegressor'?"),
        ("sklearn.ensemble:RandomForestClassifier", "not a regressor"),
        ("sklearn.ensemble:StackingRegressor", "not a regressor"),
        ("sklearn.forest:Forest", "cannot be imported"),
        ("sklearn.ensemble: x", "not the name of a class"),
        ("pytest:main", "no estimators for scikit-learn"),
        ("os:system", "not installed"),
        ("xgboots:XGBRegressor", "not installed"),
    ],
)
def test_an_error_says_what_is_wrong_with_the_name(tmp_path, name, message):
    with pytest.raises(InputError) as caught:
        named(tmp_path, name)
    assert caught.value.where == f"{tmp_path / 'own.toml'}, line 1"
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("max_iters = 5", "Did you mean 'max_iter'?"),
        ("max_iter = 0", "Got 0 instead."),
        ("random_state = 1", "cannot set 'random_state'"),
    ],
)
def test_an_error_names_the_line_of_a_parameter(tmp_path, parameters, message):
    with pytest.raises(InputError) as caught:
        named(tmp_path, "sklearn.ensemble:HistGradientBoostingRegressor", parameters)
    assert caught.value.where == f"{tmp_path / 'own.toml'}, line 3"
    assert message in str(caught.value)


def test_a_module_of_the_current_folder_is_not_imported(tmp_path, monkeypatch):
    (tmp_path / "lcp_marker.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(InputError, match="not installed"):
        named(tmp_path, "lcp_marker:Regressor")
    assert "lcp_marker" not in sys.modules


def test_a_named_estimator_without_shap_values_is_refused_with_recipes_that_have_them(tmp_path):
    X, y = small_data(n_rows=60)
    model = named(tmp_path, "sklearn.ensemble:HistGradientBoostingRegressor", "max_iter = 5")
    with pytest.raises(InputError, match="HistGradientBoostingRegressor cannot be") as caught:
        contributions(model.fit(X, y), X)
    assert "lightgbm" in caught.value.hint
