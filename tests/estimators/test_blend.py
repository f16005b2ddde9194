"""A blend predicts the weighted mean of its members."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.utils.estimator_checks import parametrize_with_checks

from lcp.estimators import Blend, BoostedTrees
from tests.estimators.conftest import small_data

TREES = {"n_estimators": 20, "learning_rate": 0.2, "n_seeds": 1, "n_jobs": 1}


def two_forests():
    return [("a", BoostedTrees(**TREES)), ("b", BoostedTrees(**TREES, extra_trees=True))]


@parametrize_with_checks([Blend([("a", Ridge()), ("b", Ridge(alpha=5.0))], weights=[1, 3])])
def test_blend_passes_scikit_learns_checks(estimator, check):
    check(estimator)


def test_the_prediction_is_the_weighted_mean_of_the_members():
    X, y = small_data()
    blend = Blend(two_forests(), weights=[1, 3]).fit(X, y)
    first, second = (member.predict(X) for member in blend.estimators_)
    assert (first != second).any()
    np.testing.assert_allclose(blend.predict(X), first / 4 + second * 3 / 4)


@pytest.mark.parametrize("weights", [None, [1, 3]])
def test_contributions_sum_to_the_prediction(weights):
    X, y = small_data()
    blend = Blend(two_forests(), weights=weights).fit(X, y)
    values = blend.contributions(X)
    assert values.shape == (300, 7)
    np.testing.assert_allclose(values.sum(axis=1), blend.predict(X), rtol=1e-9)


def test_a_blend_has_no_contributions_if_a_member_has_none():
    X, y = small_data()
    blend = Blend([("a", Ridge())]).fit(X.fillna(0), y)
    with pytest.raises(AttributeError, match="contributions"):
        blend.contributions(X)
