"""Points of the scale and thresholds of audiences."""

from __future__ import annotations

import pytest

from lcp.errors import InputError
from lcp.model.scale import AUDIENCES, in_words, threshold_of


def test_the_points_have_the_names_of_the_paper():
    names = [in_words(x) for x in (0, 0.12, 0.125, 0.374, 0.375, 0.5, 0.625, 0.875, 1)]
    assert names == [
        *("very easy", "very easy", "easy", "easy", "neutral", "neutral"),
        *("difficult", "very difficult", "very difficult"),
    ]


def test_audiences_are_named_thresholds():
    assert AUDIENCES == {"learner": 0.25, "general": 0.5, "expert": 0.75}
    assert [threshold_of(audience=name) for name in AUDIENCES] == [0.25, 0.5, 0.75]
    assert threshold_of() == 0.5
    assert threshold_of(0) == 0.0
    assert threshold_of(1) == 1.0


@pytest.mark.parametrize("threshold", [-0.01, 1.01, float("nan"), float("inf"), "0.5"])
def test_a_threshold_outside_the_scale_raises_an_error(threshold):
    with pytest.raises(InputError, match="not from 0 to 1"):
        threshold_of(threshold)


def test_unknown_audiences_and_two_thresholds_raise_an_error():
    with pytest.raises(InputError, match=r"no audience 'kids'(.|\n)*learner, general, expert"):
        threshold_of(audience="kids")
    with pytest.raises(InputError, match="cannot be combined"):
        threshold_of(0.5, "general")
