"""Figures are printed as papers print them."""

from __future__ import annotations

import math

from lcp.reports.figures import p_value, signed, with_interval


def test_a_difference_has_a_sign_and_no_zero_before_the_point():
    assert signed(0.0123) == "+.0123"
    assert signed(-0.5) == "−.5000"
    assert signed(1.5) == "+1.5000"
    assert signed(-10.25) == "−10.2500"


def test_what_is_not_defined_is_a_dash():
    assert signed(math.nan) == p_value(math.nan) == with_interval(math.nan, 0, 0) == "–"


def test_p_values():
    assert [p_value(p) for p in (0.00099, 0.001, 0.05, 1.0)] == ["< .001", ".001", ".050", "1"]
