"""CEFR levels of sentences and texts."""

from __future__ import annotations

import json

import pytest

import lcp
from lcp.levels import LEVELS
from lcp.reading.text_level import FEATURES, FILE
from lcp.reports.tables import number

CAT = "The cat sat on the mat. It was a very old cat and the mat was warm."
ANNA = (
    "My name is Anna. I am from Spain. I have a brother and two sisters. We live in a big house "
    "near the sea. I like music and I play football on Sunday."
)
NEWS = (
    "The government said on Monday that it would raise taxes on large companies next year. "
    "Ministers hope that the money will pay for new hospitals, but business leaders warned that "
    "the plan could cost jobs."
)
LEASE = (
    "Notwithstanding the aforementioned provisions, the lessee shall indemnify the lessor against "
    "any liability arising from negligence."
)


def level_of(text):
    return lcp.profile(text).text_level


def test_levels_rise_with_words_and_sentences():
    levels = [level_of(text) for text in (ANNA, CAT, NEWS, LEASE)]
    assert [level.level for level in levels] == ["A1", "A2", "B1", "C2"]
    values = [level.value for level in levels]
    assert values == sorted(values)
    assert 1 <= values[0] < values[-1] <= len(LEVELS)


@pytest.mark.parametrize("text", [ANNA, CAT, NEWS, LEASE])
def test_the_effects_of_the_reasons_add_up_to_the_level(text):
    model = json.loads(FILE.read_text("utf-8"))
    level = level_of(text)
    assert model["features"] == list(FEATURES)
    assert len(level.reasons) == len(model["slopes"]) == len(model["means"]) == len(FEATURES)
    total = model["mean"] + sum(reason.effect for reason in level.reasons)
    assert min(max(total, 1), 6) == pytest.approx(level.value)
    assert level.level == LEVELS[round(level.value) - 1]


def test_the_card_has_the_slopes_of_the_model():
    model = json.loads(FILE.read_text("utf-8"))
    card = FILE.with_suffix(".md").read_text("utf-8")
    for name, slope in zip(model["features"], model["slopes"], strict=True):
        assert f"| {name} | {number(slope, 3)} |" in card


def test_reasons_name_what_is_above_or_below_the_average_sentence():
    assert "short sentences: 7 words" in [reason.text for reason in level_of(ANNA).reasons]
    assert "long sentences: 18 words" in [reason.text for reason in level_of(NEWS).reasons]
    assert level_of(LEASE).in_words(1).startswith("Hard words: weighted mean complexity 0.3")


def test_the_level_of_a_longer_text_is_more_certain():
    assert 0 < level_of(CAT).probability < level_of(f"{CAT} " * 30).probability < 1


@pytest.mark.parametrize("text", ["", "1999, 2000.", "!?"])
def test_a_text_without_words_has_no_level(text):
    assert level_of(text) is None
