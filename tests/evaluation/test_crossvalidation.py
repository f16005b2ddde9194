"""Cross-validation: every prediction is for a group that the model never saw."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import lcp
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import cross_validate, score_table, steps, subsets
from lcp.evaluation.metrics import METRICS, scores
from lcp.extractors import Extractor, Feature, families
from lcp.extractors.base import _REGISTRY
from lcp.featureset import FeatureSet
from lcp.splits import groups


class Spy(RegressorMixin, BaseEstimator):
    """Predicts a tenth of the word's length; keeps the rows of each call."""

    fitted: ClassVar[list] = []
    predicted: ClassVar[list] = []

    def __init__(self, column="length__characters@mean", divisor=10):
        self.column = column
        self.divisor = divisor

    def fit(self, X, y):
        self.fitted.append(pd.Series(y, index=X.index))
        self.columns_ = list(X.columns)
        return self

    def predict(self, X):
        assert list(X.columns) == self.columns_
        self.predicted.append(X.index)
        return X[self.column].to_numpy() / self.divisor


@pytest.fixture(autouse=True)
def forget():
    families()
    before = dict(_REGISTRY)
    Spy.fitted.clear()
    Spy.predicted.clear()
    yield
    _REGISTRY.clear()
    _REGISTRY.update(before)


@pytest.fixture
def table():
    sample = lcp.load_corpus("sample").iloc[::3]
    return sample.set_axis([f"row {n}" for n in range(len(sample))])


LENGTH = FeatureSet({"length": {"cmudict": False}})


def families_that_spy(log):
    def family(title, does_learn):
        class SpyFamily(Extractor):
            name = title
            level = "context"
            learns = does_learn

            def features(self):
                return [Feature("rows", "rows that were learned from", "rows", "test")]

            def fit(self, frame):
                log.append((title, "fit", frame.index))
                self.rows_ = len(frame)
                return self

            def extract(self, frame):
                log.append((title, "extract", frame.index))
                return pd.DataFrame({"rows": float(self.rows_)}, index=frame.index)

    family("learner", does_learn=True)
    family("bystander", does_learn=False)
    return FeatureSet({"bystander": {}, "length": {"cmudict": False}, "learner": {}})


def test_every_row_is_predicted_once_per_repeat(table):
    found = cross_validate(LENGTH, Spy(), table, folds=4, repeats=2)
    assert len(Spy.predicted) == 8
    for repeat in (Spy.predicted[:4], Spy.predicted[4:]):
        rows = [row for fold in repeat for row in fold]
        assert sorted(rows) == sorted(table.index)
    assert list(found.columns) == ["repeat_1", "repeat_2"]


def test_a_prediction_stands_in_the_row_of_its_instance(table):
    found = cross_validate(LENGTH, Spy(), table, folds=3)
    words = table["token"].str.split()
    expected = [min(1, np.mean([len(word) for word in row]) / 10) for row in words]
    assert found.index.equals(table.index)
    np.testing.assert_allclose(found["repeat_1"], expected)


def test_ratings_go_with_their_rows(table):
    cross_validate(LENGTH, Spy(), table, folds=3)
    for seen in Spy.fitted:
        pd.testing.assert_series_equal(seen, table["complexity"].loc[seen.index], check_names=False)


@pytest.mark.parametrize("group_by", ["token", "lemma", "sentence"])
def test_no_group_stands_on_both_sides(table, group_by):
    # Every instance twice, far apart: rows dealt out one by one would be torn from their twins.
    twice = pd.concat([table, table.set_axis(table.index + " again")])
    cross_validate(LENGTH, Spy(), twice, folds=4, group_by=group_by)
    group = groups(twice, group_by).set_axis(twice.index)
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert set(group[learned.index]).isdisjoint(group[predicted])
        assert len(learned) + len(predicted) == len(twice)


def test_what_is_not_held_out_is_trained_on_in_every_fold(table):
    held_out = np.arange(len(table)) % 3 == 0
    found = cross_validate(LENGTH, Spy(), table, folds=4, held_out=held_out)
    assert found["repeat_1"].notna().tolist() == held_out.tolist()
    assert sorted(row for fold in Spy.predicted for row in fold) == sorted(table.index[held_out])
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert list(learned.index) == [row for row in table.index if row not in set(predicted)]


def test_predictions_stay_between_0_and_1(table):
    assert (cross_validate(LENGTH, Spy(divisor=0.1), table, folds=2) == 1).all(axis=None)
    assert (cross_validate(LENGTH, Spy(divisor=-1), table, folds=2) == 0).all(axis=None)


def test_a_learning_family_sees_the_training_rows_of_its_fold_alone(table):
    log = []
    cross_validate(families_that_spy(log), Spy(), table, folds=3, repeats=2)
    learned = [rows for title, call, rows in log if (title, call) == ("learner", "fit")]
    assert [list(rows) for rows in learned] == [list(seen.index) for seen in Spy.fitted]
    for rows, predicted in zip(learned, Spy.predicted, strict=True):
        assert set(rows).isdisjoint(predicted)
    # What is learned in one fold is what that fold's rows get.
    found = cross_validate(families_that_spy(log), Spy("learner__rows", 1000), table, folds=3)
    sizes = {row: len(table) - len(fold) for fold in Spy.predicted[-3:] for row in fold}
    np.testing.assert_allclose(found["repeat_1"], [sizes[row] / 1000 for row in table.index])


def test_a_family_that_learns_nothing_is_computed_once(table):
    log = []
    cross_validate(families_that_spy(log), Spy(), table, folds=3, repeats=2)
    assert [call for title, call, _ in log if title == "bystander"] == ["fit", "extract"]


