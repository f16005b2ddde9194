"""Bootstrap intervals of metrics and of their differences."""

import math

import numpy as np
import pandas as pd
import pytest

from lcp.evaluation.bootstrap import bootstrap, holm, intervals, paired_difference, resampled_scores
from lcp.evaluation.labels import METRICS
from lcp.evaluation.metrics import scores
from tests.errors import refused
from tests.evaluation.test_metrics import by_scipy, rated_and_predicted


def test_every_metric_has_a_value_inside_its_interval():
    rated, predicted = rated_and_predicted()
    table = bootstrap(pd.Series(rated, index=range(5, 205)), predicted)
    assert list(table.index) == list(METRICS)
    assert list(table.columns) == ["value", "low", "high"]
    assert table["value"].to_dict() == pytest.approx(scores(rated, predicted))
    assert (table["low"] < table["value"]).all()
    assert (table["value"] < table["high"]).all()


def test_intervals_equal_those_of_scipy_on_resampled_instances():
    rated, predicted = rated_and_predicted(60, noise=0.4)
    n_resamples = 200
    drawn = np.random.default_rng(3).integers(60, size=(n_resamples, 60))
    resampled = pd.DataFrame([by_scipy(rated[rows], predicted[rows]) for rows in drawn])
    table = bootstrap(rated, predicted, n_resamples=n_resamples, random_state=3)
    for column, share in (("low", 0.025), ("high", 0.975)):
        np.testing.assert_allclose(table[column], resampled.quantile(share)[list(METRICS)])


def test_the_interval_covers_the_truth_with_about_its_nominal_probability():
    noise = 0.3
    truth = np.sqrt((1 / 12) / (1 / 12 + noise**2))
    covered = 0
    for seed in range(100):
        interval = bootstrap(
            *rated_and_predicted(120, random_state=seed, noise=noise), n_resamples=200
        ).loc["pearson"]
        covered += interval["low"] <= truth <= interval["high"]
    # Binomial, n = 100, p = 0.95: mean 95, standard deviation 2.2.
    assert 88 <= covered <= 99


def test_intervals_depend_on_the_seed():
    rated, predicted = rated_and_predicted()
    first, same, other = (bootstrap(rated, predicted, random_state=seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(first, same)
    assert (first["low"] != other["low"]).all()


def test_resamples_draw_whole_groups():
    rated, predicted = rated_and_predicted(40, noise=0.3)
    # Five copies of every instance: drawing single instances would narrow the interval.
    fivefold = np.repeat(np.arange(40), 5)
    alone = bootstrap(rated, predicted, random_state=1)
    grouped = bootstrap(rated[fivefold], predicted[fivefold], groups=fivefold, random_state=1)
    naive = bootstrap(rated[fivefold], predicted[fivefold], random_state=1)
    pd.testing.assert_frame_equal(grouped, alone)
    width = naive["high"] - naive["low"]
    assert (width < 0.7 * (alone["high"] - alone["low"])).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"groups": [1, 2]}, "Give 3 groups"),
        ({"groups": [1, 1, 1]}, "at least two groups"),
        ({"groups": ["a", None, "b"]}, "Every instance needs a group"),
    ],
)
def test_invalid_options_raise_an_error(options, message):
    with refused(message):
        bootstrap([0.1, 0.2, 0.4], [0.1, 0.2, 0.3], **options)


def test_an_undefined_correlation_has_no_interval():
    table = bootstrap([0.0, 0.5, 1.0, 0.3], [0.1] * 4)
    assert table.loc[["pearson", "spearman"]].isna().all(axis=None)
    assert table.loc["mae"].notna().all()


def test_a_model_does_not_differ_from_itself():
    rated, a = rated_and_predicted()
    table = paired_difference(rated, a, a)
    assert (table[["value", "low", "high"]] == 0).all(axis=None)
    assert (table["p"] == 1).all()


def test_p_is_that_of_a_normal_test_with_the_standard_error_of_the_resamples():
    rated, a = rated_and_predicted(30, noise=0.2)
    b = a + 0.1 * np.random.default_rng(5).normal(size=30)
    drawn = np.random.default_rng(0).integers(30, size=(99, 30))
    differences = [
        by_scipy(rated[rows], a[rows])["pearson"] - by_scipy(rated[rows], b[rows])["pearson"]
        for rows in drawn
    ]
    table = paired_difference(rated, a, b, n_resamples=99)
    errors = abs(table.loc["pearson", "value"]) / np.std(differences, ddof=1)
    assert table.loc["pearson", "p"] == pytest.approx(math.erfc(errors / math.sqrt(2)))


def test_p_of_an_undefined_difference_is_missing():
    rated, a = rated_and_predicted(noise=0.05)
    assert paired_difference(rated, a, -a, n_resamples=99).loc["pearson", "p"] < 1e-6
    constant = paired_difference(rated, a, np.full(200, 0.5), n_resamples=99)
    assert constant.index[constant["p"].isna()].tolist() == ["pearson", "spearman"]


def test_several_models_are_scored_as_one_by_one():
    rated, first = rated_and_predicted(90)
    predictions = np.column_stack([first, first.round(1), np.full(90, 0.5)])
    options = {"groups": np.arange(90) // 3, "n_resamples": 30, "random_state": 2}
    values, resampled = resampled_scores(rated, predictions, **options)
    for model, column in enumerate(predictions.T):
        alone = bootstrap(rated, column, **options)
        pd.testing.assert_frame_equal(intervals(values[model], resampled[model]), alone)


def test_holm_equals_a_computation_by_hand():
    # Sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04; the running maximum.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
