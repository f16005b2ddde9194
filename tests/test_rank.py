"""``ComplexityModel.rank``: what may stand in a target's place, the easiest first."""

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
    ranked = model.rank(SENTENCE, "acquiescence", ["consent", "concurrence", "yes"])
    assert ranked.columns.tolist() == ["candidate", "complexity", "low", "high", "difference"]
    assert ranked["complexity"].is_monotonic_increasing
    assert set(ranked["candidate"]) == {"acquiescence", "consent", "concurrence", "yes"}
    named = ranked.set_index("candidate")
    own = model.predict_one(SENTENCE, "acquiescence")
    assert named.loc["acquiescence", ["complexity", "difference"]].tolist() == [own, 0]
    other = model.predict_one(SENTENCE.replace("acquiescence", "consent"), "consent")
    assert named.loc["consent", "complexity"] == pytest.approx(other, rel=1e-12)
    assert named.loc["consent", "difference"] == pytest.approx(other - own, rel=1e-12)
    assert ranked[["low", "high"]].isna().all(axis=None)


def test_a_calibrated_model_gives_limits_that_widen_with_coverage(model):
    table = lcp.load_corpus("sample", task=1)
    rated = lcp.ComplexityModel("frequency-baseline", "linear").fit(table)
    rated.calibrate(table, np.full(len(table), table["complexity"].mean()))
    narrow = rated.rank(SENTENCE, "acquiescence", ["consent"], coverage=0.5)
    wide = rated.rank(SENTENCE, "acquiescence", ["consent"], coverage=0.9)
    assert narrow["complexity"].between(narrow["low"], narrow["high"]).all()
    assert (wide["high"] - wide["low"] > narrow["high"] - narrow["low"]).all()


def test_a_model_of_single_words_refuses_a_candidate_of_several(model):
    with pytest.raises(InputError, match=r"(?s)“?quiet approval.*--task 2"):
        model.rank(SENTENCE, "acquiescence", ["quiet approval"])


@pytest.mark.parametrize(
    ("sentence", "target", "options", "what"),
    [
        ("", "yes", {}, "sentence is empty"),
        (SENTENCE, " ", {}, "target is empty"),
        (SENTENCE, "river", {}, "not in its sentence"),
        (SENTENCE, "acquiescence", {"coverage": 0}, "not between 0 and 1"),
    ],
)
def test_bad_input_is_refused(model, sentence, target, options, what):
    with pytest.raises(InputError, match=what):
        model.rank(sentence, target, ["consent"], **options)
