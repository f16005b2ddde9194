"""Boosted trees are stored as text."""

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
from lcp.estimators.booster_text import thread_count
from tests.estimators.conftest import small_data

QUICK = {"n_estimators": 60, "learning_rate": 0.1, "n_jobs": 1}


@parametrize_with_checks([BoostedTrees(**QUICK), BoostedTrees(**QUICK, boosting="dart")])
def test_boosted_trees_pass_scikit_learns_checks(estimator, check):
    check(estimator)


def test_the_prediction_is_the_mean_over_the_seeds():
    X, y = small_data()
    model = BoostedTrees(**QUICK, n_seeds=3).fit(X, y)
    predictions = []
    for text in model.model_texts_:
        one = clone(model).set_params(n_seeds=1).fit(X, y)
        one.model_texts_, one._boosters, one._trees = [text], None, None
        predictions.append(one.predict(X))
    assert len({tuple(prediction) for prediction in predictions}) == 3
    np.testing.assert_allclose(model.predict(X), np.mean(predictions, axis=0), rtol=1e-12)


def test_the_seed_determines_the_model():
    X, y = small_data()
    first, again = (BoostedTrees(**QUICK, random_state=4).fit(X, y) for _ in range(2))
    other = BoostedTrees(**QUICK, random_state=5).fit(X, y)
    assert first.model_texts_ == again.model_texts_
    assert (first.predict(X) != other.predict(X)).any()


def test_consecutive_seeds_have_no_model_in_common():
    X, y = small_data()
    first, second = (
        set(BoostedTrees(**QUICK, random_state=seed).fit(X, y).model_texts_) for seed in (0, 1)
    )

    def trees(texts):
        return {text.split("\nparameters:")[0] for text in texts}

    assert not trees(first) & trees(second)


def test_the_number_of_threads_does_not_affect_the_model():
    X, y = small_data(n_rows=3000, n_features=20)
    models = [BoostedTrees(**{**QUICK, "n_jobs": jobs}).fit(X, y) for jobs in (1, 2, 4)]
    for model in models[1:]:
        assert model.model_texts_ == models[0].model_texts_
        np.testing.assert_array_equal(model.predict(X), models[0].predict(X))


def test_an_interruption_stops_the_training_of_all_seeds(monkeypatch):
    updates = []

    def update(self):
        updates.append(self)
        if len(updates) > 10:
            raise KeyboardInterrupt

    monkeypatch.setattr("lightgbm.Booster.update", update)
    X, y = small_data()
    with pytest.raises(KeyboardInterrupt):
        BoostedTrees(n_estimators=100_000, n_seeds=2, n_jobs=2).fit(X, y)
    assert len(updates) < 100_000


def test_training_in_threads_prints_nothing(capfd):
    X, y = small_data()
    BoostedTrees(**{**QUICK, "n_jobs": 2}).fit(X, y)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("n_jobs", "threads"), [(None, 0), (-1, 0), (-2, 7), (-99, 1), (3, 3)])
