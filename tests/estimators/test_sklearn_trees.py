"""scikit-learn's trees are saved; those of a file are used only if their numbers are valid."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from sklearn.ensemble import (
    BaggingRegressor,
    ExtraTreesRegressor,
    GradientBoostingRegressor,
    HistGradientBoostingRegressor,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures

import lcp
from lcp.errors import InputError
from lcp.estimators.sklearn_trees import check_trees
from tests.estimators.conftest import small_data

FORESTS = (
    ExtraTreesRegressor(n_estimators=3, max_depth=3, random_state=0),
    BaggingRegressor(n_estimators=3, max_features=0.5, random_state=0),
    GradientBoostingRegressor(n_estimators=3, random_state=0),
    HistGradientBoostingRegressor(max_iter=3, random_state=0),
    make_pipeline(PolynomialFeatures(), ExtraTreesRegressor(n_estimators=3, random_state=0)),
)


@pytest.mark.parametrize("forest", FORESTS, ids=lambda forest: type(forest).__name__)
def test_intact_trees_are_accepted(forest):
    X, y = small_data(n_rows=80)
    forest.fit(X.fillna(0), y)
    check_trees(forest)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("left", 10**6),
        ("right", 0),
        ("feature_idx", 50),
        ("feature_idx", -1),
        ("is_categorical", 1),
    ],
)
def test_a_boosted_tree_that_refers_to_nothing_is_refused(field, value):
    X, y = small_data(n_rows=80)
    forest = HistGradientBoostingRegressor(max_iter=3).fit(X, y)
    forest._predictors[1][0].nodes[field][0] = value
    with pytest.raises(ValueError, match="tree"):
        check_trees(forest)


@pytest.mark.parametrize(
    ("field", "value"), [("left_child", 10**6), ("right_child", 0), ("feature", 50)]
)
def test_a_tree_of_a_forest_that_refers_to_nothing_is_refused(field, value):
    X, y = small_data(n_rows=80)
    forest = ExtraTreesRegressor(n_estimators=3, random_state=0).fit(X.fillna(0), y)
    tree = forest.estimators_[2].tree_
    state = copy.deepcopy(tree.__getstate__())
    state["nodes"][field][0] = value
    tree.__setstate__(state)
    with pytest.raises(ValueError, match="tree"):
        check_trees(forest)


def test_a_forest_that_claims_more_columns_than_its_trees_get_is_refused():
    X, y = small_data(n_rows=80)
    forest = ExtraTreesRegressor(n_estimators=3, random_state=0).fit(X.fillna(0), y)
    forest.n_features_in_ = 1
    with pytest.raises(ValueError, match="column that does not exist"):
        check_trees(forest)


def test_a_model_of_scikit_learns_trees_is_saved_and_a_forged_one_refused(tmp_path):
    from tests.model.conftest import forge

    table = lcp.load_corpus("sample").iloc[::4]
    forest = HistGradientBoostingRegressor(max_iter=5, min_samples_leaf=5)
    made = lcp.ComplexityModel("frequency-baseline", forest).fit(table)
    loaded = lcp.load_model(made.save(tmp_path / "model"))
    np.testing.assert_array_equal(loaded.predict(table), made.predict(table))
    forged = copy.deepcopy(made.estimator_)
    forged._predictors[0][0].nodes["feature_idx"] = 10**6
    forge(tmp_path / "model", "estimator.skops", forged)
    with pytest.raises(InputError, match="column that does not exist"):
        lcp.load_model(tmp_path / "model")
