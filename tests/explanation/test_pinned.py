"""What the model that ships says of twenty sentences; `pinned.py` tells how to renew it."""

from __future__ import annotations

import json

import pytest

from tests.explanation.pinned import DECIMALS, EXPECTED, REASONS, SENTENCES, told

RENEW = "see tests/explanation/pinned.py"


@pytest.fixture(scope="module")
def found():
    return {entry["target"]: entry for entry in told()}


@pytest.fixture(scope="module")
def expected():
    return {entry["target"]: entry for entry in json.loads(EXPECTED.read_text("utf-8"))}


@pytest.mark.parametrize("target", [target for _, target, _ in SENTENCES])
def test_its_reasons_are_those_that_were_read(found, expected, target):
    now, then = found[target], expected[target]
    tolerance = 2 * 10**-DECIMALS
    assert now["complexity"] == pytest.approx(then["complexity"], abs=tolerance), RENEW
    for reason, before in zip(now["reasons"], then["reasons"], strict=True):
        assert (reason["about"], reason["text"]) == (before["about"], before["text"]), RENEW
        assert reason["contribution"] == pytest.approx(before["contribution"], abs=tolerance), RENEW


def test_there_are_twenty_of_all_genres_and_kinds():
    assert len(SENTENCES) == len({target for _, target, _ in SENTENCES}) == 20
    assert {corpus for *_, corpus in SENTENCES} == {"bible", "biomed", "europarl", ""}
    assert sum(" " in target for _, target, _ in SENTENCES) >= 5


@pytest.mark.parametrize(
    ("targets", "sign", "word"),
    [
        (["ephod", "Heterozygosity", "subsidiarity", "derogation", "acquiescence"], 1, "rare"),
        (["sheep", "blood", "members", "kitchen"], -1, "common"),
    ],
)
def test_hard_words_are_hard_for_being_rare_and_easy_ones_easy_for_being_common(
    found, targets, sign, word
):
    for target in targets:
        reasons = {reason["about"]: reason for reason in found[target]["reasons"]}
        assert reasons["Frequency"]["contribution"] * sign > 0
        assert reasons["Frequency"]["text"].startswith(word)


def test_an_abbreviation_is_hard_for_its_capitals_and_no_word_is_hard_for_having_none(found):
    assert "Capitals" in [reason["about"] for reason in found["RNA"]["reasons"]]
    assert all(len(entry["reasons"]) == REASONS for entry in found.values())


def test_a_rare_family_makes_a_word_harder_and_a_common_one_easier(found):
    told = [reason for entry in found.values() for reason in entry["reasons"]]
    families = [reason for reason in told if reason["about"] == "Word family"]
    for kind, sign in (("rare", 1), ("common", -1)):
        chosen = [reason for reason in families if kind in reason["text"].split(":")[0]]
        assert chosen
        assert all(reason["contribution"] * sign > 0 for reason in chosen)


def test_of_an_expression_the_word_that_counts_is_named(found):
    text = " ".join(reason["text"] for reason in found["Synaptic plasticity"]["reasons"])
    assert "“plasticity” is rare" in text
