"""Substitutes are ranked by their complexity in the sentence."""

from __future__ import annotations

import numpy as np
import pytest

import lcp
from lcp.errors import InputError

SENTENCE = "Her acquiescence surprised everyone."


@pytest.fixture(scope="module")
def model():
    table = lcp.load_corpus("sample", task=1)
    return lcp.ComplexityModel("frequency-baseline", "linear").fit(table)


def test_the_easiest_comes_first_and_differences_are_to_the_target(model):
    ranking = lcp.rank(SENTENCE, "acquiescence", ["consent", "concurrence", "yes"], model=model)
    table = ranking.table
    assert ranking.target == "acquiescence"
    assert table.columns.tolist() == ["candidate", "complexity", "low", "high", "difference"]
    assert table["complexity"].is_monotonic_increasing
    assert set(table["candidate"]) == {"acquiescence", "consent", "concurrence", "yes"}
    named = table.set_index("candidate")
    own = model.predict_one(SENTENCE, "acquiescence")
    assert named.loc["acquiescence", ["complexity", "difference"]].tolist() == [own, 0]
    other = model.predict_one(SENTENCE.replace("acquiescence", "consent"), "consent")
    assert named.loc["consent", "complexity"] == pytest.approx(other, rel=1e-12)
    assert named.loc["consent", "difference"] == pytest.approx(other - own, rel=1e-12)
    assert table[["low", "high"]].isna().all(axis=None)


def test_a_calibrated_model_gives_limits_that_widen_with_coverage():
    table = lcp.load_corpus("sample", task=1)
    calibrated = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    calibrated.calibrate(table, np.full(len(table), table["complexity"].mean()))
    narrow, wide = (
        lcp.rank(SENTENCE, "acquiescence", ["consent"], model=calibrated, coverage=coverage).table
        for coverage in (0.5, 0.9)
    )
    assert narrow["complexity"].between(narrow["low"], narrow["high"]).all()
    assert (wide["high"] - wide["low"] > narrow["high"] - narrow["low"]).all()


def test_the_model_may_be_a_folder_or_the_default(model, tmp_path):
    expected = lcp.rank(SENTENCE, "acquiescence", ["yes"], model=model).table
    folder = model.save(tmp_path / "model")
    ranked = lcp.rank(SENTENCE, "acquiescence", ["yes"], model=folder).table
    assert ranked.equals(expected)
    default = lcp.rank(SENTENCE, "acquiescence", ["yes"]).table
    assert default["low"].notna().all()


def test_the_occurrence_of_the_target_is_replaced(model):
    sentence = "The acquiescence followed the acquiescence."
    ranking = lcp.rank(sentence, "acquiescence", ["consent"], model=model, occurrence=2)
    replaced = model.predict_one("The acquiescence followed the consent.", "consent")
    ranked = ranking.table.set_index("candidate")
    assert ranked.loc["consent", "complexity"] == pytest.approx(replaced, rel=1e-12)
    with pytest.raises(InputError, match="no occurrence 3"):
        lcp.rank(sentence, "acquiescence", ["consent"], model=model, occurrence=3)


def test_a_model_of_single_words_does_not_accept_an_expression_as_candidate(model):
    with pytest.raises(InputError, match=r"(?s)“?quiet approval.*--task 2"):
        lcp.rank(SENTENCE, "acquiescence", ["quiet approval"], model=model)


@pytest.mark.parametrize(
    ("sentence", "target", "options", "message"),
    [
        ("", "yes", {}, "sentence is empty"),
        (SENTENCE, " ", {}, "target is empty"),
        (SENTENCE, "river", {}, "not in its sentence"),
        (SENTENCE, "acquiescence", {"coverage": 0}, "not between 0 and 1"),
    ],
)
def test_invalid_input_raises_an_error(model, sentence, target, options, message):
    with pytest.raises(InputError, match=message):
        lcp.rank(sentence, target, ["consent"], model=model, **options)


def test_only_easier_synonyms_are_ranked(data):
    ranking = lcp.rank("It will commence today.", "commence")
    offered = lcp.easier_synonyms("It will commence today.", "commence")
    assert set(ranking.table["candidate"]) == {"commence", *(each.form for each in offered)}
    assert ranking.table["candidate"].iloc[-1] == "commence"
    assert ranking.notes[0].startswith("Sense of “commence” in WordNet: “")


def test_without_an_easier_synonym_only_the_target_is_listed(data):
    ranking = lcp.rank("He deposited money at the bank.", "bank")
    assert ranking.table["candidate"].tolist() == ["bank"]
    assert ranking.notes[-1] == "WordNet has no easier synonym of “bank” that fits here."
