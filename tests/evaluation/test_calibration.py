"""Coverage of intervals, measured on groups that were not used to calibrate them."""

import numpy as np
import pytest

import lcp
from lcp.evaluation.held_out import held_out_limits, interval_coverage
from lcp.targets import Targets


class Remembering:
    """Low limit: 0 for tokens that occurred in calibration, else the prediction."""

    @classmethod
    def fit(cls, table, rated, predicted):
        np.testing.assert_array_equal(rated, table["complexity"])
        intervals = cls()
        intervals.tokens = set(table["token"])
        return intervals

    def limits(self, table, predicted, *, probability):
        seen = [token in self.tokens for token in table.target]
        return np.column_stack([np.where(seen, 0, predicted), predicted + probability])


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample")


@pytest.fixture(scope="module")
def predictions(table):
    noise = np.random.default_rng(0).normal(scale=0.1, size=(len(table), 2))
    return (table[["complexity"]].to_numpy() + noise).clip(0, 1)


def test_no_token_gets_limits_that_were_calibrated_on_it(table, predictions, monkeypatch):
    monkeypatch.setattr("lcp.evaluation.held_out.Intervals", Remembering)
    low, high = held_out_limits(Targets.rated(table), predictions, probability=0.25)
    np.testing.assert_array_equal(low, predictions)
    np.testing.assert_array_equal(high, predictions + 0.25)


def test_coverage_and_width_of_each_subset_and_genre(table, predictions):
    rows = interval_coverage(Targets.rated(table), predictions, probability=0.8)
    genres = ["all", *sorted(table["genre"].unique())]
    assert rows["subset"].tolist() == [kind for kind in ("single", "mwe", "all") for _ in genres]
    assert rows["genre"].tolist() == genres * 3
    whole = rows.set_index(["subset", "genre"]).loc[("all", "all")]
    assert whole["n"] == len(table)
    assert (rows["nominal"] == 0.8).all()
    assert whole["coverage"] == pytest.approx(0.8, abs=0.02)
    low, high = held_out_limits(Targets.rated(table), predictions, probability=0.8)
    rated = table[["complexity"]].to_numpy()
    assert whole["coverage"] == pytest.approx(((low <= rated) & (rated <= high)).mean())
    assert whole["width"] == pytest.approx((high - low).mean())


def test_a_corpus_of_words_has_no_rows_for_expressions(table, predictions):
    words = ~table["token"].str.contains(" ")
    rows = interval_coverage(Targets.rated(table[words]), predictions[words])
    assert set(rows["subset"]) == {"single"}
