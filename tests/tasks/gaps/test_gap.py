"""How well the target fits the words beside it."""

from __future__ import annotations

import math

import pytest

from lcp.tasks.gaps.gap import Gap
from tests.tasks.measuring import one


def values(sentence: str, token: str) -> dict[str, float]:
    return one(Gap(), token, sentence=sentence)


@pytest.mark.parametrize(
    ("sentence", "token", "feature", "expected"),
    [
        ("Clean those dog.", "dog", "number_fits", -1),
        ("Clean those dogs.", "dogs", "number_fits", 1),
        ("Clean the dogs.", "dogs", "number_fits", 0),
        ("Clean this dogs.", "this dogs", "number_fits", -1),
        ("The dogs is wet.", "dogs", "verb_fits", -1),
        ("The dogs are wet.", "dogs", "verb_fits", 1),
        ("It takes an unit.", "unit", "article_fits", -1),
        ("It takes an hour.", "hour", "article_fits", 1),
        ("It takes a hour now.", "a hour", "article_fits", -1),
        ("It takes two.", "two", "article_fits", 0),
        ("Clean your dog.", "your dog", "determiner_inside", 1),
        ("Clean your dog.", "dog", "determiner_before", 1),
        ("Clean the dog dogs.", "dogs", "repeats_neighbour", 1),
        ("Clean the dog, too.", "dog", "ends_clause", 1),
        ("Clean the dog too.", "dog", "ends_clause", 0),
        ("Clean the dog's ears.", "dog", "ends_clause", 0),
        ("Clean the end of it.", "end", "before_of", 1),
    ],
)
def test_agreement(sentence, token, feature, expected):
    assert values(sentence, token)[feature] == expected


def test_a_frequent_pair_is_associated_and_a_pair_with_a_function_word_unknown():
    likely = values("They discuss climate change again.", "climate")
    unlikely = values("They discuss dog change again.", "dog")
    assert likely["smoothed_pmi_after"] > unlikely["smoothed_pmi_after"]
    assert likely["cosine_before"] == pytest.approx(likely["cosine_content_before"])
    assert math.isnan(values("Fill it in the tank of it.", "tank")["log_count_before"])


def test_a_word_after_punctuation_is_no_neighbour():
    assert math.isnan(values("After the climate, change it.", "climate")["log_count_after"])


def test_a_target_without_letters_and_neighbours_is_measured():
    assert values("® !", "®")["ends_clause"] == 1
