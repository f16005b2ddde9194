"""Intervals contain the nominal share of ratings for any distribution of errors."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lcp.model import intervals
from lcp.model.intervals import Intervals
from lcp.targets import Targets
from tests.cases import cases
from tests.errors import refused


def rated(complexity, *, genre="news", token="ewe"):  # noqa: S107
    return pd.DataFrame({"genre": genre, "token": token, "complexity": complexity})


def simulated(n=6000, *, random_state=0):
    """Simulate skewed errors that grow with complexity and are twice as large in one genre."""
    random = np.random.default_rng(random_state)
    predicted = random.uniform(0.2, 0.5, n)
    genre = random.choice(["quiet", "loud"], n)
    token = random.choice(["ewe", "old ewe"], n)
    size = 0.05 * predicted * np.where(genre == "loud", 2, 1)
    complexity = predicted + size * (random.gamma(3, size=n) - 3)
    return rated(complexity.clip(0, 1), genre=genre, token=token), predicted


def fit(table, predicted):
    return Intervals.fit(Targets.table(table), table["complexity"], predicted)


def limits_of(fitted, table, predicted, probability=0.9):
    values = fitted.limits(Targets.table(table), predicted, probability=probability)
    return pd.DataFrame(values, table.index, ["low", "high"])


@pytest.fixture(scope="module")
def fitted():
    return fit(*simulated())


# Calculated by hand

#: Nineteen errors, -0.4, -0.35, ..., 0.5. A probability of 0.9 leaves one rank of 20 on each side.
NINETEEN = rated(np.arange(19) / 20)


@pytest.mark.parametrize(
    ("probability", "low", "high"),
    [(0.9, 0.0, 0.9), (0.8, 0.05, 0.85), (0.5, 0.2, 0.7), (0.91, 0.0, 1.0)],
)
def test_limits_are_quantiles_of_n_plus_1_ranks(probability, low, high):
    interval = fit(NINETEEN, np.full(19, 0.4))
    limits = limits_of(interval, NINETEEN.head(1), [0.4], probability=probability)
    # Errors are stored with four decimals in units of the mean error, 0.25.
    np.testing.assert_allclose(limits.to_numpy(), [[low, high]], atol=2e-5)


def test_the_prediction_is_inside_if_all_errors_have_the_same_sign():
    interval = fit(rated(np.linspace(0.5, 0.6, 99)), np.full(99, 0.4))
    limits = limits_of(interval, NINETEEN.head(1), [0.4], probability=0.8)
    np.testing.assert_allclose(limits.to_numpy(), [[0.4, 0.4 + 0.1 + 0.1 * 89 / 98]], atol=2e-5)


def test_limits_are_the_whole_scale_if_there_are_too_few_errors():
    interval = fit(NINETEEN.head(3), [0.4] * 3)
    assert limits_of(interval, NINETEEN.head(1), [0.4]).to_numpy().tolist() == [[0.0, 1.0]]


def test_limits_are_proportional_to_the_mean_error_at_the_prediction(monkeypatch):
    monkeypatch.setattr(intervals, "_BINS", 2)
    # Errors of ±0.01 at 0.2 and of ±0.04 at 0.6.
    predicted = np.repeat([0.2, 0.6], 100)
    size = np.repeat([0.01, 0.04], 100)
    table = rated(predicted + size * np.tile([1, -1], 100))
    interval = fit(table, predicted)
    np.testing.assert_allclose(interval.by_readers["general"].centres, [0.2, 0.6])
    np.testing.assert_allclose(interval.by_readers["general"].errors, [0.01, 0.04])
    limits = limits_of(interval, table.head(4), [0.1, 0.2, 0.4, 0.6])
    np.testing.assert_allclose(limits["high"] - [0.1, 0.2, 0.4, 0.6], [0.01, 0.01, 0.025, 0.04])
    np.testing.assert_allclose([0.1, 0.2, 0.4, 0.6] - limits["low"], [0.01, 0.01, 0.025, 0.04])


# Coverage


@pytest.mark.parametrize("probability", [0.5, 0.8, 0.9, 0.95])
def test_coverage_of_new_ratings_is_nominal_in_every_group(fitted, probability):
    table, predicted = simulated(random_state=1)
    limits = limits_of(fitted, table, predicted, probability=probability)
    inside = table["complexity"].between(limits["low"], limits["high"])
    several = table["token"].str.contains(" ")
    assert inside.groupby([table["genre"], several]).mean().to_numpy() == pytest.approx(
        [probability] * 4, abs=0.035
    )
    # Coverage is the same for easy and difficult words.
    easy = predicted < 0.3
    assert inside[easy].mean() == pytest.approx(inside[~easy].mean(), abs=0.03)


@given(
    predicted=st.floats(0, 1),
    one=st.floats(0.001, 0.999),
    other=st.floats(0.001, 0.999),
    genre=st.sampled_from(["quiet", "loud", "unknown"]),
)
def test_intervals_are_nested_and_contain_the_prediction(fitted, predicted, one, other, genre):
    row = rated([0.5], genre=genre)
    narrow, wide = (
        limits_of(fitted, row, [predicted], probability=share).iloc[0]
        for share in sorted((one, other))
    )
    assert 0 <= wide["low"] <= narrow["low"] <= predicted <= narrow["high"] <= wide["high"] <= 1


# Groups


def test_words_and_expressions_of_each_genre_have_their_own_limits(fitted):
    expected = {(g, kind) for g in ("loud", "quiet", None) for kind in ("mwe", "single")}
    assert set(fitted.by_readers["general"].groups) == expected | {(None, None)}
    rows = rated([0.5] * 2, genre=["loud", "quiet"])
    limits = limits_of(fitted, rows, [0.4, 0.4])
    assert (limits["high"] - limits["low"]).iloc[0] > 1.6 * (limits["high"] - limits["low"]).iloc[1]


def test_an_unknown_genre_has_the_limits_of_all_genres(fitted):
    table = rated([0.5] * 3, genre=["loud", "unknown", "quiet"])
    width = limits_of(fitted, table, [0.4] * 3).diff(axis=1)["high"]
    assert width[0] > width[1] > width[2]
    bare = limits_of(fitted, table[["token"]], [0.4] * 3)
    assert set(bare.diff(axis=1)["high"]) == {width[1]}


def test_small_groups_have_no_limits_of_their_own():
    table, predicted = simulated(1000)
    few = table["genre"].eq("loud") & table["token"].eq("old ewe")
    rows = ~few | (few.cumsum() <= 30)
    interval = fit(table[rows], predicted[rows])
    assert set(interval.by_readers["general"].groups) == {
        ("loud", "single"),
        ("quiet", "mwe"),
        ("quiet", "single"),
        (None, "mwe"),
        (None, "single"),
        (None, None),
    }


def test_each_kind_of_readers_has_its_errors():
    both = pd.concat([NINETEEN, NINETEEN.assign(complexity=0.4)], ignore_index=True)
    both["readers"] = ["general"] * 19 + ["learner"] * 19
    separate = fit(both, np.full(38, 0.4))
    assert set(separate.by_readers) == {"general", "learner"}
    row = Targets.words(["ewe"])
    general, native, learner = (
        separate.limits(row.for_all(readers=readers), [0.4], probability=0.8).tolist()
        for readers in ("general", "native", "learner")
    )
    assert general == native and np.diff(general) > np.diff(learner)  # noqa: PT018


# Saving


def test_intervals_are_restored_from_json(fitted):
    table, predicted = simulated(random_state=2)
    again = Intervals.from_dict(json.loads(json.dumps(fitted.to_dict())))
    np.testing.assert_array_equal(
        again.limits(Targets.table(table), predicted),
        fitted.limits(Targets.table(table), predicted),
    )
    assert again.to_dict() == fitted.to_dict()


@cases("model/cases/invalid_intervals", "changes")
def test_an_invalid_dictionary_raises_an_error(fitted, changes):
    with pytest.raises((KeyError, TypeError, ValueError)):
        Intervals.from_dict({"general": fitted.to_dict()["general"] | changes})


# Errors


@pytest.mark.parametrize("probability", [0, 1, 90, -0.1, float("nan")])
def test_a_probability_outside_0_to_1_raises_an_error(fitted, probability):
    with refused("not between 0 and 1"):
        limits_of(fitted, NINETEEN, np.full(19, 0.4), probability=probability)


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        ([0.4] * 18, "18 predictions for 19"),
        (0.4, "1 predictions for 19"),
        ([np.nan] * 19, "not a finite number"),
    ],
)
def test_missing_predictions_raise_an_error(predictions, message):
    with refused(message):
        fit(NINETEEN, predictions)


def test_fit_needs_rated_instances():
    with refused("no instances"):
        fit(NINETEEN.head(0), [])
