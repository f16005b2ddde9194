"""Reasons in plain words."""

from __future__ import annotations

import pytest

import lcp
from lcp.explanation.plain import plain_reasons
from lcp.explanation.themes import phrases

SENTENCE = "Some regarded the endeavour with scepticism, and a dog crossed the deep river."


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


def texts(model, target):
    return plain_reasons(model.explain_one(SENTENCE, target))


def test_reasons_are_plain_words(model):
    reasons = {("rarer than most words", True), ("learned late (about age 13)", True)}
    assert reasons <= set(texts(model, "scepticism"))
    assert ("common", False) in texts(model, "dog")


@pytest.mark.parametrize("target", ["scepticism", "dog", "endeavour", "regarded", "deep river"])
def test_no_reason_has_jargon_or_contradicts_its_effect(model, target):
    easy = ("common", "early", "easy", "often", "easier", "short")
    hard = ("rare", "late", "difficult", "rarely", "harder", "long")
    for reason in texts(model, target):
        words = reason.text.split()
        assert not {"Zipf", "single", "predicted", "vector", "though"} & set(words)
        opposite = easy if reason.harder else hard
        assert words[0] not in opposite, reason
        assert not (words[0] == "learned" and words[1] in opposite), reason


def test_a_reason_of_an_expression_names_its_word(model):
    reasons = [reason.text for reason in texts(model, "deep river")]
    assert reasons
    assert all("“" in text for text in reasons if not text.startswith("is an expression"))


def test_a_value_between_the_limits_is_compared_or_left_out(model):
    reasons = [reason.text for reason in texts(model, "endeavour")]
    assert not [text for text in reasons if "neither" in text or "moderately" in text]


def test_phrases_say_which_values_are_harder_if_they_are_used():
    for phrase in phrases().values():
        assert phrase.harder in {"low", "high", ""}
        assert phrase.harder or not (phrase.plain_value or phrase.plain_compare)
