"""Metrics and file format of SemEval-2022 Task 7."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import accuracy_score, f1_score

from lcp.base.task import TASKS
from lcp.evaluation.scores import score_table
from lcp.targets import Targets
from lcp.tasks.gaps.gap_tasks import classes
from tests.cases import cases

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


@cases("tasks/cases/ranking_scores")
def test_a_metric_has_a_value(case):
    value = scores(case["rated"], case["predicted"], case["items"])[case["metric"]]
    expected = math.nan if case["value"] is None else case["value"]
    assert value == pytest.approx(expected, nan_ok=True)


def test_resamples_draw_sentences_with_all_fillers():
    table = pd.DataFrame({"token": "word", "complexity": RATED, "item": ITEMS, "genre": ""})
    scored = score_table(Targets.rated(table), PREDICTED, TASK)
    assert scored["subset"].unique().tolist() == ["all"]
    assert ((scored["low"] < scored["value"]) & (scored["value"] < scored["high"])).all()
    expected = scores(RATED, PREDICTED, ITEMS)
    assert dict(zip(scored["metric"], scored["value"], strict=True)) == pytest.approx(expected)
