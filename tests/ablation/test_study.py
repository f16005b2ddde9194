"""Ablation: the same folds for every cell, features extracted once, resumable."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import lcp
from lcp.ablation import Ablation, ablate
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import SharedFeatures, cross_validate
from lcp.featureset import FeatureSet
from lcp.splits import groups

FEATURES = FeatureSet(
    {
        "length": {"cmudict": False},
        "frequency": {"sources": ["wordfreq"]},
        "readability": {"cmudict": False},
    }
)


class Spy(RegressorMixin, BaseEstimator):
    """Predicts from how many columns it saw; keeps the calls."""

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
def forget():
    Spy.calls.clear()
    Spy.fail_after = np.inf


@pytest.fixture(scope="module")
def table():
    return lcp.load_corpus("sample", task=1).iloc[::2].reset_index(drop=True)


OPTIONS = {"repeats": 2, "folds": 3, "jobs": 1}


def families(columns):
    return {column.split("__")[0] for column in columns}


def test_leave_one_out_leaves_out_each_family_in_turn(table):
    found = ablate(FEATURES, Spy(), table, **OPTIONS).scores
    pearson = found[found["metric"] == "pearson"]
    assert pearson["step"].tolist() == ["reference", "without", "without", "without"]
    assert pearson["group"].tolist() == ["all", "length", "frequency", "readability"]
    whole, *parts = pearson["columns"]
    assert sum(whole - part for part in parts) == whole
    trained = [frozenset(families(columns)) for columns, _ in Spy.calls]
    for name in FEATURES.families:
        assert trained.count(frozenset(FEATURES.families.keys() - {name})) == 6


def test_every_cell_of_a_fold_trains_on_the_same_rows(table):
    Ablation(FEATURES, Spy(), table, repeats=1, folds=3, jobs=1).run()
    whole = [rows for columns, rows in Spy.calls if len(families(columns)) == 3][:3]
    for name in FEATURES.families:
        left = FEATURES.families.keys() - {name}
        assert [rows for columns, rows in Spy.calls if families(columns) == left] == whole


def test_the_whole_set_predicts_as_in_an_ordinary_cross_validation(table):
    estimator = lcp.load_estimator("ridge")
    found = ablate(FEATURES, estimator, table, **OPTIONS)
    expected = cross_validate(FEATURES, estimator, table, folds=3, repeats=2)
    np.testing.assert_array_equal(found.predictions, expected)


def test_threads_change_nothing(table):
    estimator = lcp.load_estimator("lightgbm", jobs=1).set_params(n_estimators=5)
    one, two = (
        ablate(FEATURES, estimator, table, repeats=1, folds=2, jobs=jobs) for jobs in (1, 3)
    )
    assert one.scores.equals(two.scores)


def test_features_are_computed_once_for_all_cells(table, monkeypatch):
    learned = []
    original = SharedFeatures.learned_from

    def count(self, train):
        learned.append(len(train))
        return original(self, train)

    monkeypatch.setattr(SharedFeatures, "learned_from", count)
    study = Ablation(FEATURES, Spy(), table, **OPTIONS)
    curve = study.steps() - 4 * 2
    study.run()
    # Once on everything for the coverage, once a fold, and for each fold of the learning curve.
    assert len(learned) == 1 + 2 * 3 + 3 * curve


def test_only_one_is_compared_with_log_frequency_alone(table):
    found = ablate(FEATURES, Spy(), table, mode="only-one", **OPTIONS).scores
    pearson = found[found["metric"] == "pearson"].set_index("group")
    assert list(pearson["step"]) == ["reference", "only", "only", "only", "all"]
    assert pearson.loc["frequency-baseline", "columns"] == 1
    baseline = pearson.loc["frequency-baseline", "value"]
    differences = pearson["value"] - baseline
    assert pearson["difference"].iloc[1:].tolist() == pytest.approx(differences.iloc[1:].tolist())


def test_add_one_takes_the_best_first_and_compares_with_the_step_before(table):
    estimator = lcp.load_estimator("linear")
    alone = ablate(FEATURES, estimator, table, mode="only-one", **OPTIONS).scores
    alone = alone[(alone["metric"] == "pearson") & (alone["step"] == "only")]
    best = alone.set_index("group")["value"].idxmax()
    study = Ablation(FEATURES, estimator, table, mode="add-one", **OPTIONS)
    told = []
    found = study.run(progress=told.append).scores
    assert len(told) == study.steps()
    pearson = found[found["metric"] == "pearson"]
    assert pearson["group"].iloc[:2].tolist() == ["frequency-baseline", best]
    assert set(pearson["group"].iloc[1:]) == set(FEATURES.families)
    steps = pearson["value"].diff().iloc[1:]
    assert pearson["difference"].iloc[1:].tolist() == pytest.approx(steps.tolist())


@pytest.mark.parametrize("mode", ["leave-one-out", "only-one"])
def test_progress_is_told_as_often_as_announced(table, mode):
    study, told = Ablation(FEATURES, Spy(), table, mode=mode, **OPTIONS), []
    study.run(progress=told.append)
    assert len(told) == study.steps()
    assert told[-1].startswith("70% of the training data")


def test_a_smaller_share_lies_within_a_larger_one_and_keeps_tokens_whole(table):
    result = Ablation(FEATURES, Spy(), table, repeats=1, folds=2, jobs=1).run()
    whole = [set(rows) for columns, rows in Spy.calls if len(families(columns)) == 3]
    first = [rows for rows in whole if rows <= whole[0]]
    assert all(a <= b or b <= a for a in first for b in first)
    tokens = groups(table, "token")
    for rows in first:
        assert set(tokens[list(rows)]).isdisjoint(tokens[list(whole[0] - rows)])
    assert sorted(result.learning["share"].unique()) == sorted({1.0, 0.7})


def test_an_interrupted_run_goes_on_where_it_was(table, tmp_path):
    options = {**OPTIONS, "out": tmp_path / "a"}
    expected = ablate(FEATURES, Spy(), table, **OPTIONS)
    Spy.calls.clear()
    Spy.fail_after = 7
    with pytest.raises(KeyboardInterrupt):
        ablate(FEATURES, Spy(), table, **options)
    # Two cells of three folds are whole; the third is not.
    Spy.fail_after = np.inf
    Spy.calls.clear()
    study = Ablation(FEATURES, Spy(), table, **options)
    assert study.found == 2
    result = study.run()
    assert result.found == 2
    assert len(Spy.calls) == 3 * (study.steps() - 2)
    assert result.scores.equals(expected.scores)
    assert Ablation(FEATURES, Spy(), table, **options).found == study.steps()


def test_other_settings_in_the_same_folder_are_refused_before_the_work(table, tmp_path):
    Ablation(FEATURES, Spy(), table, out=tmp_path / "a", **OPTIONS)
    with pytest.raises(InputError, match="seed 0 then, 1 now"):
        Ablation(FEATURES, Spy(), table, out=tmp_path / "a", seed=1, **OPTIONS)
    with pytest.raises(InputError, match="sha256"):
        Ablation(FEATURES, Spy(), table.iloc[1:], out=tmp_path / "a", **OPTIONS)


def test_one_family_alone_has_nothing_to_be_compared_with(table):
    lonely = FeatureSet({"length": {"cmudict": False}})
    with pytest.raises(InputError, match="only one family"):
        Ablation(lonely, Spy(), table, **OPTIONS)
    with pytest.raises(InputError, match="leave-one-out"):
        Ablation(lonely, Spy(), table, mode="leave-two-out", **OPTIONS)


def test_coverage_is_told_by_family_and_by_resource(table):
    found = Ablation(FEATURES, Spy(), table, **OPTIONS).coverage
    assert list(found["family"].index) == list(FEATURES.families)
    assert found["family"].loc["length", "instances"] == 1
    assert found["resource"].loc["Speer (2022), wordfreq", "targets"] <= 1
