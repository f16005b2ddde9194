"""Points of the scale, thresholds, and ranks in running text."""

import numpy as np
import pytest

import lcp
from lcp.model.running_text import THRESHOLDS, RunningText
from tests.errors import refused

TEXT = RunningText({"general": np.linspace(0, 0.5, 51), "learner": np.linspace(0, 1, 51)})


def test_a_threshold_is_a_number_or_a_name():
    assert [TEXT.threshold(value) for value in (0, 1, 0.4)] == [0.0, 1.0, 0.4]
    for name, share in THRESHOLDS.items():
        assert TEXT.threshold(name) == pytest.approx(share / 2)
        assert TEXT.threshold(name, "learner") == pytest.approx(share)


@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan"), float("inf"), "0.5", None])
def test_a_threshold_outside_the_scale_raises_an_error(threshold):
    with refused(where="threshold"):
        TEXT.threshold(threshold)


def test_ranks_are_shares_of_easier_words():
    assert TEXT.share_below([0.0, 0.25, 0.9]).tolist() == [0.0, 0.5, 1.0]
    shares = [TEXT.share_below([0.25], readers).item() for readers in ("learner", "native")]
    assert shares == [0.25, 0.5]
    with refused(where="readers"):
        TEXT.share_below([0.25], "learner:es")


def test_a_model_that_compares_options_has_no_ranks_and_thresholds():
    none = RunningText({})
    assert np.isnan(none.share_below([0.3])).all()
    with refused():
        none.threshold(0.3)


@pytest.mark.parametrize("quantiles", [[], [[0.1]], [float("nan")]])
def test_damaged_quantiles_are_refused(quantiles):
    with pytest.raises(ValueError, match="incomplete"):
        RunningText({"general": quantiles})


def test_a_models_quantiles_are_those_of_its_words_and_are_saved(tmp_path):
    model = lcp.ComplexityModel("frequency-baseline", "linear").fit(lcp.load_corpus("sample"))
    quantiles = model.running_text_.quantiles
    assert set(quantiles) == {"general"}
    assert (np.diff(quantiles["general"]) >= 0).all()
    loaded = lcp.load_model(model.save(tmp_path / "model"))
    assert loaded.running_text_.to_dict() == model.running_text_.to_dict()
