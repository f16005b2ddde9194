"""Cross-validation: models are not trained on the groups that they predict."""

from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.estimators.boosted import BoostedTrees
from lcp.estimators.regressor import Regressor
from lcp.evaluation.crossvalidation import cross_validate, held_out_predictions, steps
from lcp.evaluation.splits import genre_folds, repeated_folds
from lcp.features.featureset import FeatureSet
from lcp.features.shared_features import SharedFeatures
from lcp.model.intervals import UNSEEN
from lcp.targets import Targets
from lcp.targets.groups import groups
from tests.errors import refused
from tests.evaluation.conftest import spying_family


class Spy(Regressor):
    """Predicts a tenth of the word's length, and records the sources of each call's rows."""

    fitted: ClassVar[list] = []
    predicted: ClassVar[list] = []

    def __init__(self, column="length__characters", divisor=10):
        self.column = column
        self.divisor = divisor

    def fit(self, X, y):
        self.fitted.append(pd.Series(y, index=X.rows.source))
        self.columns_ = X.names
        return self

    def predict(self, X):
        assert X.names == self.columns_
        self.predicted.append(X.rows.source)
        return X.column(self.column) / self.divisor


@pytest.fixture(autouse=True)
def reset(registered):
    Spy.fitted.clear()
    Spy.predicted.clear()


@pytest.fixture
def table():
    """Instances of different sources, which are their names too."""
    sample = lcp.load_corpus("sample").iloc[::3]
    names = [str(number) for number in range(len(sample))]
    return sample.assign(source=names).set_axis(names)


LENGTH = FeatureSet({"length": {}})


def spying_families(log):
    spying_family("learning", log, does_learn=True)
    spying_family("static", log, does_learn=False)
    return FeatureSet({"static": {}, "length": {}, "learning": {}})


def test_every_row_is_predicted_once_per_repeat(table):
    predictions = cross_validate(table, LENGTH, Spy(), cv=4, repeats=2)
    assert len(Spy.predicted) == 8
    for repeat in (Spy.predicted[:4], Spy.predicted[4:]):
        rows = [row for fold in repeat for row in fold]
        assert sorted(rows) == sorted(table.index)
    assert list(predictions.columns) == ["repeat_1", "repeat_2"]


def test_predictions_are_in_the_order_of_the_instances(table):
    table.index = [f"row {n}" for n in range(len(table))]
    predictions = cross_validate(table, LENGTH, Spy(), cv=3)
    words = table["token"].str.split()
    expected = [min(1, np.mean([len(word) for word in row]) / 10) for row in words]
    assert predictions.index.equals(table.index)
    np.testing.assert_allclose(predictions["repeat_1"], expected)


@pytest.mark.parametrize("group_by", ["token", "lemma", "sentence"])
def test_no_group_is_in_both_training_and_test_part(table, group_by):
    # Every instance occurs twice, so folds of single rows would separate the copies.
    twice = pd.concat([table, table])
    twice = twice.assign(source=[str(number) for number in range(len(twice))])
    cross_validate(twice, LENGTH, Spy(), cv=4, group_by=group_by)
    group = groups(Targets.table(twice), group_by)
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert set(group[learned.index.astype(int)]).isdisjoint(group[predicted.astype(int)])
        assert len(learned) + len(predicted) == len(twice)


def test_instances_that_are_not_held_out_are_trained_on_in_every_fold(table):
    held_out = np.arange(len(table)) % 3 == 0
    predictions = cross_validate(table, LENGTH, Spy(), cv=4, held_out=held_out)
    assert predictions["repeat_1"].notna().tolist() == held_out.tolist()
    assert sorted(row for fold in Spy.predicted for row in fold) == sorted(table.index[held_out])
    for learned, predicted in zip(Spy.fitted, Spy.predicted, strict=True):
        assert list(learned.index) == [row for row in table.index if row not in set(predicted)]


def test_predictions_are_clipped_to_0_to_1(table):
    assert (cross_validate(table, LENGTH, Spy(divisor=0.1), cv=2) == 1).all(axis=None)
    assert (cross_validate("sample", LENGTH, Spy(divisor=-1), cv=2) == 0).all(axis=None)


def test_a_learning_family_is_fitted_on_the_training_rows_of_its_fold(table):
    log = []
    cross_validate(table, spying_families(log), Spy(), cv=3, repeats=2)
    learned = [rows for title, call, rows in log if (title, call) == ("learning", "fit")]
    rows = [table.loc[seen.index, ["sentence", "complexity"]] for seen in Spy.fitted]
    assert learned == [list(part.itertuples(index=False, name=None)) for part in rows]
    # The test rows of a fold get the features that were learned in it.
    predictions = cross_validate(table, spying_families(log), Spy("learning__rows", 1000), cv=3)
    sizes = {row: len(table) - len(fold) for fold in Spy.predicted[-3:] for row in fold}
    np.testing.assert_allclose(predictions["repeat_1"], [sizes[row] / 1000 for row in table.index])


def test_feature_set_and_estimator_are_not_modified(table):
    features, spy = spying_families([]), Spy()
    cross_validate(table, features, spy, cv=2)
    assert not hasattr(features, "extractors_")
    assert not hasattr(spy, "columns_")


@pytest.mark.parametrize(("folds", "repeats"), [(2, 1), (3, 2)])
def test_progress_is_reported_as_often_as_steps_announces(table, folds, repeats):
    features, labels = spying_families([]), []
    cross_validate(table, features, Spy(), cv=folds, repeats=repeats, progress=labels.append)
    assert len(labels) == steps(features, folds, repeats) == 2 + folds * repeats
    assert labels[:3] == ["static", "length", f"fold 1 of {folds}, repeat 1"]
    assert labels[-1] == f"fold {folds} of {folds}, repeat {repeats}"


@pytest.mark.parametrize("n_jobs", [2, 5, None])
def test_predictions_do_not_depend_on_the_number_of_threads(table, n_jobs):
    core = FeatureSet({"length": {}, "frequency": {"sources": []}})
    trees = BoostedTrees(n_estimators=10, n_seeds=2)
    expected = cross_validate(table, core, trees, cv=3)
    found = cross_validate(table, core, trees, cv=3, n_jobs=n_jobs)
    pd.testing.assert_frame_equal(found, expected, rtol=0, atol=0)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_of_a_model_is_raised(table, n_jobs):
    with refused("no such column"):
        cross_validate(table, LENGTH, Spy("no such column"), cv=2, n_jobs=n_jobs)


def test_models_trained_on_a_genre_do_not_predict_it_and_do_not_see_it(table):
    features = FeatureSet({"length": {}, "context": {}})
    shared = SharedFeatures(features, Targets.rated(table))
    folds = list(genre_folds(shared.targets.genre))
    predictions = held_out_predictions(shared, folds, Spy("context__genre_bible", 1))
    assert list(predictions.columns) == [UNSEEN]
    assert (predictions[UNSEEN] == 0).all()
    for learned, fold in zip(Spy.fitted, folds, strict=True):
        (genre,) = set(table["genre"].iloc[fold.test])
        assert genre not in set(table["genre"].loc[learned.index])
    assert {*np.concatenate(Spy.predicted)} == {""}


def test_a_model_can_be_trained_on_some_columns(table):
    shared = SharedFeatures(LENGTH, Targets.rated(table))
    folds = list(repeated_folds(groups(shared.targets), shared.targets.genre, shared.rated, 2, [0]))
    spy = Spy("length__syllables")
    held_out_predictions(shared, folds, spy, columns={spy.column})
    with refused():
        held_out_predictions(shared, folds, Spy(), columns={spy.column})
