"""Cross-validation: models are not trained on the groups that they predict."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, RegressorMixin

import lcp
from lcp.errors import InputError
from lcp.evaluation.crossvalidation import cross_validate, steps
from lcp.evaluation.metrics import scores
from lcp.extractors import Extractor, Feature, families
from lcp.extractors.base import _REGISTRY
from lcp.features.featureset import FeatureSet
from lcp.splits.grouping import groups


class Spy(RegressorMixin, BaseEstimator):
    """Predicts a tenth of the word's length, and records the rows of each call."""

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
def reset():
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


def spying_families(log):
    def family(title, does_learn):
        class SpyFamily(Extractor):
            name = title
            level = "context"
            learns = does_learn

            def features(self):
                return [Feature("rows", "number of training rows", "rows", "test")]

            def fit(self, frame):
                log.append((title, "fit", frame.index))
                self.rows_ = len(frame)
                return self

            def extract(self, frame):
                log.append((title, "extract", frame.index))
                return pd.DataFrame({"rows": float(self.rows_)}, index=frame.index)

    family("learning", does_learn=True)
    family("static", does_learn=False)
    return FeatureSet({"static": {}, "length": {"cmudict": False}, "learning": {}})


def test_every_row_is_predicted_once_per_repeat(table):
    predictions = cross_validate(LENGTH, Spy(), table, folds=4, repeats=2)
    assert len(Spy.predicted) == 8
    for repeat in (Spy.predicted[:4], Spy.predicted[4:]):
        rows = [row for fold in repeat for row in fold]
        assert sorted(rows) == sorted(table.index)
    assert list(predictions.columns) == ["repeat_1", "repeat_2"]


def test_predictions_are_in_the_order_of_the_instances(table):
    predictions = cross_validate(LENGTH, Spy(), table, folds=3)
    words = table["token"].str.split()
    expected = [min(1, np.mean([len(word) for word in row]) / 10) for row in words]
    assert predictions.index.equals(table.index)
    np.testing.assert_allclose(predictions["repeat_1"], expected)


def test_models_are_trained_on_the_ratings_of_their_rows(table):
    cross_validate(LENGTH, Spy(), table, folds=3)
    for seen in Spy.fitted:
        pd.testing.assert_series_equal(seen, table["complexity"].loc[seen.index], check_names=False)


@pytest.mark.parametrize("group_by", ["token", "lemma", "sentence"])
def test_no_group_is_in_both_training_and_test_part(table, group_by):
    # Every instance occurs twice, so folds of single rows would separate the copies.
    twice = pd.concat([table, table.set_axis(table.index + " again")])
    cross_validate(LENGTH, Spy(), twice, folds=4, group_by=group_by)
    group = groups(twice, group_by).set_axis(twice.index)
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert set(group[learned.index]).isdisjoint(group[predicted])
        assert len(learned) + len(predicted) == len(twice)


def test_instances_that_are_not_held_out_are_trained_on_in_every_fold(table):
    held_out = np.arange(len(table)) % 3 == 0
    predictions = cross_validate(LENGTH, Spy(), table, folds=4, held_out=held_out)
    assert predictions["repeat_1"].notna().tolist() == held_out.tolist()
    assert sorted(row for fold in Spy.predicted for row in fold) == sorted(table.index[held_out])
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert list(learned.index) == [row for row in table.index if row not in set(predicted)]


def test_predictions_are_clipped_to_0_to_1(table):
    assert (cross_validate(LENGTH, Spy(divisor=0.1), table, folds=2) == 1).all(axis=None)
    assert (cross_validate(LENGTH, Spy(divisor=-1), table, folds=2) == 0).all(axis=None)


def test_a_learning_family_is_fitted_on_the_training_rows_of_its_fold(table):
    log = []
    cross_validate(spying_families(log), Spy(), table, folds=3, repeats=2)
    learned = [rows for title, call, rows in log if (title, call) == ("learning", "fit")]
    assert [list(rows) for rows in learned] == [list(seen.index) for seen in Spy.fitted]
    for rows, predicted in zip(learned, Spy.predicted, strict=True):
        assert set(rows).isdisjoint(predicted)
    # The test rows of a fold get the features that were learned in it.
    predictions = cross_validate(spying_families(log), Spy("learning__rows", 1000), table, folds=3)
    sizes = {row: len(table) - len(fold) for fold in Spy.predicted[-3:] for row in fold}
    np.testing.assert_allclose(predictions["repeat_1"], [sizes[row] / 1000 for row in table.index])


def test_a_family_that_does_not_learn_is_computed_once(table):
    log = []
    cross_validate(spying_families(log), Spy(), table, folds=3, repeats=2)
    assert [call for title, call, _ in log if title == "static"] == ["fit", "extract"]


def test_feature_set_and_estimator_are_not_modified(table):
    features, spy = spying_families([]), Spy()
    cross_validate(features, spy, table, folds=2)
    assert not hasattr(features, "extractors_")
    assert not hasattr(spy, "columns_")


def test_columns_are_in_the_order_of_the_feature_set(table):
    features = FeatureSet(
        {"learning": {}, "length": {"cmudict": False}, "frequency": {"sources": []}, "static": {}}
    )
    spying_families([])
    spied = []

    class Columns(Spy):
        def fit(self, X, y):
            spied.append(list(X.columns))
            return super().fit(X, y)

    cross_validate(features, Columns(), table, folds=2)
    assert spied == [list(features.fit(table).get_feature_names_out())] * 2
    assert spied[0][0].startswith("learning__")


@pytest.mark.parametrize(("folds", "repeats"), [(2, 1), (3, 2)])
def test_progress_is_reported_as_often_as_steps_announces(table, folds, repeats):
    features, labels = spying_families([]), []
    cross_validate(features, Spy(), table, folds=folds, repeats=repeats, progress=labels.append)
    assert len(labels) == steps(features, folds, repeats) == 2 + folds * repeats
    assert labels[:3] == ["static", "length", f"fold 1 of {folds}, repeat 1 of {repeats}"]
    assert labels[-1] == f"fold {folds} of {folds}, repeat {repeats} of {repeats}"


def test_folds_depend_on_the_seed_and_the_repeat(table):
    def folds_of(seed, repeats=1):
        Spy.predicted.clear()
        cross_validate(LENGTH, Spy(), table, folds=3, repeats=repeats, random_state=seed)
        return [list(fold) for fold in Spy.predicted]

    first = folds_of(0)
    assert folds_of(0) == first
    assert folds_of(1) != first
    assert folds_of(0, repeats=2) == first + folds_of(1)


def test_a_single_expression_is_predicted_by_models_trained_without_expressions(table):
    several = table["token"].str.contains(" ")
    one_expression = pd.concat([table[~several], table[several].head(1)])
    core = FeatureSet({"length": {"cmudict": False}, "frequency": {"sources": []}})
    predictions = cross_validate(core, Spy(), one_expression, folds=3)
    assert predictions.notna().all(axis=None)


def test_linear_regression_predicts_better_than_chance(table):
    features = FeatureSet.load("frequency-baseline")
    predictions = cross_validate(features, lcp.load_estimator("linear"), table)
    assert scores(table["complexity"], predictions["repeat_1"])["pearson"] > 0.3


def test_a_table_without_ratings_raises_an_error(table):
    with pytest.raises(InputError, match="no ratings"):
        cross_validate(LENGTH, Spy(), table.drop(columns="complexity"))
