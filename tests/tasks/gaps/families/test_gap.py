"""How well the target fits the words beside it."""

import math

import pytest

from lcp.tasks.gaps.families.gap import Gap
from tests.cases import cases
from tests.tasks.measuring import one


def values(sentence: str, token: str) -> dict[str, float]:
    return one(Gap(), token, sentence=sentence)


@cases("tasks/cases/agreement", "sentence", "token", "feature", "expected")
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
