"""Boosted trees by LightGBM."""

import os
import pickle

import numpy as np
import pytest

from lcp.estimators.boosted import BoostedTrees
from lcp.estimators.lightgbm_package import thread_count
from tests.cases import cases
from tests.estimators.conftest import QUICK, small_data, trees
from tests.processes import python


def leaves(model):
    return [tuple(part.leaves.tolist()) for part in model.trees_]


def test_the_prediction_is_the_mean_over_the_seeds():
    X, y = small_data()
    model = BoostedTrees(**QUICK, n_seeds=3).fit(X, y)
    predictions = [part.predict(X.to_numpy()) for part in model.trees_]
    assert len({tuple(prediction) for prediction in predictions}) == 3
    np.testing.assert_allclose(model.predict(X), np.mean(predictions, axis=0), rtol=1e-12)


def test_the_seed_determines_the_model_and_the_number_of_threads_does_not_affect_it():
    X, y = small_data(n_rows=3000, n_features=20)
    first, again, other = (
        BoostedTrees(**{**QUICK, "n_jobs": jobs}, random_state=seed).fit(X, y)
        for jobs, seed in ((1, 4), (4, 4), (1, 5))
    )
    assert leaves(first) == leaves(again)
    assert not set(leaves(first)) & set(leaves(other))


def test_an_interruption_stops_the_training_of_all_seeds(monkeypatch):
    updates = []

    def update(self):
        updates.append(self)
        if len(updates) > 10:
            raise KeyboardInterrupt

    monkeypatch.setattr("lightgbm.Booster.update", update)
    X, y = small_data()
    with pytest.raises(KeyboardInterrupt):
        BoostedTrees(n_estimators=100_000, n_seeds=2, n_jobs=2).fit(X, y)
    assert len(updates) < 100_000


@pytest.mark.parametrize(
    ("n_jobs", "threads"), [(None, 0), (-1, 0), (-2, 7), (-99, 1), (3, 3), (10**9, 8)]
)
def test_threads_are_counted_as_scikit_learn_does(n_jobs, threads, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert thread_count(n_jobs) == threads


def test_a_pickled_copy_predicts_the_same():
    X, y = small_data()
    model = trees().fit(X, y)
    model.contributions(X)
    copy = pickle.loads(pickle.dumps(model))  # noqa: S301
    np.testing.assert_array_equal(copy.predict(X), model.predict(X))


def test_dart_does_not_drop_the_mean_and_with_drop_rate_0_is_plain_boosting():
    X, y = small_data()
    plain, none, many = (
        trees(**parameters).fit(X, y + 5).predict(X)
        for parameters in (
            {},
            {"boosting": "dart", "drop_rate": 0.0},
            {"boosting": "dart", "drop_rate": 0.5},
        )
    )
    np.testing.assert_allclose(none, plain, atol=1e-6)
    assert np.abs(many - plain).mean() > 0.001
    assert many.mean() == pytest.approx(y.mean() + 5, abs=0.01)


@cases("estimators/cases/boosted", "parameter")
def test_fit_raises_an_error_if_a_parameter_is_out_of_range(parameter):
    X, y = small_data(n_rows=30)
    with pytest.raises(ValueError, match=f"'{next(iter(parameter))}' parameter"):
        BoostedTrees(**parameter).fit(X, y)


_AFTER_A_FORK = """
import multiprocessing, sys
import numpy as np
from lcp.estimators.boosted import BoostedTrees

X = np.random.default_rng(0).normal(size=(1500, 5))
large = {"n_estimators": 10, "n_seeds": 1, "num_leaves": 100, "min_child_samples": 1, "n_jobs": 2}
model = BoostedTrees(**large).fit(X, X[:, 0])

def total(task):
    if task == "fit":
        return float(BoostedTrees(n_estimators=10, n_jobs=2).fit(X, X[:, 0]).predict(X).sum())
    if task == "read":
        for trees in model.trees_:
            vars(trees).pop("_booster", None)
        task = "contributions"
    return float(getattr(model, task)(X).sum())

tasks = ["predict", "contributions", "read", "fit"]
expected = [total(task) for task in tasks]
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(total, tasks) == expected
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_process_forked_after_a_prediction_predicts():
    # GNU OpenMP, which waits for threads that do not survive a fork.
    done = python("-c", _AFTER_A_FORK)
    assert done.returncode == 0, done.stderr
