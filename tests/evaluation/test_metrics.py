"""Metrics of predictions."""

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics

from lcp.evaluation.bootstrap import bootstrap
from lcp.evaluation.labels import METRICS
from lcp.evaluation.metrics import scores
from tests.cases import cases
from tests.errors import refused


def rated_and_predicted(n_instances=200, random_state=0, noise=0.1):
    generator = np.random.default_rng(random_state)
    # Two decimals: ratings have ties, as real ones do.
    rated = generator.random(n_instances).round(2)
    return rated, rated + noise * generator.normal(size=n_instances)


def by_scipy(rated, predicted):
    return {
        "pearson": scipy.stats.pearsonr(rated, predicted).statistic,
        "spearman": scipy.stats.spearmanr(rated, predicted).statistic,
        "mae": sklearn.metrics.mean_absolute_error(rated, predicted),
        "mse": sklearn.metrics.mean_squared_error(rated, predicted),
        "r2": sklearn.metrics.r2_score(rated, predicted),
    }


def test_metrics_equal_a_computation_by_hand():
    # Deviations from the means -0.25 0 0.25 and -0.1 0.1 0: 0.025 / sqrt(0.125 * 0.02) = 0.5;
    # errors 0.1 0.05 -0.3: squares 0.01 0.0025 0.09.
    figures = scores([0.0, 0.25, 0.5], [0.1, 0.3, 0.2])
    expected = dict(zip(METRICS, [0.5, 0.5, 0.15, 0.1025 / 3, 1 - 0.1025 / 0.125], strict=True))
    assert figures == pytest.approx(expected)
    assert list(figures) == list(METRICS)
    assert all(type(value) is float for value in figures.values())


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_metrics_agree_with_scipy_and_scikit_learn(shift):
    rated, predicted = rated_and_predicted()
    figures = scores(rated, predicted.round(1) + shift)
    assert figures == pytest.approx(by_scipy(rated, predicted.round(1) + shift), rel=1e-8)


def test_a_constant_prediction_has_an_error_but_no_correlation():
    figures = scores([0.0, 0.5, 1.0], [0.1, 0.1, 0.1])
    assert np.isnan(figures["pearson"])
    assert np.isnan(figures["spearman"])
    assert figures["mae"] == pytest.approx(0.4 / 3 + 0.9 / 3 + 0.1 / 3)
    assert figures["r2"] == pytest.approx(1 - 0.98 / 0.5)


def test_constant_ratings_have_no_r2():
    figures = scores([0.1] * 7, np.linspace(0, 1, 7))
    assert np.isnan([figures["pearson"], figures["spearman"], figures["r2"]]).all()
    assert figures["mse"] > 0


@cases("evaluation/cases/unusable_arrays", "rated", "predicted", "message")
@pytest.mark.parametrize("score", [scores, bootstrap])
def test_unusable_arrays_raise_an_error(score, rated, predicted, message):
    with refused(message):
        score(rated, predicted)
