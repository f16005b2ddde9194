"""Metrics and official results of BEA 2026."""

from __future__ import annotations

import numpy as np
import pytest

from lcp.errors import InputError
from lcp.evaluation.vocabulary import (
    LANGUAGES,
    TRACKS,
    vocabulary_differences,
    vocabulary_intervals,
    vocabulary_leaderboard,
    vocabulary_place,
    vocabulary_scores,
    vocabulary_submission,
)


def test_scores_are_those_of_log_odds():
    score, predicted = np.array([-1.0, 0.5, 2.0]), np.array([-0.5, 0.0, 2.5])
    scores = vocabulary_scores(1 / (1 + np.exp(score)), 1 / (1 + np.exp(predicted)))
    assert scores["rmse"] == pytest.approx(0.5)
    assert scores["pearson"] == pytest.approx(np.corrcoef(score, predicted)[0, 1])


def test_an_interval_contains_the_score():
    generator = np.random.default_rng(0)
    rated = generator.random(100)
    predicted = (rated + generator.random(100)) / 2
    table = vocabulary_intervals(rated, predicted, np.arange(100) // 2, n_resamples=200)
    assert (table["low"] < table["value"]).all()
    assert (table["value"] < table["high"]).all()


def test_equal_predictions_do_not_differ():
    rated = np.linspace(0.1, 0.9, 20)
    assert vocabulary_differences(rated, rated**2, rated**2, np.arange(20)) == (0, 0, 0)


@pytest.mark.parametrize("track", TRACKS)
@pytest.mark.parametrize("l1", LANGUAGES)
def test_tables_are_in_the_order_of_errors(l1, track):
    table = vocabulary_leaderboard(l1, track)
    assert table["rmse"].is_monotonic_increasing
    assert table["place"].tolist() == list(range(1, len(table) + 1))
    assert vocabulary_place(l1, track, 0.0)[0] == 1
    assert vocabulary_place(l1, track, 9.0)[0] == len(table) + 1


def test_an_unknown_language_is_an_error():
    with pytest.raises(InputError, match="no table"):
        vocabulary_leaderboard("fr", "open")


def test_a_submission_contains_log_odds_of_right_answers():
    text = vocabulary_submission(["de-7", "de-8"], [0.9, 1 / (1 + np.e)])
    assert text == "item_id,prediction\n7,-2.197225\n8,1.000000\n"


def test_an_infinite_prediction_is_an_error():
    with pytest.raises(InputError, match="missing or infinite"):
        vocabulary_scores([0.1, 0.2, 0.5], [0.1, 0.3, np.inf])
