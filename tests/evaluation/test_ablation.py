"""Ablation: the same folds and features for every cell, resumable."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.errors import InputError
from lcp.estimators import Regressor
from lcp.evaluation.ablation import SHARES, Ablation, ablate
from lcp.evaluation.crossvalidation import SharedFeatures, cross_validate
from lcp.evaluation.splits import groups
from lcp.features.featureset import FeatureSet

FEATURES = FeatureSet(
    {
        "length": {"cmudict": False},
        "frequency": {"sources": ["wordfreq"]},
        "readability": {"cmudict": False},
    }
)


class Spy(Regressor):
    """Predicts from the first columns, and records its training data."""

    calls: ClassVar[list] = []
    fail_after: ClassVar[float] = np.inf

    def fit(self, X, y):
        if len(self.calls) >= self.fail_after:
            raise KeyboardInterrupt
        self.calls.append((list(X.columns), list(X.index)))
        return self

    def predict(self, X):
        columns = X.select_dtypes("number").fillna(0).to_numpy()
        return 1 / (1 + np.exp(-columns[:, :3].mean(axis=1) / 10))


@pytest.fixture(autouse=True)
def reset():
    Spy.calls.clear()
    Spy.fail_after = np.inf


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample", task=1).iloc[::2].reset_index(drop=True)


OPTIONS = {"repeats": 2, "folds": 3, "n_jobs": 1}


def families(columns):
    return {column.split("__")[0] for column in columns}


def test_leave_one_out_leaves_out_each_family_in_turn(table):
    rows = ablate(FEATURES, Spy(), table, **OPTIONS).scores
    pearson = rows[rows["metric"] == "pearson"]
    assert pearson["step"].tolist() == ["reference", "without", "without", "without"]
    assert pearson["group"].tolist() == ["all", "length", "frequency", "readability"]
    whole, *parts = pearson["columns"]
    assert sum(whole - part for part in parts) == whole
    trained = [frozenset(families(columns)) for columns, _ in Spy.calls]
    for name in FEATURES.families:
        assert trained.count(frozenset(FEATURES.families.keys() - {name})) == 6


def test_every_cell_of_a_fold_trains_on_the_same_rows(table):
    ablate(FEATURES, Spy(), table, repeats=1, folds=3, n_jobs=1)
    whole = [rows for columns, rows in Spy.calls if len(families(columns)) == 3][:3]
    for name in FEATURES.families:
        left = FEATURES.families.keys() - {name}
        assert [rows for columns, rows in Spy.calls if families(columns) == left] == whole


def test_predictions_of_the_whole_set_equal_an_ordinary_cross_validation(table):
    estimator = lcp.load_estimator("ridge")
    result = ablate(FEATURES, estimator, table, **OPTIONS)
    expected = cross_validate(FEATURES, estimator, table, folds=3, repeats=2)
    np.testing.assert_array_equal(result.predictions, expected)


@pytest.mark.parametrize("recipe", ["lightgbm", "extra-trees"])
def test_every_cell_equals_a_cross_validation_of_the_set_without_the_family(table, recipe):
    # `frequency` learns from the training instances.
    estimator = lcp.load_estimator(recipe, n_jobs=1).set_params(n_estimators=10, n_seeds=2)
    study = Ablation.prepare(FEATURES, estimator, table, **{**OPTIONS, "n_jobs": 2})
    study.run()
    for name in FEATURES.families:
        others = {other: FEATURES.families[other] for other in FEATURES.families if other != name}
        cell = study._predictions(study._cell(others), 2)
        alone = cross_validate(FeatureSet(others), estimator, table, folds=3, repeats=2)
        np.testing.assert_array_equal(cell, alone)


def test_scores_do_not_depend_on_the_number_of_threads(table):
    estimator = lcp.load_estimator("lightgbm", n_jobs=1).set_params(n_estimators=5)
    one, two = (
        ablate(FEATURES, estimator, table, repeats=1, folds=2, n_jobs=jobs) for jobs in (1, 3)
    )
    assert one.scores.equals(two.scores)


def test_features_are_computed_once_for_all_cells(table, monkeypatch):
    learned = []
    original = SharedFeatures._learned_from

    def count(self, train):
        learned.append(len(train))
        return original(self, train)

    monkeypatch.setattr(SharedFeatures, "_learned_from", count)
    study = Ablation.prepare(FEATURES, Spy(), table, **OPTIONS)
    curve = study.steps() - 4 * 2
    study.run()
    # Once for the coverage, once per fold, and once per fold of the learning curve.
    assert len(learned) == 1 + 2 * 3 + 3 * curve


def test_only_one_is_compared_with_log_frequency_alone(table):
    rows = ablate(FEATURES, Spy(), table, mode="only-one", **OPTIONS).scores
    pearson = rows[rows["metric"] == "pearson"].set_index("group")
    assert list(pearson["step"]) == ["reference", "only", "only", "only", "all"]
    assert pearson.loc["frequency-baseline", "columns"] == 1
    baseline = pearson.loc["frequency-baseline", "value"]
    differences = pearson["value"] - baseline
    assert pearson["difference"].iloc[1:].tolist() == pytest.approx(differences.iloc[1:].tolist())


def test_add_one_adds_the_best_first_and_compares_with_the_step_before(table):
    estimator = lcp.load_estimator("linear")
    alone = ablate(FEATURES, estimator, table, mode="only-one", **OPTIONS).scores
    alone = alone[(alone["metric"] == "pearson") & (alone["step"] == "only")]
    best = alone.set_index("group")["value"].idxmax()
    study = Ablation.prepare(FEATURES, estimator, table, mode="add-one", **OPTIONS)
    labels = []
    rows = study.run(progress=labels.append).scores
    assert len(labels) == study.steps()
    pearson = rows[rows["metric"] == "pearson"]
    assert pearson["group"].iloc[:2].tolist() == ["frequency-baseline", best]
    assert set(pearson["group"].iloc[1:]) == set(FEATURES.families)
    steps = pearson["value"].diff().iloc[1:]
    assert pearson["difference"].iloc[1:].tolist() == pytest.approx(steps.tolist())


@pytest.mark.parametrize("mode", ["leave-one-out", "only-one"])
def test_progress_is_reported_as_often_as_steps_announces(table, mode):
    study, labels = Ablation.prepare(FEATURES, Spy(), table, mode=mode, **OPTIONS), []
    study.run(progress=labels.append)
    assert len(labels) == study.steps()
    assert labels[-1].startswith("70% of the training data")


def test_a_larger_share_contains_the_smaller_ones_and_keeps_tokens_together(table):
    result = ablate(FEATURES, Spy(), table, repeats=1, folds=2, n_jobs=1)
    whole = [set(rows) for columns, rows in Spy.calls if len(families(columns)) == 3]
    first = [rows for rows in whole if rows <= whole[0]]
    assert all(a <= b or b <= a for a in first for b in first)
    tokens = groups(table, "token")
    for rows in first:
        assert set(tokens[list(rows)]).isdisjoint(tokens[list(whole[0] - rows)])
    assert sorted(result.learning["share"].unique()) == sorted({1.0, 0.7})


def test_an_interrupted_run_resumes(table, tmp_path):
    options = {**OPTIONS, "out": tmp_path / "a"}
    expected = ablate(FEATURES, Spy(), table, **OPTIONS)
    Spy.calls.clear()
    Spy.fail_after = 7
    with pytest.raises(KeyboardInterrupt):
        ablate(FEATURES, Spy(), table, **options)
    # Two cells of three folds are finished, the third is not.
    Spy.fail_after = np.inf
    Spy.calls.clear()
    study = Ablation.prepare(FEATURES, Spy(), table, **options)
    assert study.n_finished == 2
    result = study.run()
    assert result.n_finished == 2
    assert len(Spy.calls) == 3 * (study.steps() - 2)
    assert result.scores.equals(expected.scores)
    assert Ablation.prepare(FEATURES, Spy(), table, **options).n_finished == study.steps()


def test_other_settings_in_the_same_folder_raise_an_error_before_the_work(table, tmp_path):
    options = {**OPTIONS, "out": tmp_path / "a"}
    Ablation.prepare(FEATURES, Spy(), table, **options)
    with pytest.raises(InputError, match="random_state was 0, is now 1"):
        Ablation.prepare(FEATURES, Spy(), table, random_state=1, **options)
    with pytest.raises(InputError, match="sha256"):
        Ablation.prepare(FEATURES, Spy(), table.iloc[1:], **options)


def test_a_single_family_or_an_unknown_mode_raises_an_error(table):
    one_family = FeatureSet({"length": {"cmudict": False}})
    with pytest.raises(InputError, match="only one family"):
        Ablation.prepare(one_family, Spy(), table, **OPTIONS)
    with pytest.raises(InputError, match="leave-one-out"):
        Ablation.prepare(FEATURES, Spy(), table, mode="leave-two-out", **OPTIONS)


def test_a_group_covers_an_instance_if_one_of_its_features_has_a_value(table):
    some = table[["genre", "sentence", "token", "complexity"]]
    unknown = some.assign(sentence="A zxqvy there.")
    unknown = unknown.drop(columns="token").merge(pd.DataFrame({"token": ["zxqvy"]}), how="cross")
    half = pd.concat([some, unknown], ignore_index=True)
    features = FeatureSet({"length": {"cmudict": False}, "frequency": {"sources": ["wordfreq"]}})
    coverage = Ablation.prepare(features, Spy(), half, **OPTIONS).coverage
    assert coverage["length"] == 1
    assert coverage["frequency"] == pytest.approx(0.5, abs=0.02)


def test_equal_ratings_are_refused_before_any_feature_is_computed(table):
    computed = []
    with pytest.raises(InputError, match="All instances have the same rating"):
        Ablation.prepare(FEATURES, Spy(), table.assign(complexity=0.3), progress=computed.append)
    assert computed == []


def test_the_learning_curve_has_no_share_below_fifty_training_instances(table):
    shares = ablate(FEATURES, Spy(), table, repeats=1, folds=2, n_jobs=1).learning["share"]
    assert sorted(shares.unique()) == [share for share in SHARES if share * len(table) / 2 >= 50]
