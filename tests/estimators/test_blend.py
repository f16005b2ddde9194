"""A blend predicts the weighted mean of its members."""

import numpy as np

from lcp.estimators.blend import Blend
from lcp.estimators.estimator_recipe import load_estimator
from tests.estimators.conftest import small_data, trees


def test_predictions_and_contributions_are_the_weighted_means_of_the_members():
    X, y = small_data()
    blend = Blend({"a": trees(), "b": trees(extra_trees=True)}, [1, 3]).fit(X, y)
    first, second = blend.members_
    assert (first.predict(X) != second.predict(X)).any()
    for method in ("predict", "contributions"):
        a, b = getattr(first, method)(X), getattr(second, method)(X)
        np.testing.assert_allclose(getattr(blend, method)(X), a / 4 + b * 3 / 4)


def test_a_blend_is_explainable_if_all_its_members_are():
    process = load_estimator("gaussian-process")
    assert Blend({"a": trees(), "b": trees()}, [1, 1]).is_explainable()
    assert not Blend({"a": trees(), "b": process}, [1, 1]).is_explainable()


def test_the_members_are_parameters():
    blend = Blend({"a": trees()}, [1]).set_params(a__n_estimators=7)
    assert blend.members["a"].n_estimators == 7
