"""Recipes are loaded as regressors."""

from __future__ import annotations

import numpy as np
import pytest
import skops.io
from sklearn.pipeline import Pipeline

from lcp.errors import InputError
from lcp.estimators import (
    ESTIMATORS,
    Blend,
    BoostedTrees,
    FirstLanguagesRegressor,
    MultiSourceRegressor,
    TwoStageRegressor,
    load_estimator,
)
from lcp.estimators.first_languages import LANGUAGE, TRANSLATION
from lcp.model.saving import TRUSTED
from lcp.recipes import recipe_names
from tests.estimators.conftest import as_answers, small_data


def quick(model):
    """Reduce the number of trees, and a penalty that is meant for more instances."""
    few = {"n_estimators": 50, "learning_rate": 0.1, "penalty": 1.0}
    keys = {key: key.rpartition("__")[2] for key in model.get_params()}
    return model.set_params(**{key: few[name] for key, name in keys.items() if name in few})


@pytest.mark.parametrize("name", recipe_names("models"))
def test_every_recipe_accepts_missing_values_and_can_be_saved(name, tmp_path):
    X, y = small_data(n_rows=60)
    if name.startswith("recam"):
        y = as_answers(y)
    # Names without an aggregation make every row a single word.
    X = X.set_axis([column.partition("@")[0] for column in X.columns], axis=1)
    X = X.assign(never=np.nan, constant=1.0)
    if name == "kvl":
        X = X.assign(**dict.fromkeys((*LANGUAGE, TRANSLATION), 1.0))
    model = quick(load_estimator(name, random_state=1, n_jobs=1))
    predicted = model.fit(X, y).predict(X)
    # The options of different questions are on different scales.
    assert np.corrcoef(predicted, y)[0, 1] > (0.4 if name == "recam-logit" else 0.6)
    skops.io.dump(model, tmp_path / "model.skops")
    flagged = skops.io.get_untrusted_types(file=tmp_path / "model.skops")
    assert set(flagged) <= set(TRUSTED)
    loaded = skops.io.load(tmp_path / "model.skops", trusted=flagged)
    np.testing.assert_array_equal(loaded.predict(X), predicted)


STAGES = 'estimator = "two-stage"\n'
KERNEL = 'estimator = "gaussian-process"\n[parameters]\n'


def test_every_estimator_has_a_recipe():
    types = {
        type(model[-1] if isinstance(model, Pipeline) else model)
        for model in map(load_estimator, recipe_names("models"))
    }
    assert types == {steps[-1] for steps in ESTIMATORS.values()} | {
        Blend,
        FirstLanguagesRegressor,
        MultiSourceRegressor,
        TwoStageRegressor,
    }


def test_a_recipe_blends_others_with_its_weights(tmp_path):
    path = recipe_file(tmp_path, 'estimator = "blend"\n[members]\nridge = 1\nlinear = 3\n')
    blend = load_estimator(path)
    assert [name for name, _ in blend.estimators] == ["ridge", "linear"]
    assert blend.weights == [1, 3]


def test_the_default_recipe_is_the_default_of_the_class():
    assert load_estimator("lightgbm").get_params() == BoostedTrees().get_params()


def test_seed_and_threads_are_passed_to_every_step_that_accepts_them():
    trees = load_estimator("lightgbm", random_state=7, n_jobs=2)
    assert (trees.random_state, trees.n_jobs) == (7, 2)
    assert (
        load_estimator("ridge", random_state=7).get_params()["quantiletransformer__random_state"]
        == 7
    )
    assert load_estimator("linear", n_jobs=2)[-1].n_jobs == 2


def test_centred_ridge_depends_on_the_scale_of_a_feature_but_not_on_its_mean(tmp_path):
    path = recipe_file(tmp_path, 'estimator = "centred-ridge"\n[parameters]\nalpha = 10.0\n')
    x = np.linspace(-1, 1, 21)

    def slope(factor, shift):
        ridge = load_estimator(path).fit((x * factor + shift)[:, None], x)
        return ridge[-1].coef_[0] * factor

    # The sum of squares of x is 7.7; ridge multiplies the slope by 7.7 / (7.7 + alpha).
    assert slope(1, 0) == pytest.approx(7.7 / 17.7)
    assert slope(1, 100) == pytest.approx(7.7 / 17.7)
    assert slope(10, 0) == pytest.approx(770 / 780)


def test_the_best_recipe_combines_the_recipes_that_it_names():
    best = load_estimator("best", random_state=3, n_jobs=1)
    assert isinstance(best.words, Blend)
    assert best.words.weights == [1, 1]
    assert dict(best.words.estimators)["extra-trees"].extra_trees is True
    assert [name for name, _ in best.expressions.estimators] == ["lightgbm", "gaussian-process"]
    assert best.get_params()["words__lightgbm__random_state"] == 3


