"""A damaged text of trees raises an error before LightGBM reads it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from lcp.errors import InputError
from lcp.estimators import BoostedTrees, booster_text
from lcp.estimators.tree_text import checked_text
from tests.attacks.models import mutated_text

X = np.random.default_rng(0).normal(size=(200, 4))


@pytest.fixture(scope="module", params=["gbdt", "rf"])
def model(request):
    return BoostedTrees(
        boosting=request.param, n_estimators=4, num_leaves=5, n_seeds=1, n_jobs=1
    ).fit(X, X[:, 0])


def test_a_checked_text_predicts_explains_and_ranks_the_same(model):
    import lightgbm

    (text,) = model.model_texts_
    whole, checked = (lightgbm.Booster(model_str=t) for t in (text, checked_text(text)))
    for options in ({}, {"pred_contrib": True}, {"pred_leaf": True}):
        np.testing.assert_array_equal(whole.predict(X, **options), checked.predict(X, **options))
    for kind in ("gain", "split"):
        np.testing.assert_array_equal(
            whole.feature_importance(kind), checked.feature_importance(kind)
        )


@pytest.mark.parametrize("seed", range(150))
def test_a_mutated_text_raises_an_error_or_predicts_and_never_ends_the_process(model, seed, capfd):
    text = mutated_text(model.model_texts_[0], random.Random(seed))  # noqa: S311
    try:
        boosters = booster_text.read([text])
    except InputError:
        pass
    else:
        booster_text.mean_prediction(boosters, X, 1)
        booster_text.mean_contributions(boosters, X, 1, forest=False)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("num_leaves=5", "num_leaves=999999999999"),
        ("num_leaves=5", "num_leaves=0"),
        ("split_feature=", "split_feature=9"),
        ("left_child=", "left_child=-"),
        ("decision_type=", "decision_type=1"),
        ("leaf_count=", "leaf_count=1 "),
        ("max_feature_idx=3", "max_feature_idx=999999"),
        ("version=v4", "version=v9"),
    ],
)
def test_counts_and_indices_are_checked(model, line, changed):
    text = model.model_texts_[0].replace(line, changed, 1)
    assert text != model.model_texts_[0]
    with pytest.raises(InputError, match="trees cannot be read"):
        booster_text.read([text])


def test_a_node_with_two_parents_raises_an_error(model):
    """TreeSHAP would visit such nodes again for each path, which are exponentially many."""
    text = model.model_texts_[0]
    (right,) = [line for line in text.split("Tree=1")[0].split("\n") if "right_child" in line]
    (left,) = [line for line in text.split("Tree=1")[0].split("\n") if "left_child" in line]
    with pytest.raises(InputError, match="several parents"):
        booster_text.read([text.replace(right, left.replace("left", "right"), 1)])


def test_trees_with_more_features_than_the_estimator_raise_an_error(model):
    other = BoostedTrees(n_estimators=4, n_seeds=1, n_jobs=1, num_leaves=3).fit(X[:, :1], X[:, 0])
    other.model_texts_, other._trees, other._boosters = model.model_texts_, None, None
    for use in (other.predict, other.contributions):
        with pytest.raises(InputError, match="more features"):
            use(X[:, :1])
