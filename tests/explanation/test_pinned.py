"""Explanations of the bundled model; see ``pinned.py`` on how to update them."""

from __future__ import annotations

import json

import pytest

from tests.explanation.pinned import DECIMALS, EXPECTED, REASONS, SENTENCES, explain_all

UPDATE = "see tests/explanation/pinned.py"


@pytest.fixture(scope="module")
def entries():
    return {entry["target"]: entry for entry in explain_all()}


@pytest.fixture(scope="module")
def expected():
    return {entry["target"]: entry for entry in json.loads(EXPECTED.read_text("utf-8"))}


@pytest.mark.parametrize("target", [target for _, target, _ in SENTENCES])
def test_reasons_equal_the_recorded_ones(entries, expected, target):
    now, then = entries[target], expected[target]
    tolerance = 2 * 10**-DECIMALS
    assert now["complexity"] == pytest.approx(then["complexity"], abs=tolerance), UPDATE
    for reason, before in zip(now["reasons"], then["reasons"], strict=True):
        assert (reason["title"], reason["text"]) == (before["title"], before["text"]), UPDATE
        assert reason["contribution"] == pytest.approx(before["contribution"], abs=tolerance), (
            UPDATE
        )


def test_twenty_sentences_cover_all_genres_and_expressions():
    assert len(SENTENCES) == len({target for _, target, _ in SENTENCES}) == 20
    assert {genre for *_, genre in SENTENCES} == {"bible", "biomed", "europarl", ""}
    assert sum(" " in target for _, target, _ in SENTENCES) >= 5


@pytest.mark.parametrize(
    ("targets", "sign", "word"),
    [
        (["ephod", "Heterozygosity", "subsidiarity", "derogation", "acquiescence"], 1, "rare"),
        (["sheep", "blood", "members", "kitchen"], -1, "common"),
    ],
)
def test_rare_words_are_harder_and_common_words_easier(entries, targets, sign, word):
    for target in targets:
        reasons = {reason["title"]: reason for reason in entries[target]["reasons"]}
        assert reasons["Frequency"]["contribution"] * sign > 0
        assert reasons["Frequency"]["text"].startswith(word)


def test_capitals_make_an_abbreviation_harder(entries):
    assert "Capitals" in [reason["title"] for reason in entries["RNA"]["reasons"]]
    assert all(len(entry["reasons"]) == REASONS for entry in entries.values())


def test_a_rare_word_family_makes_a_word_harder_and_a_common_one_easier(entries):
    reasons = [reason for entry in entries.values() for reason in entry["reasons"]]
    families = [reason for reason in reasons if reason["title"] == "Word family"]
    for kind, sign in (("rare", 1), ("common", -1)):
        of_kind = [reason for reason in families if kind in reason["text"].split(":")[0]]
        assert of_kind
        assert all(reason["contribution"] * sign > 0 for reason in of_kind)


def test_a_reason_names_the_word_of_an_expression(entries):
    text = " ".join(reason["text"] for reason in entries["Synaptic plasticity"]["reasons"])
    assert "“plasticity” is rare" in text
