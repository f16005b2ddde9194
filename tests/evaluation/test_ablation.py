"""Ablation: the same folds and features for every model."""

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.estimators.regressor import Regressor
from lcp.evaluation.ablation import Ablation
from lcp.evaluation.bootstrap import holm, paired_difference
from lcp.evaluation.comparison import WHOLE, compare_models
from lcp.evaluation.crossvalidation import cross_validate
from lcp.evaluation.labels import METRICS
from lcp.features.featureset import FeatureSet
from lcp.targets import Targets
from tests.errors import refused

FEATURES = FeatureSet({"length": {}, "frequency": {"sources": ["wordfreq"]}, "readability": {}})


class Spy(Regressor):
    """Predicts from the first columns, and records the columns and ratings of its training data."""

    calls: ClassVar[list] = []

    def fit(self, X, y):
        self.calls.append((X.names, y.tolist()))
        return self

    def predict(self, X):
        columns = np.nan_to_num(np.asarray(X.values))
        return 1 / (1 + np.exp(-columns[:, :3].mean(axis=1) / 10))


@pytest.fixture(autouse=True)
def reset():
    Spy.calls.clear()


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample", task=1).iloc[::2].reset_index(drop=True)


OPTIONS = {"repeats": 2, "cv": 3, "n_jobs": 1}


def families(columns):
    return {column.split("__")[0] for column in columns}


def test_leave_one_out_leaves_out_each_family_in_turn(table):
    rows = Ablation.prepare(table, FEATURES, Spy(), **OPTIONS).run().scores
    pearson = rows[(rows["metric"] == "pearson") & (rows["step"] != "permuted")]
    assert pearson["step"].tolist() == ["reference", "without", "without", "without"]
    assert pearson["group"].tolist() == ["all", "length", "frequency", "readability"]
    whole, *parts = pearson["columns"]
    assert sum(whole - part for part in parts) == whole
    trained = [frozenset(families(columns)) for columns, _ in Spy.calls]
    for name in FEATURES.families:
        assert trained.count(frozenset(FEATURES.families.keys() - {name})) == 6


def test_a_group_covers_an_instance_if_one_of_its_features_has_a_value(table):
    some = table[["genre", "sentence", "token", "complexity"]]
    unknown = some.assign(sentence="A zxqvy there.")
    unknown = unknown.drop(columns="token").merge(pd.DataFrame({"token": ["zxqvy"]}), how="cross")
    half = pd.concat([some, unknown], ignore_index=True)
    features = FeatureSet({"length": {}, "frequency": {"sources": ["wordfreq"]}})
    coverage = (
        Ablation.prepare(half, features, Spy(), **OPTIONS)
        .run()
        .scores.groupby("group")["coverage"]
        .first()
    )
    assert coverage["length"] == 1
    assert coverage["frequency"] == pytest.approx(0.5, abs=0.02)


def test_permuting_the_only_useful_part_costs_all(table):
    class Length(Spy):
        def predict(self, X):
            if "length__characters" not in X.names:
                return super().predict(X)
            return 1 / (1 + np.exp(-X.column("length__characters") / 10))

    rows = Ablation.prepare(table, FEATURES, Length(), **OPTIONS).run().scores
    rows = rows[(rows["step"] == "permuted") & (rows["metric"] == "pearson")].set_index("group")
    whole = rows.loc["frequency", "value"]
    assert rows.loc[["frequency", "readability"], "difference"].tolist() == [0, 0]
    assert rows.loc["length", "difference"] == pytest.approx(-whole, abs=0.2)


def test_a_learning_curve_trains_on_growing_shares_of_the_groups(table):
    scores = (
        Ablation.prepare(table, FEATURES, Spy(), repeats=1, cv=3, n_jobs=1, curve=True).run().scores
    )
    shares = scores[(scores["step"] == "share") & (scores["metric"] == "pearson")]
    assert shares["group"].tolist() == ["10%", "20%", "40%", "60%", "80%"]
    whole = scores.loc[0, "train"]
    np.testing.assert_allclose(shares["train"] / whole, [0.1, 0.2, 0.4, 0.6, 0.8], atol=0.05)
    trained = [{*rows} for columns, rows in Spy.calls if len(families(columns)) == 3]
    first = [rows for rows in trained if len(rows) < len(table) * 0.6]
    assert all(any(small < large for large in trained) for small in first)