def test_threads_are_counted_as_scikit_learn_does(n_jobs, threads, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert thread_count(n_jobs) == threads


def test_predictions_are_identical_after_saving_with_skops(tmp_path):
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


def test_a_saved_model_contains_text_and_no_pickle(tmp_path):
    X, y = small_data()
    skops.io.dump(BoostedTrees(**QUICK).fit(X, y), tmp_path / "model.skops")
    with zipfile.ZipFile(tmp_path / "model.skops") as archive:
        assert archive.namelist() == ["schema.json"]
        schema = json.loads(archive.read("schema.json"))
    text = json.dumps(schema)
    assert "Booster" not in text.replace("BoostedTrees", "")
    assert "pickle" not in text.lower()
    assert "end of trees" in text


def test_a_copy_predicts_the_same():
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    assert not {"_boosters", "_trees"} & model.__getstate__().keys()
    copy = deepcopy(model)
    np.testing.assert_array_equal(copy.predict(X), model.predict(X))


@pytest.mark.parametrize("names", [["a[0]", 'b"', "c:d"], ["x y", "a,b", "{c}"]])
def test_any_feature_name_is_allowed(names):
    X, y = small_data(n_features=3)
    plain = BoostedTrees(**QUICK).fit(X.to_numpy(), y).predict(X.to_numpy())
    named = X.set_axis(names, axis=1)
    np.testing.assert_array_equal(BoostedTrees(**QUICK).fit(named, y).predict(named), plain)


def test_the_text_contains_feature_names_that_lightgbm_accepts():
    X, y = small_data(n_features=2)
    text = BoostedTrees(**QUICK).fit(X, y).model_texts_[0]
    assert "\nfeature_names=family__feature0@min family__feature1@min\n" in text


def test_thirty_rows_are_enough_to_learn_from():
    X, y = small_data(n_rows=30)
    predicted = BoostedTrees(n_jobs=1).fit(X, y).predict(X)
    assert np.corrcoef(predicted, y)[0, 1] > 0.8


def distinct_predictions(**parameters):
    """Return the number of leaves that one unrestricted tree gives to 1,000 distinct values."""
    X = np.arange(1000.0)[:, None]
    everything = {"subsample": 1.0, "subsample_freq": 0, "colsample_bytree": 1.0, "n_jobs": 1}
    tree = BoostedTrees(
        n_estimators=1,
        num_leaves=1000,
        min_child_samples=1,
        reg_lambda=0.0,
        n_seeds=1,
        **everything,
        **parameters,
    )
    return len(np.unique(tree.fit(X, X.ravel() / 1000).predict(X)))


def test_max_depth_limits_the_number_of_leaves():
    assert distinct_predictions(max_depth=1) == 2
    assert distinct_predictions(max_depth=3) == 8
    assert distinct_predictions() > 100


def test_the_number_of_bins_limits_the_number_of_thresholds():
    assert distinct_predictions(max_bin=10) == 10
    assert distinct_predictions(min_data_in_bin=100) == 10
    assert distinct_predictions(max_bin=500) > distinct_predictions() == 255


def test_dart_with_drop_rate_0_is_plain_boosting():
    X, y = small_data()
    plain = BoostedTrees(**QUICK).fit(X, y).predict(X)
    none, few, many = (
        BoostedTrees(**QUICK, boosting="dart", drop_rate=rate).fit(X, y).predict(X)
        for rate in (0.0, 0.1, 0.5)
    )
    np.testing.assert_allclose(none, plain, atol=1e-6)
    assert 0.001 < np.abs(few - plain).mean() < np.abs(many - plain).mean()
    np.testing.assert_array_equal(BoostedTrees(**QUICK, drop_rate=0.5).fit(X, y).predict(X), plain)


def test_dart_does_not_drop_the_mean():
    X, y = small_data()
    model = BoostedTrees(**QUICK, boosting="dart").fit(X, y + 5)
    predicted = model.predict(X)
    assert predicted.mean() == pytest.approx(y.mean() + 5, abs=0.01)
    assert np.corrcoef(predicted, y)[0, 1] > 0.9
    np.testing.assert_allclose(model.contributions(X).sum(axis=1), predicted, rtol=1e-9)


def test_a_saved_model_without_a_newer_parameter_gets_its_default(tmp_path):
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    before = model.predict(X)
    for parameter in ("max_depth", "max_bin", "min_data_in_bin", "drop_rate"):
        delattr(model, parameter)
    skops.io.dump(model, tmp_path / "model.skops")
    loaded = skops.io.load(tmp_path / "model.skops", trusted=["lcp.estimators.BoostedTrees"])
    assert clone(loaded).get_params() == BoostedTrees(**QUICK).get_params()
    np.testing.assert_array_equal(loaded.predict(X), before)
    assert clone(loaded).fit(X, y).model_texts_ == loaded.model_texts_


def test_missing_values_are_not_imputed():
    generator = np.random.default_rng(0)
    present = generator.random(400) < 0.5
    X = np.where(present, generator.normal(size=400), np.nan)[:, None]
    model = BoostedTrees(**QUICK).fit(X, present.astype(float))
    np.testing.assert_allclose(model.predict([[np.nan], [0.0]]), [0, 1], atol=0.05)


def test_missing_ratings_and_infinite_features_raise_an_error():
    X, y = small_data()
    with pytest.raises(ValueError, match="NaN"):
        BoostedTrees(**QUICK).fit(X, np.where(y > 0.3, np.nan, y))
    with pytest.raises(ValueError, match="infinity"):
        BoostedTrees(**QUICK).fit(X.fillna(np.inf), y)


def test_other_features_than_in_training_raise_an_error():
    X, y = small_data()
    model = BoostedTrees(**QUICK).fit(X, y)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(X[X.columns[::-1]])
    with pytest.raises(NotFittedError):
        clone(model).predict(X)


def test_importance_is_highest_for_the_features_that_determine_the_target():
    X, y = small_data()
    importances = BoostedTrees(**QUICK).fit(X, y).feature_importances_
    assert importances.shape == (6,)
    assert list(np.argsort(-importances)[:2]) == [0, 1]


@pytest.mark.parametrize("boosting", ["gbdt", "rf"])
def test_contributions_sum_to_the_prediction(boosting):
    X, y = small_data()
    model = BoostedTrees(**QUICK, boosting=boosting).fit(X, y)
    contributions = model.contributions(X)
    assert contributions.shape == (300, 7)
    np.testing.assert_allclose(contributions.sum(axis=1), model.predict(X), rtol=1e-9)
    assert np.abs(contributions[:, :-1]).mean(axis=0).argmax() == 0


def test_nothing_is_printed(capfd):
    X, y = small_data(n_rows=12)
    model = BoostedTrees(n_estimators=5).fit(X.assign(constant=1.0), y)
    model._boosters = None
    model.predict(X.assign(constant=1.0))
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "parameter",
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
def test_fit_raises_an_error_if_a_parameter_is_out_of_range(parameter):
    X, y = small_data(n_rows=30)
    with pytest.raises(ValueError, match=f"'{next(iter(parameter))}' parameter"):
        BoostedTrees(**parameter).fit(X, y)
