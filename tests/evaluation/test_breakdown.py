"""Errors by genre and frequency band."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from lcp.evaluation.breakdown import breakdown, error_groups, frequency_band, length_class


def test_the_frequency_band_is_that_of_the_rarest_word():
    assert frequency_band("time") == "Zipf 5 or more"
    assert frequency_band("time haploinsufficiency") == "Zipf below 2"
    assert frequency_band("qzxqzx") == "Zipf below 2"


def test_errors_are_computed_for_each_group():
    table = pd.DataFrame(
        {
            "genre": ["bible", "bible", "news", "news", "news"],
            "token": ["time", "time", "time", "time", "haploinsufficiency"],
            "complexity": [0.1, 0.2, 0.3, 0.5, 0.9],
        }
    )
    predicted = np.array([[0.2, 0.2], [0.3, 0.3], [0.3, 0.3], [0.5, 0.5], [0.5, 0.7]])
    rows = breakdown(table, predicted).set_index(["by", "group"])
    bible = rows.loc[("genre", "bible")]
    assert (bible["n"], bible["mae"], bible["bias"]) == (2, pytest.approx(0.1), pytest.approx(0.1))
    assert rows.loc[("genre", "news"), "bias"] == pytest.approx(-0.1)
    assert rows.loc[("frequency", "Zipf 5 or more"), "n"] == 4
    # A single instance has no correlation.
    assert ("frequency", "Zipf below 2") not in rows.index


def test_the_length_class_is_that_of_the_longest_word():
    assert length_class("ewe") == "up to 4"
    assert length_class("a shepherd") == "7 to 8"
    assert length_class("haploinsufficiency") == "13 or more"


def test_groups_are_ordered_and_not_empty():
    table = pd.DataFrame({"genre": ["news", "bible"], "token": ["shepherd", "ewe"]})
    groups = error_groups(table)
    assert list(groups) == ["genre", "frequency", "length"]
    assert list(groups["length"].cat.categories) == ["up to 4", "7 to 8"]
    assert list(groups["genre"]) == ["news", "bible"]
