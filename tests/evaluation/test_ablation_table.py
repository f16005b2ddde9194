"""Scores of steps and their differences from a reference."""

from __future__ import annotations

import numpy as np
import pytest

import lcp
from lcp.evaluation.ablation_table import COLUMNS, Step, compare_steps
from lcp.evaluation.bootstrap import holm, paired_difference
from lcp.evaluation.cells import Cell
from lcp.evaluation.metrics import scores
from lcp.model.labels import METRICS

WHOLE, LESS, SAME = Cell(("a", "b", "c")), Cell(("a", "b")), Cell(("a", "c"))
STEPS = [
    Step("reference", "all", WHOLE, 3),
    Step("without", "c", LESS, 2, WHOLE),
    Step("without", "b", SAME, 2, WHOLE),
]


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample").iloc[::2].reset_index(drop=True)


@pytest.fixture(scope="module")
def predictions(table):
    noise = np.random.default_rng(0).normal(size=(2, len(table), 2))
    rated = table["complexity"].to_numpy()[:, None]
    whole = rated + 0.05 * noise[0]
    return {WHOLE: whole, LESS: whole + 0.1 * noise[1], SAME: whole.copy()}


@pytest.fixture(scope="module")
def compared(table, predictions):
    return compare_steps(table, STEPS, predictions, n_resamples=200)


def test_each_step_subset_and_metric_has_a_row(compared):
    assert tuple(compared.columns) == COLUMNS
    assert len(compared) == 3 * 3 * 5
    assert list(compared["subset"].unique()) == ["single", "mwe", "all"]


def test_values_are_averaged_over_repeats(table, predictions, compared):
    rows = compared[(compared["subset"] == "all") & (compared["group"] == "c")].set_index("metric")
    repeats = [scores(table["complexity"], column) for column in predictions[LESS].T]
    for metric in METRICS:
        expected = np.mean([figures[metric] for figures in repeats])
        assert rows.loc[metric, "value"] == pytest.approx(expected)


def test_the_interval_of_one_repeat_is_the_paired_interval(table, predictions):
    one = {cell: columns[:, :1] for cell, columns in predictions.items()}
    rows = compare_steps(table, STEPS, one, n_resamples=200)
    rows = rows[(rows["subset"] == "all") & (rows["group"] == "c")].set_index("metric")
    expected = paired_difference(
        table["complexity"],
        one[LESS][:, 0],
        one[WHOLE][:, 0],
        groups=table["token"],
        n_resamples=200,
    )
    names = ["difference", "difference_low", "difference_high"]
    np.testing.assert_allclose(
        rows.loc[list(METRICS), names], expected.loc[list(METRICS), ["value", "low", "high"]]
    )


def test_equal_predictions_differ_by_0(compared):
    same = compared[compared["group"] == "b"]
    assert (same[["difference", "difference_low", "difference_high"]] == 0).all(axis=None)
    assert (same["p_holm"] == 1).all()
    worse = compared[(compared["group"] == "c") & (compared["metric"] == "pearson")]
    assert (worse["difference_high"] < 0).all()
    assert (worse["p_holm"] < 0.001).all()


def test_p_is_corrected_within_a_subset_and_metric(compared):
    rows = compared[(compared["subset"] == "mwe") & (compared["metric"] == "mae")]
    np.testing.assert_allclose(rows["p_holm"], holm(rows["p"]))
    assert rows["p"].isna().tolist() == [True, False, False]
    assert rows["difference"].isna().tolist() == [True, False, False]
