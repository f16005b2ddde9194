"""CEFR levels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import lcp
from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError
from lcp.model.levels import LevelLists, LevelScale
from lcp.resources import Store


@pytest.fixture(scope="module")
def scale():
    levels = np.random.default_rng(0).integers(0, 6, 3000)
    return LevelScale().fit(levels / 5 + np.random.default_rng(1).normal(0, 0.15, 3000), levels)


def test_probabilities_of_the_levels_sum_to_one_and_move_with_the_prediction(scale):
    predicted = np.linspace(-0.5, 1.5, 50)
    probabilities = scale.probabilities(predicted)
    assert probabilities.shape == (50, 6)
    assert (probabilities >= 0).all()
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    expected = probabilities @ np.arange(6)
    assert (np.diff(expected) > 0).all()


def test_a_scale_is_restored_from_its_dictionary(scale):
    again = LevelScale.from_dict(scale.to_dict())
    np.testing.assert_array_equal(again.probabilities([0.3]), scale.probabilities([0.3]))
    with pytest.raises(ValueError, match="incomplete"):
        LevelScale.from_dict({"coefficients": [[0, 1]]})


def test_a_missing_level_is_an_error():
    with pytest.raises(InputError, match="all six"):
        LevelScale().fit([0.1, 0.9], [0, 5])


def test_possible_levels_restrict_the_probabilities(scale):
    free = scale.predict([0.0, 1.0])
    assert free["level"].tolist() == ["A1", "C2"]
    limited = scale.predict([0.0, 1.0], [{3}, {0, 1}])
    assert limited["level"].tolist() == ["B2", "A2"]
    assert limited["probability"][0] == 1.0
    assert 0.5 < limited["probability"][1] <= 1.0
    pd.testing.assert_frame_equal(scale.predict([0.0, 1.0], [set(), set()]), free)


def test_the_profiles_give_the_levels_of_the_part_of_speech_or_all_of_them(data):
    lists = LevelLists(Store(mirror=data))
    assert lists.candidates("Abandon", "verb") == lists.candidates("abandon", "VERB") == {2}
    assert lists.candidates("mountains") == lists.candidates("mountain") != set()
    assert lists.candidates("xqzztic") == set()
    record = lists.candidates("record")
    assert lists.candidates("record", "ADV") == record
    assert len(record) > 1


def test_without_the_profiles_no_word_has_a_listed_level(tmp_path, no_data):
    assert LevelLists(Store(cache=tmp_path)).candidates("abandon") == set()


SENTENCES = pd.DataFrame(
    {
        "sentence": ["They will record it.", "She broke the record.", "A haploinsufficiency."],
        "token": ["record", "record", "haploinsufficiency"],
    }
)


def test_the_bundled_model_predicts_levels_without_the_profiles(no_data):
    levels = lcp.load_model().predict_level(SENTENCES.set_index(pd.Index([3, 1, 2])))
    assert levels.index.tolist() == [3, 1, 2]
    assert levels["level"].iloc[2] == "C2"
    assert levels["level"].iloc[0] == levels["level"].iloc[1]
    assert levels["probability"].between(1 / 6, 1).all()


def test_the_part_of_speech_decides_between_the_levels_of_a_word(data):
    model = lcp.load_model()
    lists = LevelLists(Store(mirror=data))
    verb, noun = (lists.candidates("record", pos) for pos in ("verb", "noun"))
    assert verb != noun
    for table in (SENTENCES, SENTENCES.assign(pos=["VERB", "NOUN", "NOUN"])):
        levels = model.predict_level(table)["level"].map(LEVELS.index)
        assert levels[0] in verb
        assert levels[1] in noun


def test_a_model_that_was_not_trained_on_levels_raises_an_error():
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    with pytest.raises(InputError, match="does not predict CEFR levels"):
        model.predict_level(SENTENCES)
