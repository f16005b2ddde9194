"""Metrics and file format of SemEval-2022 Task 7."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import accuracy_score, f1_score

from lcp.evaluation.scores import score_table
from lcp.targets.ratings import rated_targets
from lcp.task import TASKS
from lcp.tasks.gaps.claire import classes

RANDOM = np.random.default_rng(0)
RATED = RANDOM.integers(0, 17, 200) / 16
PREDICTED = (RATED + RANDOM.random(200)) / 2
ITEMS = np.repeat(np.arange(40), 5)
TASK = TASKS.find("gaps:ranking")


def scores(rated, predicted, items) -> dict[str, float]:
    metrics = TASK.metrics()
    codes = np.unique(items, return_inverse=True)[1]
    rated, predicted = np.array(rated, float), np.array(predicted, float)
    values = metrics.weighted(np.ones((len(rated), 1)), rated, predicted[:, None], codes)
    return dict(zip(metrics.names, values[0, 0].tolist(), strict=True))


def test_the_scores_are_those_of_scikit_learn_and_scipy():
    values = scores(RATED, PREDICTED, ITEMS)
    gold, named = classes(RATED), classes(PREDICTED)
    assert values["accuracy"] == pytest.approx(accuracy_score(gold, named))
    assert values["spearman"] == pytest.approx(spearmanr(RATED, PREDICTED).statistic)
    f1 = f1_score(gold, named, labels=[0, 2], average="micro")
    assert values["f1_without_neutral"] == pytest.approx(f1)


def test_the_correlation_is_over_all_fillers_and_not_averaged_over_sentences():
    values = scores([0, 0.1, 0.9, 1], [0.8, 0.9, 0.1, 0.2], [1, 1, 2, 2])
    assert values["spearman"] == pytest.approx(-0.6)


def test_tied_predictions_get_their_mean_rank_and_constant_ones_no_correlation():
    assert scores([0, 1, 1], [0, 0, 1], [1, 1, 1])["spearman"] == pytest.approx(0.5)
    assert math.isnan(scores([0, 1], [0.5, 0.5], [1, 1])["spearman"])


def test_one_plausible_filler_is_not_several():
    rated, items = [1, 1, 0, 1, 0, 0], [1, 1, 1, 2, 2, 2]
    assert scores(rated, rated, items)["several_plausible"] == 1
    assert scores(rated, [1, 0, 0, 1, 0, 0], items)["several_plausible"] == 0.5


def test_without_a_correct_outer_class_f1_is_zero():
    assert scores([0, 1], [0.5, 0.5], [1, 1])["f1_without_neutral"] == 0


def test_resamples_draw_sentences_with_all_fillers():
    table = pd.DataFrame({"token": "word", "complexity": RATED, "item": ITEMS, "genre": ""})
    scored = score_table(rated_targets(table), PREDICTED, TASK)
    assert scored["subset"].unique().tolist() == ["all"]
    assert ((scored["low"] < scored["value"]) & (scored["value"] < scored["high"])).all()
    expected = scores(RATED, PREDICTED, ITEMS)
    assert dict(zip(scored["metric"], scored["value"], strict=True)) == pytest.approx(expected)
