"""Models that are trained at the same time predict the same as models trained one by one."""

from __future__ import annotations

import threading

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.ensemble import RandomForestRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import lcp
from lcp.estimators import BoostedTrees
from lcp.evaluation.fits import Fit, held_out_predictions, with_threads

ROWS = 60


class Mean(RegressorMixin, BaseEstimator):
    """Predicts the mean rating plus 0.1."""

    def fit(self, X, y):
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return np.full(len(X), self.mean_ + 0.1)


class Failing(Mean):
    def predict(self, X):
        raise RuntimeError("no prediction")


def fits(count, drawn=None):
    """Yield a fit for each of `count` parts of the rows."""
    matrix = pd.DataFrame({"a": np.arange(ROWS), "b": np.arange(ROWS) % 7}, dtype=float)
    rated = np.linspace(0, 0.6, ROWS)
    for number in range(count):
        test = np.arange(ROWS) % count == number
        if drawn is not None:
            drawn.append(number)
        yield Fit(
            f"part {number}",
            matrix[~test],
            rated[~test],
            matrix[test],
            np.flatnonzero(test),
            ("even", "odd")[number % 2],
        )


def predicted(estimator, count=4, **options):
    index = pd.RangeIndex(100, 100 + ROWS)
    return held_out_predictions(
        fits(count), estimator, index=index, columns=["even", "odd"], **options
    )


@pytest.mark.parametrize("n_jobs", [1, 2, 8, None])
def test_every_instance_is_predicted_in_the_column_of_its_fit(n_jobs):
    table = predicted(Mean(), n_jobs=n_jobs)
    assert table.index.tolist() == list(range(100, 100 + ROWS))
    odd = np.arange(ROWS) % 2 == 1
    assert table["even"].isna().tolist() == odd.tolist()
    assert table["odd"].isna().tolist() == (~odd).tolist()
    for fit in fits(4):
        np.testing.assert_allclose(table[fit.column].iloc[fit.rows], fit.rated.mean() + 0.1)


def test_predictions_do_not_depend_on_the_number_of_threads():
    trees = BoostedTrees(n_estimators=20, n_seeds=2)
    expected = predicted(trees, n_jobs=1)
    for n_jobs in (2, 5):
        pd.testing.assert_frame_equal(predicted(trees, n_jobs=n_jobs), expected, rtol=0, atol=0)


@pytest.mark.parametrize("n_jobs", [1, 3])
def test_labels_are_reported_in_order_in_the_calling_thread(n_jobs):
    labels = []
    predicted(
        Mean(),
        n_jobs=n_jobs,
        progress=lambda label: labels.append((label, threading.current_thread())),
    )
    main = threading.current_thread()
    assert labels == [(f"part {number}", main) for number in range(4)]


def test_only_few_fits_are_in_memory():
    drawn, reported = [], []

    def report(label):
        reported.append(label)
        assert len(drawn) <= len(reported) + 2

    held_out_predictions(
        fits(6, drawn),
        Mean(),
        index=pd.RangeIndex(ROWS),
        columns=["even", "odd"],
        n_jobs=2,
        progress=report,
    )
    assert len(reported) == 6


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_of_a_model_is_raised(n_jobs):
    with pytest.raises(RuntimeError, match="no prediction"):
        predicted(Failing(), n_jobs=n_jobs)


def test_estimators_inside_others_get_the_number_of_threads():
    nested = make_pipeline(StandardScaler(), RandomForestRegressor(n_jobs=4))
    assert with_threads(nested, 1)[-1].n_jobs == 1
    assert nested[-1].n_jobs == 4
    best = with_threads(lcp.load_estimator("best"), 1).get_params()
    numbers = [value for name, value in best.items() if name.endswith("n_jobs")]
    assert numbers
    assert set(numbers) == {1}
    assert with_threads(Mean(), 1).get_params() == {}
