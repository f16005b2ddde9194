"""A reason as a sentence."""

from __future__ import annotations

import pytest

from lcp.explanation.reasons import Reason


@pytest.mark.parametrize(
    ("contribution", "effect"),
    [
        (0.0312, "makes it harder by 0.03"),
        (-0.2, "makes it easier by 0.20"),
        (0.004, "makes it harder by less than 0.01"),
        (-0.0004, "makes no difference"),
        (10.25, "makes it harder by 10.25"),
    ],
)
def test_the_effect_is_a_direction_and_an_amount(contribution, effect):
    reason = Reason("Length", "long: 14 letters", contribution, ("length__characters",))
    assert reason.effect == effect
    assert str(reason) == f"Length: long: 14 letters; {effect}."
