"""A model is trained on rated instances and predicts complexity from 0 to 1."""

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge

import lcp
from lcp.features.featureset import FeatureSet
from lcp.model.model import ComplexityModel
from lcp.model.training_record import seen
from lcp.targets import Targets
from tests.errors import refused


@pytest.fixture
def singles(table):
    return table[~table["token"].str.contains(" ")]


@pytest.fixture
def small_trees(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text('estimator = "boosted-trees"\n[parameters]\nn_estimators = 5\nn_seeds = 1\n')
    return path


BASELINE = ("frequency-baseline", "linear")


def test_predictions_are_from_0_to_1_and_independent_of_row_order(table):
    model = ComplexityModel("core", "ridge").fit(table)
    predicted = model.predict(table)
    assert predicted.shape == (len(table),)
    assert predicted.dtype == np.float64
    assert ((predicted >= 0) & (predicted <= 1)).all()
    assert np.corrcoef(predicted, table["complexity"])[0, 1] > 0.5
    reversed_order = model.predict(table.iloc[::-1])
    np.testing.assert_allclose(reversed_order[::-1], predicted, rtol=1e-12)


def test_an_unknown_task_is_found_before_training(table):
    features = FeatureSet({"length": {}})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FeatureSet, "learn", None)
        with refused("There is no task 'complexitty'", where="task", hint="complexity:1"):
            ComplexityModel(features, "linear", task="complexitty").fit(table)


def test_predictions_and_explanations_are_for_the_chosen_occurrence(table):
    model = ComplexityModel("core", "ridge").fit(table)
    sentence = "The bank, which had a new owner, was by the bank."
    first, second = (
        model.predict(
            pd.DataFrame({"sentence": [sentence], "token": "bank", "start": at, "end": at + 4})
        )[0]
        for at in (4, sentence.rindex("bank"))
    )
    assert first != second
    assert model.predict_one(sentence, "bank") == first
    assert model.predict_one(sentence, "bank", occurrence=1) == first
    assert model.predict_one(sentence, "bank", occurrence=2) == second
    with refused("no occurrence 3"):
        model.predict_one(sentence, "bank", occurrence=3)


def test_an_unfitted_model_raises_an_error(table):
    for use in (ComplexityModel().predict, ComplexityModel().predictions):
        with pytest.raises(NotFittedError):
            use(table)


# Ratings


def test_a_table_without_ratings_or_instances_raises_an_error(table):
    with refused("table has no ratings"):
        ComplexityModel(*BASELINE).fit(table.drop(columns="complexity"))
    with refused("no instances"):
        ComplexityModel(*BASELINE).fit(table.head(0))


# Provenance


def test_trained_on_describes_the_training_table(table):
    trained_on = ComplexityModel(*BASELINE).fit(table).trained_on_
    assert trained_on["corpora"] == ["sample"]
    assert trained_on["instances"] == len(table)
    again = ComplexityModel(*BASELINE).fit(table).trained_on_
    assert again["sha256"] == trained_on["sha256"]
    fewer = ComplexityModel(*BASELINE).fit(table.iloc[1:]).trained_on_
    assert fewer["sha256"] != trained_on["sha256"]
    custom = table.drop(columns="source")
    assert ComplexityModel(*BASELINE).fit(custom).trained_on_["corpora"] == ["custom"]
    both = table.assign(source=["sample", "mine"] * (len(table) // 2) + ["mine"] * (len(table) % 2))
    assert ComplexityModel(*BASELINE).fit(both).trained_on_["corpora"] == ["sample", "mine"]


def test_the_model_knows_its_recipe_and_software(table, small_trees):
    for recipe, name in ((small_trees, "small"), ("ridge", "ridge"), (Ridge(), "custom")):
        model = ComplexityModel(FeatureSet({"length": {}}, drop=["length__phonemes"]), recipe).fit(
            table
        )
        assert model.estimator_name_ == name
    assert model.state_.made_with["versions"]["lcp"] == lcp.__version__
    assert model.state_.made_with["resources"] == {}


def test_seen_compares_sentence_and_target(table):
    trained = ComplexityModel(*BASELINE).fit(table.iloc[:50]).trained_on_

    def seen_in(rows):
        return seen(trained, Targets.table(rows)).tolist()

    assert seen_in(table) == [True] * 50 + [False] * (len(table) - 50)
    first = table.iloc[[0]]
    assert seen_in(first[["sentence", "token"]]) == [True]
    assert seen_in(first.assign(genre="news", complexity=1.0)) == [True]
    longer = first["sentence"] + " Amen."
    assert seen_in(first.assign(sentence=longer)) == [False]


def test_a_model_of_single_words_does_not_accept_expressions(singles):
    model = ComplexityModel(*BASELINE).fit(singles)
    with refused("'deep river' is an expression", hint="lcp fit --task 2"):
        model.predict_one("The deep river rose.", "deep river")


# Intervals


@pytest.fixture
def calibrated(table):
    """A model calibrated on predictions with errors of at most 0.1."""
    predictions = table["complexity"] + np.linspace(-0.1, 0.1, len(table))
    return ComplexityModel(*BASELINE).fit(table).calibrate(table, predictions)


def test_intervals_contain_the_predictions_and_keep_the_index(table, calibrated):
    rows = table.iloc[::-1]
    limits = calibrated.predict_interval(rows)
    assert limits.columns.tolist() == ["complexity", "low", "high"]
    assert limits.index.equals(rows.index)
    np.testing.assert_array_equal(limits["complexity"], calibrated.predict(rows))
    assert limits["complexity"].between(limits["low"], limits["high"]).all()
    assert (limits["high"] - limits["low"]).between(0.1, 0.2).all()
    wider = calibrated.predict_interval(rows, probability=0.95)
    assert (wider["low"] < limits["low"]).all()
    assert (wider["high"] > limits["high"]).all()


def test_a_model_that_is_not_calibrated_raises_an_error(table, calibrated):
    assert calibrated.fit(table).intervals_ is None
    with refused("not calibrated", hint="lcp fit --cv 5"):
        calibrated.predict_interval(table)
    with pytest.raises(NotFittedError):
        ComplexityModel().predict_interval(table)
    with pytest.raises(NotFittedError):
        ComplexityModel().calibrate(table, table["complexity"])


# Parameters


def test_the_seed_determines_the_predictions(table, small_trees):
    first, again, other = (
        ComplexityModel("core", small_trees, random_state=seed, n_jobs=1).fit(table).predict(table)
        for seed in (3, 3, 4)
    )
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_what_a_model_learned_is_documented_and_typed():
    names = [name for name in dir(lcp.ComplexityModel) if name.endswith("_") and name[0] != "_"]
    learned = {name: getattr(lcp.ComplexityModel, name) for name in names}
    assert {"scores_", "intervals_", "capabilities_", "state_"} <= set(learned)
    for attribute in learned.values():
        assert attribute.__doc__
        assert attribute.fget.__annotations__["return"] != "Any"
