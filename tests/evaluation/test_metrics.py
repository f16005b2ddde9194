"""Metrics and their bootstrap intervals."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
import scipy.stats
import sklearn.metrics

from lcp.errors import InputError
from lcp.evaluation import METRICS, bootstrap, paired_difference, scores


def rated_and_predicted(n_instances=200, seed=0, noise=0.1):
    generator = np.random.default_rng(seed)
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


def test_metrics_computed_by_hand():
    # Deviations -.25 0 .25 and -.1 .1 0 around the means: .025 / sqrt(.125 * .02) = .5;
    # errors .1 .05 -.3: squares .01 .0025 .09.
    found = scores([0.0, 0.25, 0.5], [0.1, 0.3, 0.2])
    expected = {
        "pearson": 0.5,
        "spearman": 0.5,
        "mae": 0.15,
        "mse": 0.1025 / 3,
        "r2": 1 - 0.1025 / 0.125,
    }
    assert found == pytest.approx(expected)
    assert tuple(found) == METRICS
    assert all(type(value) is float for value in found.values())


def test_ties_get_their_mean_rank():
    # Ranks 1.5 1.5 3 and 1 2 3: 1.5 / sqrt(1.5 * 2).
    assert scores([0.2, 0.2, 0.9], [0.1, 0.3, 0.4])["spearman"] == pytest.approx(np.sqrt(0.75))


@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_metrics_agree_with_scipy_and_scikit_learn(shift):
    rated, predicted = rated_and_predicted()
    found = scores(rated, predicted.round(1) + shift)
    assert found == pytest.approx(by_scipy(rated, predicted.round(1) + shift), rel=1e-8)


def test_a_perfect_prediction():
    rated, _ = rated_and_predicted()
    assert scores(rated, rated) == pytest.approx(
        {"pearson": 1, "spearman": 1, "mae": 0, "mse": 0, "r2": 1}
    )
    assert scores(rated, -rated)["pearson"] == pytest.approx(-1)


def test_a_constant_prediction_has_no_correlation_but_an_error():
    found = scores([0.0, 0.5, 1.0], [0.1, 0.1, 0.1])
    assert np.isnan(found["pearson"])
    assert np.isnan(found["spearman"])
    assert found["mae"] == pytest.approx(0.4 / 3 + 0.9 / 3 + 0.1 / 3)
    assert found["r2"] == pytest.approx(1 - 0.98 / 0.5)


def test_constant_ratings_have_no_r2():
    found = scores([0.1] * 7, np.linspace(0, 1, 7))
    assert np.isnan([found["pearson"], found["spearman"], found["r2"]]).all()
    assert found["mse"] > 0


@pytest.mark.parametrize(
    ("rated", "predicted", "says"),
    [
        ([0.1], [0.1], "at least two"),
        ([], [], "at least two"),
        ([0.1, 0.2], [0.1, 0.2, 0.3], "rated has 2, predicted has 3"),
        ([0.1, np.nan], [0.1, 0.2], "rated: Value 2 of 2"),
        ([0.1, 0.2], [np.inf, 0.2], "predicted: Value 1 of 2"),
        ([0.1, 0.2], ["a", "b"], "predicted: There is a value that is not a number"),
        ([[0.1, 0.2]], [0.1, 0.2], r"shape \(1, 2\)"),
    ],
)
@pytest.mark.parametrize("score", [scores, bootstrap])
def test_what_cannot_be_scored_is_refused(score, rated, predicted, says):
    with pytest.raises(InputError, match=says):
        score(rated, predicted)


def test_the_bootstrap_tells_value_low_and_high_of_every_metric():
    rated, predicted = rated_and_predicted()
    table = bootstrap(pd.Series(rated, index=range(5, 205)), predicted)
    assert list(table.index) == list(METRICS)
    assert list(table.columns) == ["value", "low", "high"]
    assert table["value"].to_dict() == pytest.approx(scores(rated, predicted))
    assert (table["low"] < table["value"]).all()
    assert (table["value"] < table["high"]).all()


def test_resampling_is_that_of_scipy_on_drawn_instances():
    rated, predicted = rated_and_predicted(60, noise=0.4)
    n_resamples = 200
    drawn = np.random.default_rng(3).integers(60, size=(n_resamples, 60))
    resampled = pd.DataFrame([by_scipy(rated[rows], predicted[rows]) for rows in drawn])
    table = bootstrap(rated, predicted, n_resamples=n_resamples, level=0.8, seed=3)
    for column, share in (("low", 0.1), ("high", 0.9)):
        np.testing.assert_allclose(table[column], resampled.quantile(share)[list(METRICS)])


def test_chunks_of_resamples_are_the_resamples(monkeypatch):
    rated, predicted = rated_and_predicted(50)
    whole = bootstrap(rated, predicted, n_resamples=40)
    monkeypatch.setattr("lcp.evaluation.metrics._CHUNK", 50 * 7)
    pd.testing.assert_frame_equal(bootstrap(rated, predicted, n_resamples=40), whole)


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    noise = 0.3
    truth = np.sqrt((1 / 12) / (1 / 12 + noise**2))
    covered = 0
    for seed in range(100):
        interval = bootstrap(
            *rated_and_predicted(120, seed=seed, noise=noise), n_resamples=200, level=0.8
        ).loc["pearson"]
        covered += interval["low"] <= truth <= interval["high"]
    # Binomial, n = 100, p = .8: mean 80, standard deviation 4.
    assert 68 <= covered <= 92


def test_a_seed_gives_the_same_interval_again():
    rated, predicted = rated_and_predicted()
    first, again, other = (bootstrap(rated, predicted, seed=seed) for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(first, again)
    assert (first["low"] != other["low"]).all()


def test_a_higher_level_gives_a_wider_interval():
    rated, predicted = rated_and_predicted()
    wide, narrow = (bootstrap(rated, predicted, level=level) for level in (0.99, 0.5))
    assert (wide["low"] < narrow["low"]).all()
    assert (wide["high"] > narrow["high"]).all()


def test_groups_are_drawn_whole():
    rated, predicted = rated_and_predicted(40, noise=0.3)
    # Every instance five times over: as independent instances they seem to tell more.
    fivefold = np.repeat(np.arange(40), 5)
    alone = bootstrap(rated, predicted, seed=1)
    grouped = bootstrap(rated[fivefold], predicted[fivefold], groups=fivefold, seed=1)
    naive = bootstrap(rated[fivefold], predicted[fivefold], seed=1)
    pd.testing.assert_frame_equal(grouped, alone)
    width = naive["high"] - naive["low"]
    assert (width < 0.7 * (alone["high"] - alone["low"])).all()


def test_groups_may_be_words_of_unequal_number():
    rated, predicted = rated_and_predicted(6)
    table = bootstrap(rated, predicted, groups=["null", "a", "a", "NA", "a", "b"], n_resamples=50)
    assert (table["low"] < table["high"]).all()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"groups": [1, 2]}, "Give 3 groups"),
        ({"groups": [1, 1, 1]}, "at least two groups"),
        ({"groups": ["a", None, "b"]}, "Every instance needs a group"),
        ({"n_resamples": 0}, "0 resamples"),
        ({"level": 1.0}, "level 1.0"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, says):
    with pytest.raises(InputError, match=says):
        bootstrap([0.1, 0.2, 0.4], [0.1, 0.2, 0.3], **options)


def test_a_constant_prediction_has_no_interval_of_its_correlation():
    table = bootstrap([0.0, 0.5, 1.0, 0.3], [0.1] * 4)
    assert table.loc[["pearson", "spearman"]].isna().all(axis=None)
    assert table.loc["mae"].notna().all()


def test_resamples_without_a_correlation_are_left_out():
    # With two instances, half of the resamples hold only one of them.
    table = bootstrap([0.0, 1.0], [0.2, 0.4], n_resamples=100)
    assert list(table.loc["pearson"]) == pytest.approx([1, 1, 1])


def test_a_difference_is_taken_on_the_same_resamples():
    rated, a = rated_and_predicted(150, noise=0.1)
    b = a + 0.05 * np.random.default_rng(9).normal(size=150)
    table = paired_difference(rated, a, b)
    first, second = bootstrap(rated, a), bootstrap(rated, b)
    assert table.loc["pearson", "value"] == pytest.approx(
        scores(rated, a)["pearson"] - scores(rated, b)["pearson"]
    )
    assert table.loc["pearson", "low"] > 0
    # The intervals of the two alone overlap all the same.
    assert first.loc["pearson", "low"] < second.loc["pearson", "high"]


def test_a_model_does_not_differ_from_itself():
    rated, a = rated_and_predicted()
    table = paired_difference(rated, a, a)
    assert (table[["value", "low", "high"]] == 0).all(axis=None)
    assert (table["p"] == 1).all()


def test_p_is_that_of_the_difference_in_standard_errors_of_the_resamples():
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


def test_a_p_is_missing_where_the_difference_is():
    rated, a = rated_and_predicted(noise=0.05)
    assert paired_difference(rated, a, -a, n_resamples=99).loc["pearson", "p"] < 1e-6
    constant = paired_difference(rated, a, np.full(200, 0.5), n_resamples=99)
    assert constant["p"].isna().to_dict() == {
        "pearson": True,
        "spearman": True,
        "mae": False,
        "mse": False,
        "r2": False,
    }


def test_a_difference_turns_round_with_its_arguments():
    rated, a = rated_and_predicted(noise=0.1)
    _, b = rated_and_predicted(noise=0.2)
    there, back = paired_difference(rated, a, b), paired_difference(rated, b, a)
    np.testing.assert_allclose(there["low"], -back["high"], rtol=1e-9)


def test_a_difference_can_draw_groups():
    rated, a = rated_and_predicted(40, noise=0.2)
    _, b = rated_and_predicted(40, noise=0.3)
    twice = np.repeat(np.arange(40), 2)
    pd.testing.assert_frame_equal(
        paired_difference(rated[twice], a[twice], b[twice], groups=twice),
        paired_difference(rated, a, b),
    )
