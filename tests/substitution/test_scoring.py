"""Metrics of generated and ordered substitutes, by hand."""

import math

import pytest

from lcp.substitution.scoring import generation_scores, order_scores


def test_generation_is_scored_at_each_cutoff():
    scores = generation_scores(["a", "b", "c", "d"], {"b", "d", "x"}, {"d"})
    assert [scores[f"potential@{k}"] for k in (1, 3, 5, 10)] == [0, 1, 1, 1]
    # Precision is 1/2 at b, 2/4 at d.
    maps = [scores[f"map@{k}"] for k in (1, 3, 5, 10)]
    assert maps == pytest.approx([0, 0.5 / 3, 1 / 5, 1 / 10])
    assert [scores[f"accuracy@{k}@top1"] for k in (1, 3, 5, 10)] == [0, 0, 1, 1]


def test_an_instance_without_candidates_scores_zero():
    assert set(generation_scores([], {"a"}, {"a"}).values()) == {0.0}


def test_a_perfect_and_a_reversed_order_have_opposite_scores():
    assert order_scores([1, 2, 3], [1, 2, 3]) == {"trank": 1, "pairwise": 1, "spearman": 1}
    assert order_scores([3, 2, 1], [1, 2, 3]) == {"trank": 0, "pairwise": 0, "spearman": -1}


def test_pairs_of_the_same_rank_do_not_count_and_equal_predictions_count_half():
    scores = order_scores([1, 1, 2], [1, 2, 2])
    assert scores["pairwise"] == 0.75
    assert scores["trank"] == 0.5


def test_one_rank_cannot_be_scored_and_one_prediction_has_no_correlation():
    assert all(map(math.isnan, order_scores([1, 2], [1, 1]).values()))
    assert order_scores([1, 1], [1, 2])["spearman"] == 0
