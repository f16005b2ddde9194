"""Intervals hold the share of ratings that they promise, whatever the errors look like."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from lcp.errors import InputError
from lcp.intervals import ConformalInterval


def rated(complexity, *, corpus="news", token="ewe"):  # noqa: S107
    return pd.DataFrame({"corpus": corpus, "token": token, "complexity": complexity})


def simulated(n=6000, *, seed=0):
    """Errors are skewed, grow with complexity, and are twice as large in one corpus."""
    random = np.random.default_rng(seed)
    predicted = random.uniform(0.2, 0.5, n)
    corpus = random.choice(["quiet", "loud"], n)
    token = random.choice(["ewe", "old ewe"], n)
    size = 0.05 * predicted * np.where(corpus == "loud", 2, 1)
    complexity = predicted + size * (random.gamma(3, size=n) - 3)
    return rated(complexity.clip(0, 1), corpus=corpus, token=token), predicted


@pytest.fixture(scope="module")
def fitted():
    return ConformalInterval().fit(*simulated())


# By hand

#: Nineteen errors, -0.4, -0.35, ..., 0.5; of twenty ranks, 0.9 leaves one on each side.
NINETEEN = rated(np.arange(19) / 20)


@pytest.mark.parametrize(
    ("coverage", "low", "high"),
    [(0.9, 0.0, 0.9), (0.8, 0.05, 0.85), (0.5, 0.2, 0.7), (0.91, 0.0, 1.0)],
)
def test_limits_are_the_errors_of_the_rank_that_n_plus_1_asks_for(coverage, low, high):
    interval = ConformalInterval().fit(NINETEEN, np.full(19, 0.4))
    found = interval.predict(NINETEEN.head(1), [0.4], coverage=coverage)
    # Four decimals of errors in units of the mean error, 0.25.
    np.testing.assert_allclose(found.to_numpy(), [[low, high]], atol=2e-5)


def test_the_prediction_is_inside_where_all_errors_are_on_one_side():
    interval = ConformalInterval().fit(rated(np.linspace(0.5, 0.6, 99)), np.full(99, 0.4))
    found = interval.predict(NINETEEN.head(1), [0.4], coverage=0.8)
    np.testing.assert_allclose(found.to_numpy(), [[0.4, 0.4 + 0.1 + 0.1 * 89 / 98]], atol=2e-5)


def test_too_few_errors_for_the_coverage_give_the_whole_scale():
    interval = ConformalInterval().fit(NINETEEN.head(3), [0.4] * 3)
    assert interval.predict(NINETEEN.head(1), [0.4]).to_numpy().tolist() == [[0.0, 1.0]]


def test_limits_stretch_with_the_mean_error_at_the_predicted_complexity():
    # Errors of 0.01 around 0.2 and of 0.04 around 0.6, on each side by turns.
    predicted = np.repeat([0.2, 0.6], 100)
    size = np.repeat([0.01, 0.04], 100)
    table = rated(predicted + size * np.tile([1, -1], 100))
    interval = ConformalInterval(bins=2).fit(table, predicted)
    np.testing.assert_allclose(interval.centres_, [0.2, 0.6])
    np.testing.assert_allclose(interval.errors_, [0.01, 0.04])
    found = interval.predict(table.head(4), [0.1, 0.2, 0.4, 0.6])
    np.testing.assert_allclose(found["high"] - [0.1, 0.2, 0.4, 0.6], [0.01, 0.01, 0.025, 0.04])
    np.testing.assert_allclose([0.1, 0.2, 0.4, 0.6] - found["low"], [0.01, 0.01, 0.025, 0.04])


def test_repeats_are_not_more_instances():
    once = ConformalInterval().fit(NINETEEN, np.full(19, 0.4))
    twice = ConformalInterval().fit(NINETEEN, np.full((19, 2), 0.4))
    assert twice.to_json() == once.to_json()
    # Predictions 0.3 and 0.5: errors of each rank differ by 0.2, and their mean is taken.
    apart = ConformalInterval().fit(NINETEEN, np.tile([0.3, 0.5], (19, 1)))
    found = apart.predict(NINETEEN.head(1), [0.4], coverage=0.8)
    np.testing.assert_allclose(found.to_numpy(), [[0.05, 0.85]], atol=2e-5)


# What they promise


@pytest.mark.parametrize("coverage", [0.5, 0.8, 0.9, 0.95])
def test_ratings_that_were_not_seen_lie_within_in_every_group(fitted, coverage):
    table, predicted = simulated(seed=1)
    limits = fitted.predict(table, predicted, coverage=coverage)
    held = table["complexity"].between(limits["low"], limits["high"])
    several = table["token"].str.contains(" ")
    assert held.groupby([table["corpus"], several]).mean().to_numpy() == pytest.approx(
        [coverage] * 4, abs=0.035
    )
    # And not because those that are easy make up for those that are hard.
    easy = predicted < 0.3
    assert held[easy].mean() == pytest.approx(held[~easy].mean(), abs=0.03)


def test_the_two_sides_differ_where_errors_are_skewed(fitted):
    table, _ = simulated()
    limits = fitted.predict(table.head(1), [0.4])
    assert limits["high"][0] - 0.4 > 1.3 * (0.4 - limits["low"][0])


@given(
    predicted=st.floats(0, 1),
    one=st.floats(0.001, 0.999),
    other=st.floats(0.001, 0.999),
    corpus=st.sampled_from(["quiet", "loud", "unknown"]),
)
def test_more_coverage_contains_less_and_both_the_prediction(fitted, predicted, one, other, corpus):
    row = rated([0.5], corpus=corpus)
    narrow, wide = (
        fitted.predict(row, [predicted], coverage=share).iloc[0] for share in sorted((one, other))
    )
    assert 0 <= wide["low"] <= narrow["low"] <= predicted <= narrow["high"] <= wide["high"] <= 1


def test_what_is_kept_of_many_errors_gives_nearly_the_same_limits():
    random = np.random.default_rng(0)
    errors = np.sort(random.normal(scale=0.1, size=10_000))
    interval = ConformalInterval().fit(rated(0.5 + errors), np.full(10_000, 0.5))
    assert len(interval.groups_[None, None][1]) == 201
    # Ranks: floor of 0.025 × 10,001.
    found = interval.predict(NINETEEN.head(1), [0.5], coverage=0.95)
    np.testing.assert_allclose(found.to_numpy(), 0.5 + errors[[[249, -250]]], atol=0.002)


# Groups


def test_words_and_expressions_of_each_corpus_have_limits_of_their_own(fitted):
    corpora, kinds = ("loud", "quiet"), ("mwe", "single")
    expected = {(corpus, kind) for corpus in (*corpora, None) for kind in kinds}
    assert set(fitted.groups_) == expected | {(None, None)}
    rows = rated([0.5] * 2, corpus=["loud", "quiet"])
    limits = fitted.predict(rows, [0.4, 0.4])
    assert (limits["high"] - limits["low"]).iloc[0] > 1.6 * (limits["high"] - limits["low"]).iloc[1]


def test_an_unknown_corpus_has_the_limits_of_all(fitted):
    table = rated([0.5] * 3, corpus=["loud", "unknown", "quiet"])
    width = fitted.predict(table, [0.4] * 3).diff(axis=1)["high"]
    assert width[0] > width[1] > width[2]
    bare = fitted.predict(table[["token"]], [0.4] * 3)
    assert set(bare.diff(axis=1)["high"]) == {width[1]}


def test_a_small_group_has_the_limits_of_its_kind_and_a_small_kind_those_of_all():
    table, predicted = simulated(1000)
    few = table["corpus"].eq("loud") & table["token"].eq("old ewe")
    kept = ~few | (few.cumsum() <= 30)
    interval = ConformalInterval().fit(table[kept], predicted[kept])
    assert set(interval.groups_) == {
        ("loud", "single"),
        ("quiet", "mwe"),
        ("quiet", "single"),
        (None, "mwe"),
        (None, "single"),
        (None, None),
    }
    larger = ConformalInterval(smallest_group=600).fit(table[kept], predicted[kept])
    assert set(larger.groups_) == {(None, None)}


def test_the_index_is_kept_and_no_instances_have_no_limits(fitted):
    table = rated([0.1, 0.2]).set_axis(["a", "b"])
    assert fitted.predict(table, [0.3, 0.4]).index.tolist() == ["a", "b"]
    assert fitted.predict(table.head(0), []).shape == (0, 2)


# There and back


def test_json_holds_all_of_it(fitted):
    table, predicted = simulated(seed=2)
    again = ConformalInterval.from_json(json.loads(json.dumps(fitted.to_json())))
    pd.testing.assert_frame_equal(again.predict(table, predicted), fitted.predict(table, predicted))
    assert again.to_json() == fitted.to_json()
    assert clone(again).get_params() == fitted.get_params()


@pytest.mark.parametrize(
    "changes",
    [
        {"centres": []},
        {"centres": ["a"]},
        {"errors": [0.1]},
        {"errors": [float("nan")] * 10},
        {"groups": []},
        {"groups": [{"corpus": None}]},
        {"parameters": {"bin": 3}},
    ],
)
def test_what_is_something_else_is_refused(fitted, changes):
    with pytest.raises((KeyError, TypeError, ValueError)):
        ConformalInterval.from_json(fitted.to_json() | changes)


# What cannot be


@pytest.mark.parametrize("coverage", [0, 1, 90, -0.1, float("nan")])
def test_coverage_is_a_share(fitted, coverage):
    with pytest.raises(InputError, match="not between 0 and 1"):
        fitted.predict(NINETEEN, np.full(19, 0.4), coverage=coverage)


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        ([0.4] * 18, "18 predictions for 19"),
        (0.4, "1 predictions for 19"),
        ([np.nan] * 19, "not a number"),
    ],
)
def test_there_is_a_prediction_for_each_instance(fitted, predictions, message):
    with pytest.raises(InputError, match=message):
        ConformalInterval().fit(NINETEEN, predictions)
    with pytest.raises(InputError, match=message):
        fitted.predict(NINETEEN, predictions)


def test_there_is_something_to_learn_from():
    with pytest.raises(InputError, match="no instances"):
        ConformalInterval().fit(NINETEEN.head(0), [])
    with pytest.raises(InputError, match="no ratings"):
        ConformalInterval().fit(NINETEEN[["token"]], [0.4] * 19)
    with pytest.raises(NotFittedError):
        ConformalInterval().predict(NINETEEN, [0.4] * 19)


def test_a_model_that_repeats_its_ratings_still_has_limits():
    table = rated(np.linspace(0, 1, 300))
    interval = ConformalInterval().fit(table, table["complexity"])
    assert (interval.errors_ == 0.001).all()
    assert interval.predict(table, table["complexity"]).notna().to_numpy().all()
