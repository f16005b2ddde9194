"""Trees as arrays predict the same as LightGBM."""

from dataclasses import replace

import lightgbm
import numpy as np
import pytest

from lcp.estimators.trees import MOST_LEAVES, Trees

LARGEST = np.finfo(np.float64).max
N_FEATURES = 5


def grown(*, missing=True, random_state=0, **options):
    """Return a LightGBM model."""
    generator = np.random.default_rng(random_state)
    X = generator.normal(size=(1500, N_FEATURES)).round(1)
    y = np.sin(3 * X[:, 0]) + X[:, 1] * X[:, 2]
    if missing:
        X[generator.random(X.shape) < 0.2] = np.nan
    options = {"min_child_samples": 1, "verbosity": -1, "num_threads": 1, **options}
    return lightgbm.train(options, lightgbm.Dataset(X, y, params=options), num_boost_round=10)


def extreme_rows(trees, random_state=0):
    """Ordinary values, missing ones, extremes, and values at the thresholds of the trees."""
    generator = np.random.default_rng(random_state)
    normal = generator.normal(size=(60, N_FEATURES)) * 10
    at_thresholds = np.zeros(normal.shape)
    for column in range(N_FEATURES):
        values = trees.thresholds[trees.features == column]
        if len(values):
            at_thresholds[:, column] = generator.choice(values, len(normal))
    constants = [0.0, -0.0, np.nan, LARGEST, -LARGEST, 5e-324, 1e-35, -1e-36, 1e-34]
    return np.vstack(
        [
            normal,
            np.where(generator.random(normal.shape) < 0.5, np.nan, normal),
            normal * 1e300,
            at_thresholds,
            np.nextafter(at_thresholds, np.inf),
            *(np.full((1, N_FEATURES), constant) for constant in constants),
        ]
    )


@pytest.mark.parametrize("missing", [True, False])
@pytest.mark.parametrize("boosting", ["gbdt", "dart", "rf"])
@pytest.mark.parametrize("leaves", [2, 16, 17, MOST_LEAVES, MOST_LEAVES + 1])
def test_predictions_and_contributions_are_those_of_lightgbm(leaves, boosting, missing):
    bagging = {"bagging_fraction": 0.7, "bagging_freq": 1}
    booster = grown(missing=missing, num_leaves=leaves, boosting=boosting, **bagging)
    trees = Trees.of(booster)
    trees.check(N_FEATURES)
    assert trees.sizes.max() == leaves
    rows = extreme_rows(trees)
    expected = booster.predict(rows, num_threads=1)
    if boosting == "rf":  # whose mean is divided in another order
        np.testing.assert_allclose(trees.predict(rows), expected, rtol=1e-12)
    else:  # identical to the last bit, in a batch and row by row
        np.testing.assert_array_equal(trees.predict(rows), expected)
        one_by_one = [trees.predict(rows[[number]])[0] for number in range(0, len(rows), 7)]
        np.testing.assert_array_equal(one_by_one, expected[::7])
    summed = booster.predict(rows[:60], pred_contrib=True) / (10 if boosting == "rf" else 1)
    np.testing.assert_allclose(trees.contributions(rows[:60]), summed, atol=1e-12)


def test_small_trees_are_evaluated_without_lightgbm(monkeypatch):
    trees = Trees.of(grown(num_leaves=MOST_LEAVES))
    monkeypatch.setattr(Trees, "_lightgbm_text", None)
    assert trees.predict(np.zeros((3_000, N_FEATURES))).shape == (3_000,)


def test_trees_without_splits_predict_their_leaves():
    X = np.zeros((30, N_FEATURES))
    table = lightgbm.Dataset(X, np.full(30, 0.25))
    trees = Trees.of(lightgbm.train({"verbosity": -1}, table, num_boost_round=3))
    trees.check(N_FEATURES)
    np.testing.assert_allclose(trees.predict(X), 0.25)
    np.testing.assert_allclose(trees.contributions(X).sum(axis=1), 0.25)
    assert trees.predict(X[:0]).shape == (0,)


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


@pytest.mark.parametrize(
    ("name", "place", "value"),
    [
        ("features", 0, -1),
        ("features", 3, N_FEATURES),
        ("thresholds", 0, np.nan),
        ("leaves", 0, np.inf),
        ("counts", 0, 0),
        ("sizes", 0, 0),
        ("sizes", 0, 2**31 - 1),
        ("children", (0, 0), 0),
        ("children", (0, 3), 1),
        ("children", (0, 0), 99),
        ("children", (1, 2), -99),
        ("children", (slice(None), 4), -1),
        ("children", (1, 0), 2),
    ],
)
def test_impossible_trees_are_refused(name, place, value):
    trees = Trees.of(grown(num_leaves=6))
    with pytest.raises(ValueError, match=r"tree|number"):
        replace(trees, **{name: changed(getattr(trees, name), place, value)}).check(N_FEATURES)


@pytest.mark.parametrize("sizes", [[], [6] * 9, [6] * 11])
def test_a_wrong_number_of_trees_is_refused(sizes):
    trees = Trees.of(grown(num_leaves=6))
    with pytest.raises(ValueError, match="number of leaves"):
        replace(trees, sizes=np.array(sizes, dtype=np.int32)).check(N_FEATURES)
