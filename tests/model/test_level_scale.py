"""CEFR levels."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.base.levels import LEVELS
from lcp.model.level_scale import LevelScale
from lcp.model.predictor import Predictor
from tests.cases import cases
from tests.errors import refused


@pytest.fixture(scope="module")
def scale():
    levels = np.random.default_rng(0).integers(0, 6, 3000)
    return LevelScale.fit(levels / 5 + np.random.default_rng(1).normal(0, 0.15, 3000), levels)


def test_probabilities_of_the_levels_sum_to_one_and_move_with_the_prediction(scale):
    predicted = np.linspace(-0.5, 1.5, 50)
    probabilities = scale.levels(predicted)[1]
    assert probabilities.shape == (50, 6)
    assert (probabilities >= 0).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    expected = probabilities @ np.arange(6)
    assert (np.diff(expected) > 0).all()


def test_a_scale_is_restored_from_its_dictionary(scale):
    again = LevelScale(**scale.to_dict())
    np.testing.assert_array_equal(again.levels([0.3])[1], scale.levels([0.3])[1])
    with pytest.raises(ValueError, match="incomplete"):
        LevelScale([[0, 1]])


def test_a_missing_level_is_an_error():
    with refused("all six"):
        LevelScale.fit([0.1, 0.9], [0, 5])


def test_the_median_of_the_levels_is_predicted_with_its_probability(scale):
    levels, probabilities = scale.levels([0.0, 1.0])
    assert levels.tolist() == [0, 5]
    assert ((probabilities[[0, 1], levels] > 1 / 6) & (probabilities.max() <= 1)).all()
    above = np.array([0.6, 0.45, 0.2, 0.1, 0.05])
    skewed = LevelScale([[value, 1] for value in np.log(above / (1 - above))])
    (level,), (probability,) = skewed.levels([0.0])
    probability = probability[level]
    # A1 has the probability 0.4.
    assert LEVELS[level] == "A2"
    assert probability == pytest.approx(0.15)


def test_for_learners_plurals_and_past_forms_are_as_hard_as_the_lemma():
    words = ["bowls", "bowl", "jumped", "jump", "charming", "charm"]
    # Without the predictions that are saved with the model.
    predictor = Predictor(replace(lcp.load_model().state_, words=None))
    predicted = predictor.predict(lcp.Targets.words(words, readers="learner"))
    assert (predicted[0], predicted[2]) == (predicted[1], predicted[3])
    assert predicted[4] != predicted[5]


def test_predictions_say_whether_a_level_is_listed(no_data):
    model = lcp.load_model()
    table = pd.DataFrame({"token": ["house", "haploinsufficiency"]})
    predicted = model.predictions(table).to_frame()
    assert predicted["level"].tolist() == ["A1", "C2"]
    assert predicted["level_source"].tolist() == ["listed", "predicted"]
    assert predicted["level_probability"][0] == 1
    assert 1 / 6 < predicted["level_probability"][1] < 1


def test_a_model_that_was_not_trained_on_levels_gives_none():
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    predicted = model.predictions(pd.DataFrame({"token": ["house"]}))
    assert predicted.rows()[0].level is None
    assert predicted.rows()[0].level_source is None


@cases("english/cases/english_words", "target", "is_word")
def test_only_words_of_english_have_a_level(target, is_word):
    given = lcp.load_model().predictions([{"token": target}])
    assert (given.level[0] is not None, given.level_source[0] is not None) == (is_word, is_word)
    assert np.isnan(given.level_probability[0]) != is_word


def test_a_compound_of_a_number_is_predicted_as_its_word():
    compounds = ["21st-century", "100-page", "90-minute"]
    predictions = lcp.load_model().predictions(
        [{"token": word} for word in (*compounds, "century", "page", "minute")]
    )
    assert predictions.complexity[:3].tolist() == predictions.complexity[3:].tolist()
    assert predictions.level[:3].tolist() == predictions.level[3:].tolist()
