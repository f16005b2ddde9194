"""Orthographic and phonological neighbours."""

import numpy as np
import pandas as pd
import pytest
from rapidfuzz.distance import Levenshtein

from lcp.features.families import neighbours
from lcp.features.families.neighbours import Neighbours
from tests.features.families.measuring import measured

LISTED = ["cat", "bat", "cot", "can", "cart", "at", "coat", "scat", "catch", "dog"]


def values(*words):
    return measured(Neighbours()).extract(pd.DataFrame({"word": words}))


@pytest.fixture
def ten_words(monkeypatch):
    spoken = [word.upper() for word in LISTED]
    monkeypatch.setattr(neighbours, "_listed_words", lambda: (LISTED, spoken))
    monkeypatch.setattr(neighbours, "_places", lambda: {w: n for n, w in enumerate(LISTED)})
    monkeypatch.setattr(neighbours, "NEAREST", 5)


def test_a_neighbour_has_one_other_letter_and_the_same_length(ten_words):
    # bat, cot and can, but not cart, at, coat or scat
    assert values("cat")["orthographic_n"].tolist() == [3]
    assert values("Cat")["orthographic_n"].tolist() == [3]


def test_the_distance_is_the_mean_to_the_nearest_other_words(ten_words):
    assert values("cat")["old20"].tolist() == [1.0]
    distances = sorted(Levenshtein.distance("dog", word) for word in LISTED if word != "dog")
    assert values("dog")["old20"].tolist() == [np.mean(distances[:5])]


def test_distances_are_those_of_the_examples_by_yarkoni_balota_and_yap():
    assert Levenshtein.distance("chance", "strand") == 5
    assert Levenshtein.distance("smile", "similes") == 2


def test_words_in_dense_neighbourhoods_are_nearer_to_others():
    dense, sparse = values("cat", "strength").to_numpy()
    assert dense[0] > sparse[0] == 0
    assert dense[1] < 1.5 < sparse[1]
    assert dense[2] > sparse[2]
    assert dense[3] < sparse[3]


def test_sounds_count_and_not_letters():
    knight, night = values("knight", "night").to_numpy()
    assert knight[2] == night[2] > 20
    assert knight[0] < night[0]


def test_numbers_and_expressions_have_no_neighbours():
    assert values("42", "look up", "").isna().all(axis=None)
    assert values("xqzzt")[["phonological_n", "pld20"]].isna().all(axis=None)


def test_a_value_does_not_depend_on_other_words(monkeypatch):
    alone = values("mint")
    monkeypatch.setattr(neighbours, "_TOGETHER", 2)
    several = values("cat", "dog", "mint")
    assert alone.iloc[0].tolist() == several.iloc[2].tolist()
