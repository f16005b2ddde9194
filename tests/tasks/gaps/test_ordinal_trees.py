"""Boosted trees for three ordered classes."""

import numpy as np
import pytest

from lcp.estimators.estimator_recipe import load_estimator
from lcp.estimators.storage import from_plain, to_plain
from lcp.features.matrix import Matrix
from lcp.tasks.gaps.gap_tasks import classes
from lcp.tasks.gaps.ordinal_trees import OrdinalTrees
from tests.errors import refused

TREES = {"n_estimators": 60, "learning_rate": 0.1, "n_seeds": 1}
RANDOM = np.random.default_rng(1)
X = RANDOM.random((400, 3))
Y = np.clip(X[:, 0] + 0.3 * RANDOM.standard_normal(400), 0, 1)


def fitted(**options):
    return OrdinalTrees(trees=TREES, n_jobs=1, **options).fit(X, Y)


def probabilities(model):
    return model._probabilities(Matrix.of(X))


def test_a_prediction_is_inside_the_range_of_its_class():
    model = fitted()
    predicted, most = classes(model.predict(X)), probabilities(model).argmax(axis=1)
    np.testing.assert_array_equal(predicted, most)
    assert set(predicted) == {0, 1, 2}


def test_probabilities_sum_to_one_and_none_is_negative():
    values = probabilities(fitted())
    np.testing.assert_allclose(values.sum(axis=1), 1)
    assert (values >= 0).all()


def test_within_a_class_predictions_increase_with_the_expected_class():
    model = fitted()
    low = classes(model.predict(X)) == 0
    expected = probabilities(model)[low] @ [0, 0.5, 1]
    order = np.argsort(expected)
    assert (np.diff(model.predict(X)[low][order]) >= 0).all()


def test_a_class_with_a_smaller_share_is_predicted_less_often():
    model = fitted()
    rarer = fitted(shares=[0.495, 0.01, 0.495])
    counts = [(classes(each.predict(X)) == 1).sum() for each in (rarer, model)]
    assert counts[0] < counts[1]


def test_the_shares_of_the_training_data_change_nothing():
    model = fitted()
    same = fitted(shares=model.training_shares_.tolist())
    np.testing.assert_allclose(probabilities(same), probabilities(model))


def test_saved_as_plain_data_it_predicts_the_same():
    model = fitted(shares=[0.4, 0.3, 0.3])
    np.testing.assert_array_equal(from_plain(to_plain(model)).predict(X), model.predict(X))


@pytest.mark.parametrize(
    "options", [{"shares": [1, 2]}, {"shares": [0, 1, 1]}, {"trees": {"num_leaves": 0}}]
)
def test_an_invalid_parameter_is_an_error(options):
    with pytest.raises(ValueError, match="must be"):
        OrdinalTrees(**options).fit(X, Y)


def test_a_recipe_with_an_invalid_value_names_its_table(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('estimator = "ordinal-trees"\n[parameters]\nshares = [1]\n', encoding="utf-8")
    with refused("shares must be three numbers", where=f"{path}, parameters"):
        load_estimator(path)


def test_a_weight_of_0_leaves_a_row_out_and_others_have_an_effect():
    some = np.arange(len(Y)) % 5 > 0
    options = {"trees": {"n_estimators": 20, "n_seeds": 1}, "n_jobs": 1}
    left_out = OrdinalTrees(**options).fit(X[some], Y[some])
    weighted = OrdinalTrees(**options).fit(X, Y, sample_weight=np.where(some, 1.0, 0.0))
    np.testing.assert_allclose(weighted.predict(X), left_out.predict(X), rtol=1e-6)
    heavy = OrdinalTrees(**options).fit(X, Y, sample_weight=np.where(X[:, 0] > 0.5, 0.1, 5.0))
    assert not np.allclose(heavy.predict(X), weighted.predict(X))
