"""Boosted trees are kept as text."""

from __future__ import annotations

import json
import zipfile
from copy import deepcopy

import numpy as np
import pytest
import skops.io
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import parametrize_with_checks

from lcp.estimators import BoostedTrees
from tests.estimators.conftest import small_data

QUICK = {"n_estimators": 60, "learning_rate": 0.1, "n_jobs": 1}


@parametrize_with_checks([BoostedTrees(**QUICK), BoostedTrees(**QUICK, boosting="dart")])
def test_boosted_trees_are_a_scikit_learn_regressor(estimator, check):
    check(estimator)


def test_the_prediction_is_the_mean_over_the_seeds():
    X, y = small_data()
    model = BoostedTrees(**QUICK, n_seeds=3).fit(X, y)
    each = []
    for text in model.model_texts_:
        one = clone(model).set_params(n_seeds=1).fit(X, y)
        one.model_texts_, one._boosters = [text], None
        each.append(one.predict(X))
    assert len({tuple(prediction) for prediction in each}) == 3
    np.testing.assert_allclose(model.predict(X), np.mean(each, axis=0), rtol=1e-12)


def test_the_same_seed_gives_the_same_model_and_another_seed_another():
    X, y = small_data()
    first, again = (BoostedTrees(**QUICK, seed=4).fit(X, y) for _ in range(2))
    other = BoostedTrees(**QUICK, seed=5).fit(X, y)
    assert first.model_texts_ == again.model_texts_
    assert (first.predict(X) != other.predict(X)).any()


def test_neighbouring_seeds_share_no_member():
    X, y = small_data()
    first, second = (
        set(BoostedTrees(**QUICK, seed=seed).fit(X, y).model_texts_) for seed in (0, 1)
    )

    def trees(texts):
        return {text.split("\nparameters:")[0] for text in texts}

    assert not trees(first) & trees(second)


def test_the_number_of_threads_changes_neither_model_nor_prediction():
    X, y = small_data(n_rows=3000, n_features=20)
    models = [BoostedTrees(**{**QUICK, "n_jobs": jobs}).fit(X, y) for jobs in (1, 2, 4)]
    for model in models[1:]:
        assert model.model_texts_ == models[0].model_texts_
        np.testing.assert_array_equal(model.predict(X), models[0].predict(X))


