"""XGBoost's and CatBoost's regressors are saved in their own formats and explained."""

from __future__ import annotations

import json
import random
import re

import numpy as np
import pytest

import lcp
from lcp.errors import InputError, ResourceError
from lcp.estimators import load_estimator
from lcp.estimators.contributions import contributions, is_explainable
from lcp.estimators.native import from_native, to_native
from lcp.estimators.plain import from_plain, is_plain, to_plain
from tests.estimators.conftest import small_data
from tests.estimators.test_loading import recipe_file

RECIPES = {
    "xgboost:XGBRegressor": "n_estimators = 12\nmax_depth = 3\n",
    "xgboost:XGBRFRegressor": "n_estimators = 5\n",
    "catboost:CatBoostRegressor": "iterations = 12\ndepth = 3\n",
}


def fitted(name, parameters, tmp_path):
    pytest.importorskip(name.partition(":")[0], reason="an extra of lcp")
    text = f'estimator = "{name}"\n[parameters]\n{parameters}'
    X, y = small_data(n_rows=80)
    X = X.assign(never=np.nan)
    model = load_estimator(recipe_file(tmp_path, text), random_state=1, n_jobs=1)
    return model.fit(X, y), X, y


@pytest.fixture(params=list(RECIPES))
def trained(request, tmp_path):
    return fitted(request.param, RECIPES[request.param], tmp_path)


def test_a_saved_estimator_predicts_the_same(trained, tmp_path):
    model, X, y = trained
    assert is_plain(model)
    predicted = model.predict(X)
    assert np.corrcoef(predicted, y)[0, 1] > 0.6
    loaded = from_plain(to_plain(model))
    np.testing.assert_array_equal(loaded.predict(X), predicted)
    assert repr(loaded.get_params()) == repr(model.get_params())


def test_contributions_sum_to_the_prediction(trained):
    model, X, _ = trained
    assert is_explainable(model)
    values = contributions(from_plain(to_plain(model)), X)
    assert values.shape == (len(X), X.shape[1] + 1)
    np.testing.assert_allclose(values.sum(axis=1), model.predict(X), atol=1e-5)
    assert np.abs(values[:, :-1]).max() > 0.01


def test_nothing_is_printed_or_written_to_the_current_folder(tmp_path, monkeypatch, capfd):
    folder = tmp_path / "empty"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fitted("catboost:CatBoostRegressor", "iterations = 3", tmp_path)
    assert list(folder.iterdir()) == []
    assert capfd.readouterr() == ("", "")


def test_predictions_that_are_not_sums_are_neither_explained_nor_saved_natively(tmp_path):
    other = 'n_estimators = 3\nobjective = "reg:squaredlogerror"\n'
    model, _, _ = fitted("xgboost:XGBRegressor", other, tmp_path)
    assert not is_explainable(model)
    assert not is_plain(model)


def test_asymmetric_trees_of_catboost_are_saved_but_not_explained(tmp_path):
    parameters = 'iterations = 5\ngrow_policy = "Lossguide"\n'
    model, X, _ = fitted("catboost:CatBoostRegressor", parameters, tmp_path)
    assert not is_explainable(model)
    np.testing.assert_array_equal(from_plain(to_plain(model)).predict(X), model.predict(X))


def test_a_model_is_saved_loaded_and_explained(trained, tmp_path):
    model, _, _ = trained
    table = lcp.load_corpus("sample").iloc[::8]
    made = lcp.ComplexityModel("frequency-baseline", model).fit(table)
    folders = [made.save(tmp_path / "model")]
    folders.append(lcp.ComplexityModel("frequency-baseline", model).fit(table).save(tmp_path / "b"))
    loaded = lcp.load_model(folders[0])
    np.testing.assert_array_equal(loaded.predict(table), made.predict(table))
    loaded.explain_one("The cat sat.", "cat")
    # Identical fits give identical files.
    first, second = ((folder / "estimator.npz").read_bytes() for folder in folders)
    assert first == second


def test_a_missing_library_names_the_extra(tmp_path, monkeypatch):
    model, _, _ = fitted("xgboost:XGBRegressor", "n_estimators = 2", tmp_path)
    state = to_native(model)
    monkeypatch.setitem(__import__("sys").modules, "xgboost", None)
    with pytest.raises(ResourceError, match=r'pip install "lcp\[xgboost\]"'):
        from_native(*state)


def test_a_damaged_catboost_model_is_refused(tmp_path):
    model, _, _ = fitted("catboost:CatBoostRegressor", "iterations = 3", tmp_path)
    package, name, parameters, content = to_native(model)
    with pytest.raises(ValueError, match="cannot read it"):
        from_native(package, name, parameters, content[: len(content) // 2])


CHANGES = (
    ("left_children", 10**6),
    ("right_children", -7),
    ("left_children", 0),
    ("split_indices", 99),
    ("split_indices", -1),
    ("split_type", 1),
    ("split_conditions", "x"),
)


@pytest.mark.parametrize(("key", "value"), CHANGES)
def test_a_tree_of_xgboost_that_refers_to_nothing_is_refused(tmp_path, key, value):
    model, _, _ = fitted("xgboost:XGBRegressor", "n_estimators = 2", tmp_path)
    package, name, parameters, content = to_native(model)
    text = content.tobytes().decode()
    changed = re.sub(
        rf'("{key}":\[)[^,\]]+', lambda match: match[1] + json.dumps(value), text, count=1
    )
    assert changed != text
    with pytest.raises((ValueError, TypeError)):
        from_native(package, name, parameters, np.frombuffer(changed.encode(), dtype=np.uint8))


def test_mutated_json_of_xgboost_is_refused_or_predicts(tmp_path):
    model, X, _ = fitted("xgboost:XGBRegressor", "n_estimators = 3\nmax_depth = 3\n", tmp_path)
    package, name, parameters, content = to_native(model)
    text, draw = content.tobytes().decode(), random.Random(0)  # noqa: S311 - not for security
    numbers = [match.span() for match in re.finditer(r"-?\d+(?:\.\d+)?(?:E-?\d+)?", text)]
    refused = 0
    for _ in range(300):
        start, end = draw.choice(numbers)
        value = draw.choice(["0", "-1", "1", "7", "2147483647", "99999999999", "1e9", "1.5", '"x"'])
        mutant = np.frombuffer((text[:start] + value + text[end:]).encode(), dtype=np.uint8)
        try:
            from_native(package, name, parameters, mutant).predict(X)
        except (ValueError, TypeError, KeyError, OverflowError):
            refused += 1
    assert 30 < refused < 300


def test_an_estimator_that_cannot_be_saved_says_how_to_keep_it(tmp_path):
    parameters = 'n_estimators = 2\nobjective = "reg:squaredlogerror"\n'
    model, _, _ = fitted("xgboost:XGBRegressor", parameters, tmp_path)
    table = lcp.load_corpus("sample").iloc[::8]
    with pytest.raises(InputError, match=r"XGB.*\n.*joblib\.dump"):
        lcp.ComplexityModel("frequency-baseline", model).fit(table).save(tmp_path / "model")
