"""Points of the scale and thresholds of audiences."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.model.scale import check_threshold, in_words


def test_the_points_have_the_names_of_the_paper():
    names = [in_words(x) for x in (0, 0.12, 0.125, 0.374, 0.375, 0.5, 0.625, 0.875, 1)]
    assert names == [
        *("very easy", "very easy", "easy", "easy", "neutral", "neutral"),
        *("difficult", "very difficult", "very difficult"),
    ]


def test_a_threshold_on_the_scale_is_a_float():
    assert [check_threshold(value) for value in (0, 1, 0.4)] == [0.0, 1.0, 0.4]


@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan"), float("inf"), "0.5"])
def test_a_threshold_outside_the_scale_raises_an_error(threshold):
    with pytest.raises(InputError, match="not from 0 to 1"):
        check_threshold(threshold)