def test_a_stage_with_one_estimator_is_not_a_blend(tmp_path):
    text = 'estimator = "two-stage"\n[words]\nridge = 1\n[expressions]\nlightgbm = 1\n'
    model = load_estimator(recipe_file(tmp_path, text))
    assert isinstance(model.expressions, BoostedTrees)
    assert isinstance(model.words, Pipeline)


def recipe_file(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text)
    return path


def test_a_recipe_file_sets_parameters(tmp_path):
    path = recipe_file(tmp_path, 'estimator = "svr"\n[parameters]\nC = 2.5\n')
    assert load_estimator(path)[-1].C == 2.5
    assert load_estimator(str(path))[-1].C == 2.5


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('estimator = "ridge"\ncolour = 1\n', 2, "'colour' is not valid"),
        ('estimator = "ridge"\n[parameter]\nalpha = 1\n', 2, "Did you mean 'parameters'?"),
        ('\nestimator = "rigde"\n', 2, "Did you mean 'ridge'?"),
        ("estimator = 3\n", 1, "named '3'"),
        ('estimator = "ridge"\nparameters = 3\n', 2, "not a table"),
        ('estimator = "boosted-trees"\n[parameters]\n\nn_estimator = 5\n', 4, "'n_estimators'?"),
        ('estimator = "boosted-trees"\n[parameters]\nn_estimators = -1\n', 3, "Got -1 instead."),
        ('estimator = "boosted-trees"\n[parameters]\nn_estimators = "many"\n', 3, "Got 'many'"),
        ('estimator = "boosted-trees"\n[parameters]\nn_jobs = 1\n', 3, "cannot set 'n_jobs'"),
        ('estimator = "boosted-trees"\n[parameters]\nboosting = "goss"\n', 3, "Got 'goss'"),
        ('estimator = "ridge"\n[parameters]\nrandom_state = 0\n', 3, "cannot set 'random_state'"),
        ('estimator = "ridge"\n[parameters]\nalpha = -1.0\n', 3, "use the default, 1.0."),
        ('estimator = "svr"\n[parameters]\nkernel = "wave"\n', 3, "Got 'wave' instead."),
        ('estimator = "linear"\n[parameters]\nalpha = 1.0\n', 3, "'alpha' in [parameters]"),
        (f"{STAGES}[words]\nridge = 1\n[expressions]\nrigde = 1\n", 5, "Did you mean 'ridge'?"),
        (f"{STAGES}[words]\nridge = -1\n", 3, "not a number above 0"),
        (f"{STAGES}[words]\nridge = true\n", 3, "not a number above 0"),
        (f"{STAGES}[words]\n\nridge = nan\n", 4, "not a number above 0"),
        (f"{STAGES}words = 3\n", 2, "no table 'words'"),
        (f"{STAGES}[words]\nbest = 1\n", 2, "cannot be part of another"),
        ('estimator = "blend"\n[members]\nrecam = 1\n', 2, "cannot be part of another"),
        ('estimator = "blend"\nmembers = 3\n', 2, "no table 'members'"),
        (f"{STAGES}[parameters]\nalpha = 1\n", 2, "'parameters' is not valid"),
        (f"{KERNEL}[[parameters.kernels]]\ncolumns = ['*']\n", 3, "A kernel needs columns"),
        (f"{KERNEL}kernels = [{{columns = '*', weight = 1, length = 1}}]\n", 3, "list of columns"),
    ],
)
def test_errors_name_the_line_of_the_recipe(tmp_path, text, line, message):
    path = recipe_file(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load_estimator(path)
    assert caught.value.where == f"{path}, line {line}"
    assert message in str(caught.value)
    assert caught.value.what.endswith(".")


@pytest.mark.parametrize("value", ["[]", "[1]", "{ a = 1 }"])
def test_a_parameter_with_a_list_in_place_of_a_number_is_refused(tmp_path, value):
    path = tmp_path / "mine.toml"
    path.write_text(f'estimator = "ridge"\n[parameters]\nalpha = {value}\n')
    with pytest.raises(InputError, match="of 'alpha' is not valid") as caught:
        load_estimator(path)
    assert caught.value.where == f"{path}, line 3"


def test_a_recipe_without_an_estimator_raises_an_error(tmp_path):
    path = recipe_file(tmp_path, "description = 'x'\n")
    with pytest.raises(InputError, match="does not name an estimator"):
        load_estimator(path)
