"""Recipes are loaded as regressors."""

import sys

import numpy as np
import pytest

from lcp.estimators.adapter import ScikitLearn
from lcp.estimators.blend import Blend
from lcp.estimators.boosted import BoostedTrees
from lcp.estimators.estimator_recipe import load_estimator
from tests.cases import cases
from tests.errors import refused


def written(folder, text):
    path = folder / "own.toml"
    path.write_text(text)
    return path


def named(folder, name, parameters="", **arguments):
    text = f'estimator = "{name}"\n[parameters]\n{parameters}'
    return load_estimator(written(folder, text), **arguments)


def test_seed_and_threads_are_passed_to_every_step_that_accepts_them():
    trees = load_estimator("lightgbm", random_state=7, n_jobs=2)
    assert (trees.random_state, trees.n_jobs) == (7, 2)
    ridge = load_estimator("ridge", random_state=7).get_params()
    assert ridge["quantiletransformer__random_state"] == 7
    assert load_estimator("linear", n_jobs=2).get_params()["linearregression__n_jobs"] == 2


def test_centred_ridge_depends_on_the_scale_of_a_feature_but_not_on_its_mean(tmp_path):
    path = written(tmp_path, 'estimator = "centred-ridge"\n[parameters]\nalpha = 10.0\n')
    x = np.linspace(-1, 1, 21)

    def slope(factor, shift):
        ridge = load_estimator(path).fit((x * factor + shift)[:, None], x)
        return ridge.estimator_[-1].coef_[0] * factor

    # The sum of squares of x is 7.7; ridge multiplies the slope by 7.7 / (7.7 + alpha).
    assert slope(1, 0) == pytest.approx(7.7 / 17.7)
    assert slope(1, 100) == pytest.approx(7.7 / 17.7)
    assert slope(10, 0) == pytest.approx(770 / 780)


def test_the_best_recipe_combines_the_recipes_that_it_names():
    best = load_estimator("best", random_state=3, n_jobs=1)
    assert isinstance(best.words, Blend)
    assert best.words.weights == [1, 1]
    assert best.words.members["extra-trees"].extra_trees is True
    assert list(best.expressions.members) == ["lightgbm", "gaussian-process"]
    assert best.get_params()["words__lightgbm__random_state"] == 3


def test_a_stage_with_one_estimator_is_not_a_blend(tmp_path):
    text = 'estimator = "two-stage"\n[words]\nridge = 1\n[expressions]\nlightgbm = 1\n'
    model = load_estimator(written(tmp_path, text))
    assert isinstance(model.expressions, BoostedTrees)
    assert isinstance(model.words, ScikitLearn)


@cases("estimators/cases/wrong_recipes", "text", "message")
def test_errors_name_the_recipe(tmp_path, text, message):
    path = written(tmp_path, text)
    with refused() as caught:
        load_estimator(path)
    assert caught.value.where.startswith(str(path))
    assert message in str(caught.value)
    assert caught.value.what.endswith(".")


@cases("estimators/cases/wrong_names", "name", "message")
def test_an_error_says_what_is_wrong_with_the_name(tmp_path, name, message):
    with refused() as caught:
        named(tmp_path, name)
    assert caught.value.where == f"{tmp_path / 'own.toml'}, estimator"
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ("max_iters = 5", "Did you mean 'max_iter'?"),
        ("max_iter = 0", "Got 0 instead."),
        ("random_state = 1", "cannot set 'random_state'"),
    ],
)
def test_an_error_names_a_parameter(tmp_path, parameters, message):
    with refused() as caught:
        named(tmp_path, "sklearn.ensemble:HistGradientBoostingRegressor", parameters)
    assert caught.value.where.startswith(f"{tmp_path / 'own.toml'}, parameters")
    assert message in str(caught.value)


def test_a_module_of_the_current_folder_is_not_imported(tmp_path, monkeypatch):
    (tmp_path / "lcp_marker.py").write_text("raise SystemExit('imported')\n")
    monkeypatch.syspath_prepend(tmp_path)
    with refused("not installed"):
        named(tmp_path, "lcp_marker:Regressor")
    assert "lcp_marker" not in sys.modules