def test_the_given_feature_set_and_estimator_stay_unfitted(table):
    features, spy = families_that_spy([]), Spy()
    cross_validate(features, spy, table, folds=2)
    assert not hasattr(features, "extractors_")
    assert not hasattr(spy, "columns_")


def test_columns_stand_in_the_order_of_the_model_that_is_trained_on_everything(table):
    features = FeatureSet(
        {"learner": {}, "length": {"cmudict": False}, "frequency": {"sources": []}, "bystander": {}}
    )
    families_that_spy([])
    spied = []

    class Columns(Spy):
        def fit(self, X, y):
            spied.append(list(X.columns))
            return super().fit(X, y)

    cross_validate(features, Columns(), table, folds=2)
    assert spied == [list(features.fit(table).get_feature_names_out())] * 2
    assert spied[0][0].startswith("learner__")


@pytest.mark.parametrize(("folds", "repeats"), [(2, 1), (3, 2)])
def test_progress_is_told_as_often_as_announced(table, folds, repeats):
    features, told = families_that_spy([]), []
    cross_validate(features, Spy(), table, folds=folds, repeats=repeats, progress=told.append)
    assert len(told) == steps(features, folds, repeats) == 2 + folds * repeats
    assert told[:3] == ["bystander", "length", f"fold 1 of {folds}, repeat 1 of {repeats}"]
    assert told[-1] == f"fold {folds} of {folds}, repeat {repeats} of {repeats}"


def test_a_seed_gives_the_same_folds_again_and_each_repeat_others(table):
    def folds_of(seed, repeats=1):
        Spy.predicted.clear()
        cross_validate(LENGTH, Spy(), table, folds=3, repeats=repeats, seed=seed)
        return [list(fold) for fold in Spy.predicted]

    first = folds_of(0)
    assert folds_of(0) == first
    assert folds_of(1) != first
    assert folds_of(0, repeats=2) == first + folds_of(1)


def test_expressions_that_all_stand_in_one_fold_are_predicted(table):
    several = table["token"].str.contains(" ")
    lonely = pd.concat([table[~several], table[several].head(1)])
    core = FeatureSet({"length": {"cmudict": False}, "frequency": {"sources": []}})
    found = cross_validate(core, Spy(), lonely, folds=3)
    assert found.notna().all(axis=None)


def test_a_real_estimator_learns_something(table):
    features = FeatureSet.load("frequency-baseline")
    found = cross_validate(features, lcp.load_estimator("linear"), table)
    assert scores(table["complexity"], found["repeat_1"])["pearson"] > 0.3


def test_a_table_without_ratings_is_refused(table):
    with pytest.raises(InputError, match="no ratings"):
        cross_validate(LENGTH, Spy(), table.drop(columns="complexity"))
    with pytest.raises(InputError, match="no ratings"):
        score_table(table.drop(columns="complexity"), np.zeros(len(table)))


def test_subsets_are_words_and_expressions_and_both(table):
    found = subsets(table)
    several = table["token"].str.contains(" ")
    assert list(found) == ["single", "mwe", "all"]
    assert found["mwe"].tolist() == several.tolist()
    assert found["single"].tolist() == (~several).tolist()
    assert found["all"].tolist() == [True] * len(table)
    assert list(subsets(table[several])) == ["mwe"]
    assert list(subsets(table[~several])) == ["single"]


def test_each_subset_is_scored_on_its_own_rows(table):
    predicted = np.random.default_rng(0).uniform(size=len(table))
    found = score_table(table, predicted)
    assert list(found.columns) == ["subset", "n", "metric", "value", "low", "high"]
    assert found["metric"].tolist() == list(METRICS) * 3
    for name, mask in subsets(table).items():
        own = found[found["subset"] == name].set_index("metric")
        expected = scores(table["complexity"][mask], predicted[mask.to_numpy()])
        assert own["value"].to_dict() == pytest.approx(expected)
        assert set(own["n"]) == {mask.sum()}
        assert (own["low"] < own["value"]).all()
        assert (own["value"] < own["high"]).all()


def test_scores_and_limits_are_the_mean_over_repeats(table):
    generator = np.random.default_rng(0)
    both = generator.uniform(size=(len(table), 2))
    numbers = ["value", "low", "high"]
    each = [score_table(table, column)[numbers] for column in both.T]
    found = score_table(table, pd.DataFrame(both, index=table.index))
    pd.testing.assert_frame_equal(found[numbers], (each[0] + each[1]) / 2)


def test_intervals_draw_tokens_and_not_instances(table):
    # Every instance nine times: nine copies tell no more than one, though there are more rows.
    words = table[~table["token"].str.contains(" ")].drop_duplicates("token")
    predicted = np.random.default_rng(0).uniform(size=len(words))
    once = score_table(words, predicted)
    often = score_table(pd.concat([words] * 9), np.tile(predicted, 9))
    assert len(often) == len(once)
    numbers = ["value", "low", "high"]
    pd.testing.assert_frame_equal(often[numbers], once[numbers])


def test_the_seed_of_the_intervals_gives_them_again(table):
    predicted = np.random.default_rng(0).uniform(size=len(table))
    first = score_table(table, predicted, seed=1)
    pd.testing.assert_frame_equal(first, score_table(table, predicted, seed=1))
    assert not first["low"].equals(score_table(table, predicted, seed=2)["low"])


def test_another_number_of_predictions_is_refused(table):
    with pytest.raises(InputError, match=f"3 predictions for {len(table)} instances"):
        score_table(table, np.zeros(3))