def test_equal_ratings_are_refused_before_any_feature_is_computed(table):
    computed = []
    with refused("All instances have the same rating"):
        Ablation.prepare(table.assign(complexity=0.3), FEATURES, Spy(), progress=computed.append)
    assert computed == []


@pytest.mark.parametrize("recipe", ["lightgbm", "extra-trees"])
def test_every_model_equals_a_cross_validation_of_the_set_without_the_part(
    table, recipe, monkeypatch
):
    # `frequency` learns from the training instances.
    estimator = lcp.load_estimator(recipe, n_jobs=1).set_params(n_estimators=10, n_seeds=2)
    compared = []
    monkeypatch.setattr(
        "lcp.evaluation.ablation.compare_models",
        lambda table, predictions, **options: (
            compared.append(predictions) or compare_models(table, predictions, **options)
        ),
    )
    result = Ablation.prepare(table, FEATURES, estimator, **{**OPTIONS, "n_jobs": 2}).run()
    for name in (WHOLE, *FEATURES.families):
        others = {other: FEATURES.families[other] for other in FEATURES.families if other != name}
        alone = cross_validate(table, FeatureSet(others), estimator, cv=3, repeats=2)
        np.testing.assert_array_equal(compared[0][name], alone)
    np.testing.assert_array_equal(result.predictions, compared[0][WHOLE])


def test_a_single_family_or_an_unknown_grouping_raises_an_error(table):
    one_family = FeatureSet({"length": {}})
    with refused("only one family"):
        Ablation.prepare(table, one_family, Spy(), **OPTIONS)
    with refused("'families'"):
        Ablation.prepare(table, FEATURES, Spy(), leave_out="families", **OPTIONS)


@pytest.fixture(scope="module")
def predictions():
    table = lcp.load_corpus("sample").iloc[::2].reset_index(drop=True)
    noise = np.random.default_rng(0).normal(size=(2, len(table), 2))
    whole = table["complexity"].to_numpy()[:, None] + 0.05 * noise[0]
    return table, {WHOLE: whole, "c": whole + 0.1 * noise[1], "b": whole.copy()}


def test_the_interval_of_one_repeat_is_the_paired_interval(predictions):
    table, models = predictions
    one = {part: columns[:, :1] for part, columns in models.items()}
    rows = compare_models(Targets.rated(table), one, n_resamples=200)
    rows = rows[(rows["subset"] == "all") & (rows["group"] == "c")].set_index("metric")
    expected = paired_difference(
        table["complexity"],
        one["c"][:, 0],
        one[WHOLE][:, 0],
        groups=table["token"],
        n_resamples=200,
    )
    names = ["difference", "difference_low", "difference_high"]
    np.testing.assert_allclose(
        rows.loc[list(METRICS), names], expected.loc[list(METRICS), ["value", "low", "high"]]
    )


def test_equal_predictions_differ_by_0_and_p_is_corrected_within_a_subset_and_metric(predictions):
    rows = compare_models(Targets.rated(predictions[0]), predictions[1], n_resamples=200)
    same = rows[rows["group"] == "b"]
    assert (same[["difference", "difference_low", "difference_high"]] == 0).all(axis=None)
    assert (same["p_holm"] == 1).all()
    worse = rows[(rows["group"] == "c") & (rows["metric"] == "pearson")]
    assert (worse["difference_high"] < 0).all()
    assert (worse["p_holm"] < 0.001).all()
    some = rows[(rows["subset"] == "mwe") & (rows["metric"] == "mae")]
    np.testing.assert_allclose(some["p_holm"], holm(some["p"]))
    assert some["difference"].isna().tolist() == [True, False, False]
