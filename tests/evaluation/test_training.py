"""``lcp.train`` cross-validates, fits, calibrates and scores a model in one call."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import Ridge

import lcp
from lcp.base.task import Task
from lcp.evaluation.training import training_steps
from lcp.features.featureset import FeatureSet
from lcp.targets.targets import is_expression
from tests.errors import refused
from tests.evaluation.conftest import spying_family

BASELINE = ("frequency-baseline", "linear")


pytestmark = pytest.mark.usefixtures("registered")


@pytest.fixture
def table():
    return lcp.load_corpus("sample").iloc[::3]


def test_static_features_are_computed_once(table):
    log = []
    spying_family("static", log, does_learn=False)
    spying_family("learning", log, does_learn=True)
    lcp.train(table, FeatureSet({"static": {}, "learning": {}}), Ridge(), cv=3, repeats=2)
    n = len(table)
    log = [(title, event, len(rows)) for title, event, rows in log]
    assert log.count(("static", "measure", n)) == 1
    assert [title for title, event, _ in log if event == "measure"].count("static") == 1
    # The learning family is fitted in 3 × 2 folds, without each of 3 genres, and on all rows for
    # the final model.
    fitted_on = [rows for title, event, rows in log if (title, event) == ("learning", "fit")]
    assert len([rows for rows in fitted_on if rows < n]) == 9
    assert n in fitted_on
    assert log.count(("learning", "measure", n)) == 10


def test_the_model_is_scored_and_calibrated(table):
    model = lcp.train(table, *BASELINE, cv=3, random_state=4)
    assert set(model.scores_["subset"]) == {"single", "mwe", "all"}
    assert model.scores_["value"].between(model.scores_["low"], model.scores_["high"]).all()
    assert model.scores_from_ == "3-fold cross-validation grouped by token, seed 4"
    assert set(model.breakdown_["by"]) == {"genre", "frequency"}
    assert (model.interval_coverage_["nominal"] == 0.9).all()
    limits = model.predict_interval(table)
    assert limits["complexity"].between(limits["low"], limits["high"]).all()


def test_scores_are_those_of_cross_validation(table):
    model = lcp.train(table, *BASELINE, cv=3, repeats=2, group_by="lemma", random_state=4)
    assert model.scores_from_ == "3-fold cross-validation grouped by lemma, 2 times, seed 4"
    options = {"cv": 3, "repeats": 2, "group_by": "lemma", "random_state": 4}
    predictions = lcp.cross_validate(table, *BASELINE, **options)
    expected = lcp.ComplexityModel(*BASELINE, random_state=4).fit(table)
    expected.calibrate(table, predictions)
    assert model.intervals_.to_dict() == expected.intervals_.to_dict()
    single = model.scores_.query("subset == 'all' and metric == 'mae'")["value"].item()
    errors = predictions.sub(table["complexity"], axis=0).abs()
    assert single == pytest.approx(errors.mean().mean())


def test_without_folds_there_are_no_scores_and_no_intervals(table):
    model = lcp.train(table, *BASELINE, cv=0)
    assert model.scores_ is model.scores_from_ is model.breakdown_ is None
    assert model.intervals_ is model.interval_coverage_ is None
    with refused("not calibrated"):
        model.predict_interval(table)


def test_errors_are_raised_before_features_are_computed(table):
    log = []
    spying_family("static", log, does_learn=False)
    features = FeatureSet({"static": {}})
    unrated = table.drop(columns="complexity")
    for invalid, options in ((table, {"cv": 1000}), (table, {"repeats": 0}), (unrated, {})):
        with refused():
            lcp.train(invalid, features, "ridge", **options)
    assert log == []


@pytest.mark.parametrize(("cv", "repeats"), [(0, 1), (3, 1), (2, 2)])
def test_progress_is_reported_as_often_as_training_steps_says(table, cv, repeats):
    labels = []
    features = FeatureSet({"length": {}, "frequency": {"sources": ["wordfreq"]}})
    lcp.train(table, features, "ridge", cv=cv, repeats=repeats, progress=labels.append)
    assert len(labels) == training_steps(table, features, cv, repeats)
    assert labels[0] == "length"
    assert labels[-1] == "final model"


def test_the_table_may_be_an_address_or_several(tmp_path):
    table = lcp.load_corpus("sample").iloc[::3]
    own = tmp_path / "own.tsv"
    columns = ["id", "genre", "sentence", "token", "complexity"]
    table[columns].rename(columns={"genre": "corpus"}).to_csv(own, sep="\t", index=False)
    from_file = lcp.train(own, *BASELINE, cv=0)
    from_table = lcp.train(table, *BASELINE, cv=0)
    np.testing.assert_allclose(from_file.predict(table), from_table.predict(table), rtol=1e-12)
    both = lcp.train(["sample", str(own)], *BASELINE, cv=0)
    assert len(both.trained_on_["corpora"]) == 2
    assert both.trained_on_["instances"] == len(lcp.load_corpus("sample")) + len(table)


def test_a_task_selects_the_instances_and_has_the_defaults(table):
    words = (~is_expression(table["token"])).sum()
    assert lcp.train(table, *BASELINE, task=1, cv=0).trained_on_["instances"] == words
    task = Task("complexity:2", "", *BASELINE, "lemma", "sample")
    model = lcp.train(task=task, cv=2)
    assert model.scores_from_ == "2-fold cross-validation grouped by lemma, seed 0"
    assert (model.features, model.estimator) == BASELINE
    assert model.trained_on_["corpora"] == ["sample"]


def test_ratings_that_a_task_does_not_predict_are_refused(table):
    for instances, task in (("claire", 2), (table, "gaps"), (table.assign(source="recam"), 1)):
        with refused("has ratings of", where="task"):
            lcp.train(instances, *BASELINE, task=task)


def test_a_column_of_ratings_is_enough(table):
    columns = ["sentence", "token", "complexity"]
    model = lcp.train(table[columns], *BASELINE, cv=2)
    assert model.trained_on_["corpora"] == ["custom"]
    assert model.scores_ is not None


def test_a_saved_model_has_its_out_of_fold_predictions_and_coefficients(table, tmp_path):
    rows = table.assign(predicted="own column")
    model = lcp.train(rows, "frequency-baseline", "linear", cv=3)
    folder = model.save(tmp_path / "model")
    held_out = pd.read_csv(folder / "out-of-fold.csv", keep_default_na=False)
    assert held_out["token"].tolist() == table["token"].tolist()
    assert set(held_out["predicted_2"]) == {"own column"}
    assert held_out["predicted"].to_numpy() == pytest.approx(model.out_of_fold_.to_numpy()[:, 0])
    assert "sentence" not in held_out
    coefficients = pd.read_csv(folder / "coefficients.csv")
    assert coefficients["feature"].tolist() == ["frequency__zipf"]


def test_a_model_without_folds_and_coefficients_has_no_tables(table, tmp_path):
    folder = lcp.train(table, "frequency-baseline", "lightgbm-fast", cv=0).save(tmp_path / "model")
    assert not [*folder.glob("*.csv")]
