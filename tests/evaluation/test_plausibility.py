"""Metrics and file format of SemEval-2022 Task 7."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import accuracy_score, f1_score

from lcp.corpora.readers.claire import LABELS, labels
from lcp.errors import InputError
from lcp.evaluation.plausibility import (
    plausibility_difference,
    plausibility_intervals,
    plausibility_scores,
    plausibility_submission,
)
from lcp.evaluation.subsets import score_table

RANDOM = np.random.default_rng(0)
RATED = RANDOM.integers(0, 17, 200) / 16
PREDICTED = (RATED + RANDOM.random(200)) / 2
ITEMS = np.repeat(np.arange(40), 5)


def test_the_scores_are_those_of_scikit_learn_and_scipy():
    scores = plausibility_scores(RATED, PREDICTED, ITEMS)
    gold, named = labels(RATED), labels(PREDICTED)
    assert scores["accuracy"] == accuracy_score(gold, named)
    assert scores["spearman"] == pytest.approx(spearmanr(RATED, PREDICTED).statistic)
    outer = [LABELS[0], LABELS[2]]
    f1 = f1_score(gold, named, labels=outer, average="micro")
    assert scores["f1_without_neutral"] == pytest.approx(f1)


def test_the_correlation_is_over_all_fillers_and_not_averaged_over_sentences():
    rated, predicted = [0, 0.1, 0.9, 1], [0.8, 0.9, 0.1, 0.2]
    assert plausibility_scores(rated, predicted, [1, 1, 2, 2])["spearman"] == pytest.approx(-0.6)


def test_a_rating_on_a_border_belongs_to_the_outer_class():
    scores = plausibility_scores([0.375, 0.75, 0.5], [0, 1, 0.5], [1, 1, 1])
    assert scores["accuracy"] == 1


def test_tied_predictions_get_their_mean_rank_and_constant_ones_no_correlation():
    assert plausibility_scores([0, 1, 1], [0, 0, 1], [1, 1, 1])["spearman"] == pytest.approx(0.5)
    assert math.isnan(plausibility_scores([0, 1], [0.5, 0.5], [1, 1])["spearman"])


def test_one_plausible_filler_is_not_several():
    rated = [1, 1, 0, 1, 0, 0]
    assert plausibility_scores(rated, rated, [1, 1, 1, 2, 2, 2])["several_plausible"] == 1
    missed = [1, 0, 0, 1, 0, 0]
    assert plausibility_scores(rated, missed, [1, 1, 1, 2, 2, 2])["several_plausible"] == 0.5


def test_without_a_correct_outer_class_f1_is_zero():
    assert plausibility_scores([0, 1], [0.5, 0.5], [1, 1])["f1_without_neutral"] == 0


def test_intervals_contain_the_scores_and_depend_on_the_seed_only():
    table = plausibility_intervals(RATED, PREDICTED, ITEMS, n_resamples=50)
    assert ((table["low"] < table["value"]) & (table["value"] < table["high"])).all()
    again = plausibility_intervals(RATED, PREDICTED, ITEMS, n_resamples=50)
    pd.testing.assert_frame_equal(table, again)


def test_differences_are_paired():
    other = np.clip(PREDICTED + RANDOM.normal(0, 0.02, 200), 0, 1)
    table = plausibility_difference(RATED, other, PREDICTED, ITEMS, n_resamples=50)
    single = plausibility_intervals(RATED, PREDICTED, ITEMS, n_resamples=50)
    a, b = (plausibility_scores(RATED, y, ITEMS)["spearman"] for y in (other, PREDICTED))
    row = table.loc["spearman"]
    assert row["value"] == pytest.approx(a - b)
    assert row["low"] <= row["value"] <= row["high"]
    assert row["high"] - row["low"] < np.ptp(single.loc["spearman", ["low", "high"]])
    itself = plausibility_difference(RATED, other, other, ITEMS, n_resamples=10)
    assert (itself == 0).all(axis=None)


def test_every_instance_needs_an_item():
    with pytest.raises(InputError, match="needs an item"):
        plausibility_scores([0, 1], [0, 1], [1])


def test_a_submission_has_an_id_a_tab_and_a_field_and_no_header():
    ids, values = ["3_1", "3_2", "3_3"], [0.375, 0.5, 0.75]
    text = plausibility_submission(ids, values, "classification")
    assert text == "3_1\tIMPLAUSIBLE\n3_2\tNEUTRAL\n3_3\tPLAUSIBLE\n"
    scores = plausibility_submission(ids, values, "ranking").split()[1::2]
    assert list(map(float, scores)) == [2.5, 3, 4]


def test_tables_with_classes_are_also_scored_by_accuracy():
    words = [f"word{number}" for number in range(200)]
    table = pd.DataFrame({"token": words, "complexity": RATED, "item": ITEMS, "genre": ""})
    assert "accuracy" not in set(score_table(table, PREDICTED)["metric"])
    scored = score_table(table.assign(label=labels(RATED)), PREDICTED).set_index("metric")
    expected = plausibility_scores(RATED, PREDICTED, ITEMS)["accuracy"]
    assert scored.loc["accuracy", "value"] == pytest.approx(expected)
