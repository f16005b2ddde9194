"""Ranks of complexity in running text, and thresholds of audiences."""

from __future__ import annotations

import numpy as np
import pytest

import lcp
from lcp.errors import InputError
from lcp.model.running_text import RunningText, threshold_of
from lcp.model.scale import AUDIENCES, in_running_text


@pytest.fixture(scope="module")
def model():
    return lcp.load_model()


@pytest.fixture(scope="module")
def small():
    return lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))


def test_ranks_rise_with_complexity_from_0_to_1(model):
    shares = model.running_text_.share_below(np.linspace(0, 1, 50))
    assert shares[0] == 0
    assert shares[-1] == 1
    assert (np.diff(shares) >= 0).all()
    assert len(np.unique(shares)) > 10


def test_a_threshold_is_the_complexity_of_its_rank(model):
    for readers in model.readers():
        for audience, share in AUDIENCES.items():
            threshold = model.running_text_.threshold(audience, readers)
            below = model.running_text_.share_below([threshold], readers)[0]
            assert below == pytest.approx(share, abs=0.01)


def test_thresholds_of_the_bundled_model(model):
    thresholds = {name: threshold_of(model, audience=name) for name in AUDIENCES}
    assert thresholds == {"learner": 0.228, "general": 0.307, "expert": 0.384}
    assert threshold_of(model) == thresholds["general"]
    assert threshold_of(model, readers="learner") == 0.573


def test_a_model_without_stored_ranks_computes_them(small, tmp_path):
    text = small.running_text_
    assert text is small.running_text_
    assert set(text.quantiles) == {"general"}
    loaded = lcp.load_model(small.save(tmp_path / "model"))
    assert "running_text_" in vars(loaded)
    stored = loaded.running_text_.quantiles["general"]
    np.testing.assert_array_equal(stored, text.quantiles["general"])


def test_ranks_are_computed_again_after_fitting_again(small):
    table = lcp.load_corpus("sample")
    before = small.running_text_
    small.fit(table.assign(complexity=table["complexity"] / 2))
    assert small.running_text_.threshold("general") < before.threshold("general")


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "high"])
def test_a_threshold_outside_0_to_1_raises_an_error(model, threshold):
    with pytest.raises(InputError, match="not from 0 to 1"):
        threshold_of(model, threshold)


def test_invalid_audiences_and_combinations_raise_an_error(model):
    with pytest.raises(InputError, match="no audience 'kids'"):
        threshold_of(model, audience="kids")
    with pytest.raises(InputError, match="cannot be combined"):
        threshold_of(model, 0.5, "general")


def test_readers_without_ranks_are_compared_with_general_readers():
    text = RunningText({"general": [0, 0.5, 1]})
    assert text.share_below([0.5], "native").tolist() == [0.5]


def test_a_rank_is_described_in_whole_percent_below_100():
    assert in_running_text(0.909) == "harder than 90% of words in running text"
    assert in_running_text(1.0) == "harder than 99% of words in running text"


def test_a_model_that_ranks_the_options_of_questions_does_not_rate_running_text(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("lcp.model.running_text._sample", None)  # a call would raise an error
    table = lcp.load_corpus("sample").head(60)
    table["item"] = [str(number // 5) for number in range(60)]
    features = lcp.FeatureSet({"length": {"cmudict": False}}, rank_within="item")
    model = lcp.ComplexityModel(features, "linear").fit(table)
    folder = model.save(tmp_path / "model")
    loaded = lcp.load_model(folder)
    assert loaded.running_text_.quantiles == {}
    # A threshold would not help: ranks in running text are written beside each word.
    for options in ({}, {"threshold": 0.5}):
        with pytest.raises(InputError, match="options of a question, not the words"):
            lcp.annotate("A short text.", model=loaded, **options)
    card = " ".join((folder / "CARD.md").read_text(encoding="utf-8").split())
    assert "`lcp annotate` and `lcp profile` do not accept it" in card
