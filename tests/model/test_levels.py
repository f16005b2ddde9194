"""CEFR levels."""

from __future__ import annotations

import numpy as np
import pytest

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


def test_the_profiles_give_the_level_of_the_part_of_speech_or_the_nearest(data):
    lists = LevelLists(Store(mirror=data))
    assert lists.look_up("Abandon", "verb") == "B1"
    assert lists.look_up("mountains") == lists.look_up("mountain") is not None
    assert lists.look_up("xqzztic") is None
    assert lists.look_up("juvenile", near=4) == "C1"


def test_without_the_profiles_no_word_has_a_level(tmp_path, no_data):
    assert LevelLists(Store(cache=tmp_path)).look_up("abandon") is None
