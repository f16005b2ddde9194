"""Coverage is measured on groups that the intervals were not calibrated on."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator

import lcp
from lcp.errors import InputError
from lcp.evaluation.calibration import held_out_limits, interval_coverage


class Remembers(BaseEstimator):
    """Limits of what was seen: 0 and 1 where the token was, else the prediction itself."""

    def fit(self, table, predictions):
        self.tokens_ = set(table["token"])
        return self

    def predict(self, table, predicted, *, coverage):
        seen = table["token"].isin(self.tokens_)
        return pd.DataFrame({"low": np.where(seen, 0, predicted), "high": predicted + coverage})


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample")


@pytest.fixture(scope="module")
def predictions(table):
    noise = np.random.default_rng(0).normal(scale=0.1, size=(len(table), 2))
    return (table[["complexity"]].to_numpy() + noise).clip(0, 1)


def test_no_token_is_tried_on_intervals_that_learned_from_it(table, predictions):
    low, high = held_out_limits(table, predictions, interval=Remembers(), coverage=0.25)
    np.testing.assert_array_equal(low, predictions)
    np.testing.assert_array_equal(high, predictions + 0.25)


def test_coverage_and_width_of_every_kind_in_every_corpus(table, predictions):
    found = interval_coverage(table, predictions, coverage=0.8)
    corpora = ["all", *sorted(table["corpus"].unique())]
    assert found["subset"].tolist() == [kind for kind in ("single", "mwe", "all") for _ in corpora]
    assert found["corpus"].tolist() == corpora * 3
    whole = found.set_index(["subset", "corpus"]).loc[("all", "all")]
    assert whole["n"] == len(table)
    assert (found["nominal"] == 0.8).all()
    assert whole["coverage"] == pytest.approx(0.8, abs=0.02)
    low, high = held_out_limits(table, predictions, coverage=0.8)
    rated = table[["complexity"]].to_numpy()
    assert whole["coverage"] == pytest.approx(((low <= rated) & (rated <= high)).mean())
    assert whole["width"] == pytest.approx((high - low).mean())


def test_a_corpus_of_one_kind_has_no_rows_of_the_other(table, predictions):
    words = ~table["token"].str.contains(" ")
    found = interval_coverage(table[words], predictions[words])
    assert set(found["subset"]) == {"single"}


def test_a_coverage_that_is_no_share_is_refused(table, predictions):
    with pytest.raises(InputError, match="not between 0 and 1"):
        interval_coverage(table, predictions, coverage=1)
