"""Readability of ordinary and degenerate sentences."""

import numpy as np
import pandas as pd
import pytest

from lcp.features.families.readability import Readability
from tests.features.families.measuring import measured

EASY = "The cat sat on the mat."


def sentences(*texts, index=None):
    return pd.DataFrame({"sentence": list(texts)}, index=index, dtype=str)


def scores(text):
    return measured(Readability()).extract(sentences(text)).iloc[0]


def test_scores_follow_their_formulas():
    row = scores(EASY)
    # 6 words of one syllable in 1 sentence, 17 letters, no word longer than 6 letters.
    assert row["flesch_reading_ease"] == pytest.approx(206.835 - 1.015 * 6 - 84.6)
    assert row["flesch_kincaid_grade"] == pytest.approx(0.39 * 6 + 11.8 - 15.59)
    assert row["smog_index"] == 3.1291
    assert row["automated_readability_index"] == pytest.approx(4.71 * 17 / 6 + 0.5 * 6 - 21.43)
    assert row["coleman_liau_index"] == pytest.approx(5.88 * 17 / 6 - 29.6 / 6 - 15.8)
    assert row["lix"] == pytest.approx(6)
    assert row["rix"] == 0
    assert row["mcalpine_eflaw"] == 12


@pytest.mark.parametrize(
    "text",
    ["a" * 200_000, "word " * 40_000, "a." * 100_000, "x-" * 100_000, "\U0001f600 ab " * 40_000],
)
def test_extreme_sentences_have_finite_scores(text):
    row = scores(text)
    assert np.isfinite(row.drop(["zipf_mean", "zipf_min"])).all()
