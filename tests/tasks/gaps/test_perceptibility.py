"""Predicted concreteness on the scale of SemEval-2021 Task 4."""

import numpy as np
import pytest

from lcp.errors import ResourceError
from lcp.tasks.gaps import perceptibility as module
from lcp.tasks.gaps.perceptibility import perceptibility


@pytest.fixture
def shipped_elsewhere(tmp_path, monkeypatch):
    module._shipped.cache_clear()
    monkeypatch.setattr(module, "SHIPPED", tmp_path / "scores.npz")
    yield tmp_path / "scores.npz"
    module._shipped.cache_clear()


def test_things_score_above_ideas():
    hammer, justice, unlisted = perceptibility(["Hammer", "justice", "zxqvylike"])
    assert hammer > justice + 0.2
    assert 0 <= unlisted <= 1


def test_scores_agree_with_the_ratings(data):
    from lcp.resources import Store

    rated = Store(mirror=data).table("mrc")["concreteness"].dropna()
    assert np.corrcoef(perceptibility(rated.index), rated)[0, 1] > 0.86


def test_scores_of_another_lexicon_are_refused(shipped_elsewhere):
    np.savez(shipped_elsewhere, words=np.array([5]), weights=np.zeros(3))
    with pytest.raises(ResourceError, match="another lexicon"):
        perceptibility(["dog"])


def test_a_damaged_file_is_refused(shipped_elsewhere):
    shipped_elsewhere.write_bytes(b"PK damaged")
    with pytest.raises(ResourceError, match="damaged"):
        perceptibility(["dog"])