@pytest.mark.parametrize(("n_jobs", "threads"), [(None, 0), (-1, 0), (-2, 7), (-99, 1), (3, 3)])
def test_threads_are_counted_as_scikit_learn_does(n_jobs, threads, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert BoostedTrees(n_jobs=n_jobs)._threads() == threads


def test_a_model_goes_through_skops_with_identical_predictions(tmp_path):
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    before = model.predict(X)
    skops.io.dump(model, tmp_path / "model.skops")
    flagged = skops.io.get_untrusted_types(file=tmp_path / "model.skops")
    assert flagged == ["lcp.estimators.BoostedTrees"]
    loaded = skops.io.load(tmp_path / "model.skops", trusted=flagged)
    assert loaded.model_texts_ == model.model_texts_
    assert list(loaded.feature_names_in_) == list(X.columns)
    np.testing.assert_array_equal(loaded.predict(X), before)
    np.testing.assert_array_equal(loaded.feature_importances_, model.feature_importances_)


def test_a_saved_model_holds_text_and_no_pickle(tmp_path):
    X, y = small_data()
    skops.io.dump(BoostedTrees(**QUICK).fit(X, y), tmp_path / "model.skops")
    with zipfile.ZipFile(tmp_path / "model.skops") as archive:
        assert archive.namelist() == ["schema.json"]
        schema = json.loads(archive.read("schema.json"))
    found = json.dumps(schema)
    assert "Booster" not in found.replace("BoostedTrees", "")
    assert "pickle" not in found.lower()
    assert "end of trees" in found


def test_a_copy_predicts_the_same():
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    assert "_boosters" not in model.__getstate__()
    copy = deepcopy(model)
    np.testing.assert_array_equal(copy.predict(X), model.predict(X))


@pytest.mark.parametrize("names", [["a[0]", 'b"', "c:d"], ["x y", "a,b", "{c}"]])
def test_any_feature_name_is_allowed(names):
    X, y = small_data(n_features=3)
    plain = BoostedTrees(**QUICK).fit(X.to_numpy(), y).predict(X.to_numpy())
    named = X.set_axis(names, axis=1)
    np.testing.assert_array_equal(BoostedTrees(**QUICK).fit(named, y).predict(named), plain)


def test_the_text_names_the_features_where_it_can():
    X, y = small_data(n_features=2)
    text = BoostedTrees(**QUICK).fit(X, y).model_texts_[0]
    assert "\nfeature_names=family__feature0@min family__feature1@min\n" in text


def test_thirty_rows_are_enough_to_learn_something():
    X, y = small_data(n_rows=30)
    predicted = BoostedTrees(n_jobs=1).fit(X, y).predict(X)
    assert np.corrcoef(predicted, y)[0, 1] > 0.8


def distinct_predictions(**options):
    """How many different values one full tree gives to a feature of 1,000 distinct values."""
    X = np.arange(1000.0)[:, None]
    everything = {"subsample": 1.0, "subsample_freq": 0, "colsample_bytree": 1.0, "n_jobs": 1}
    tree = BoostedTrees(
        n_estimators=1,
        num_leaves=1000,
        min_child_samples=1,
        reg_lambda=0.0,
        n_seeds=1,
        **everything,
        **options,
    )
    return len(np.unique(tree.fit(X, X.ravel() / 1000).predict(X)))


def test_a_tree_of_a_depth_has_at_most_two_to_its_power_leaves():
    assert distinct_predictions(max_depth=1) == 2
    assert distinct_predictions(max_depth=3) == 8
    assert distinct_predictions() > 100


def test_there_are_no_more_thresholds_than_intervals():
    assert distinct_predictions(max_bin=10) == 10
    assert distinct_predictions(min_data_in_bin=100) == 10
    assert distinct_predictions(max_bin=500) > distinct_predictions() == 255


def test_dart_drops_trees_at_its_rate_and_without_any_is_plain_boosting():
    X, y = small_data()
    plain = BoostedTrees(**QUICK).fit(X, y).predict(X)
    kept, few, many = (
        BoostedTrees(**QUICK, boosting="dart", drop_rate=rate).fit(X, y).predict(X)
        for rate in (0.0, 0.1, 0.5)
    )
    np.testing.assert_allclose(kept, plain, atol=1e-6)
    assert 0.001 < np.abs(few - plain).mean() < np.abs(many - plain).mean()
    np.testing.assert_array_equal(BoostedTrees(**QUICK, drop_rate=0.5).fit(X, y).predict(X), plain)


def test_dart_does_not_drop_the_mean():
    X, y = small_data()
    model = BoostedTrees(**QUICK, boosting="dart").fit(X, y + 5)
    predicted = model.predict(X)
    assert predicted.mean() == pytest.approx(y.mean() + 5, abs=0.01)
    assert np.corrcoef(predicted, y)[0, 1] > 0.9
    np.testing.assert_allclose(model.contributions(X).sum(axis=1), predicted, rtol=1e-9)


def test_a_model_from_before_an_option_has_its_default(tmp_path):
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    before = model.predict(X)
    for option in ("max_depth", "max_bin", "min_data_in_bin", "drop_rate"):
        delattr(model, option)
    skops.io.dump(model, tmp_path / "model.skops")
    loaded = skops.io.load(tmp_path / "model.skops", trusted=["lcp.estimators.BoostedTrees"])
    assert clone(loaded).get_params() == BoostedTrees(**QUICK).get_params()
    np.testing.assert_array_equal(loaded.predict(X), before)
    assert clone(loaded).fit(X, y).model_texts_ == loaded.model_texts_


def test_a_missing_value_is_not_a_number_that_was_filled_in():
    generator = np.random.default_rng(0)
    known = generator.random(400) < 0.5
    X = np.where(known, generator.normal(size=400), np.nan)[:, None]
    model = BoostedTrees(**QUICK).fit(X, known.astype(float))
    np.testing.assert_allclose(model.predict([[np.nan], [0.0]]), [0, 1], atol=0.05)


def test_a_missing_or_infinite_value_elsewhere_is_refused():
    X, y = small_data()
    with pytest.raises(ValueError, match="NaN"):
        BoostedTrees(**QUICK).fit(X, np.where(y > 0.3, np.nan, y))
    with pytest.raises(ValueError, match="infinity"):
        BoostedTrees(**QUICK).fit(X.fillna(np.inf), y)


def test_features_that_are_not_those_of_training_are_refused():
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(X[X.columns[::-1]])
    with pytest.raises(NotFittedError):
        clone(model).predict(X)


def test_importance_is_highest_for_what_the_target_was_made_of():
    X, y = small_data()
    importances = BoostedTrees(**QUICK).fit(X, y).feature_importances_
    assert importances.shape == (6,)
    assert list(np.argsort(-importances)[:2]) == [0, 1]


@pytest.mark.parametrize("boosting", ["gbdt", "rf"])
def test_contributions_add_up_to_the_prediction(boosting):
    X, y = small_data()
    model = BoostedTrees(**QUICK, boosting=boosting).fit(X, y)
    contributions = model.contributions(X)
    assert contributions.shape == (300, 7)
    np.testing.assert_allclose(contributions.sum(axis=1), model.predict(X), rtol=1e-9)
    shares = np.abs(contributions[:, :-1]).mean(axis=0)
    assert shares.argmax() == 0


def test_nothing_is_printed(capfd):
    X, y = small_data(n_rows=12)
    model = BoostedTrees(n_estimators=5).fit(X.assign(constant=1.0), y)
    model._boosters = None
    model.predict(X.assign(constant=1.0))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "option",
    [
        {"n_estimators": 0},
        {"subsample": 1.5},
        {"num_leaves": 1},
        {"max_depth": 0},
        {"max_bin": 1},
        {"min_data_in_bin": 0},
        {"drop_rate": 1.1},
        {"n_seeds": 0},
        {"n_jobs": 0},
    ],
)
def test_an_option_out_of_range_is_refused_when_fitting(option):
    X, y = small_data(n_rows=30)
    with pytest.raises(ValueError, match=f"'{next(iter(option))}' parameter"):
        BoostedTrees(**option).fit(X, y)
