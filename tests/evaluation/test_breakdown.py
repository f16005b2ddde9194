"""Errors by genre and frequency band."""

import numpy as np
import pandas as pd
import pytest

from lcp.evaluation.held_out import breakdown
from lcp.evaluation.scores import frequency_bands
from lcp.targets import Targets


def test_the_frequency_band_is_that_of_the_rarest_word():
    tokens = pd.Series(["time", "time haploinsufficiency", "qzxqzx"])
    assert frequency_bands(tokens).tolist() == ["Zipf 5 or more", "Zipf below 2", "Zipf below 2"]


def test_errors_are_computed_for_each_group():
    table = pd.DataFrame(
        {
            "genre": ["bible", "bible", "news", "news", "news"],
            "token": ["time", "time", "time", "time", "haploinsufficiency"],
            "complexity": [0.1, 0.2, 0.3, 0.5, 0.9],
        }
    )
    predicted = np.array([[0.2, 0.2], [0.3, 0.3], [0.3, 0.3], [0.5, 0.5], [0.5, 0.7]])
    rows = breakdown(Targets.rated(table), predicted).set_index(["by", "group"])
    bible = rows.loc[("genre", "bible")]
    assert (bible["n"], bible["mae"], bible["bias"]) == (2, pytest.approx(0.1), pytest.approx(0.1))
    assert rows.loc[("genre", "news"), "bias"] == pytest.approx(-0.1)
    assert rows.loc[("frequency", "Zipf 5 or more"), "n"] == 4
    # A single instance has no correlation.
    assert ("frequency", "Zipf below 2") not in rows.index
