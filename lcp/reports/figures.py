"""Figures as papers print them."""

from __future__ import annotations

import math
import re


def signed(value: float) -> str:
    """A difference with its sign and four decimals, as papers print it.

    >>> signed(-0.01234)
    '−.0123'
    """
    if math.isnan(value):
        return "–"
    return re.sub(r"(?<!\d)0\.", ".", f"{value:+.4f}").replace("-", "−")


def p_value(value: float) -> str:
    """A p-value as papers print it.

    >>> p_value(0.0123), p_value(0.0001)
    ('.012', '< .001')
    """
    if math.isnan(value):
        return "–"
    if value < 0.001:  # noqa: PLR2004 - the usual limit
        return "< .001"
    return f"{value:.3f}".removeprefix("0") if value < 1 else "1"


def with_interval(value: float, low: float, high: float) -> str:
    """A difference and the limits of its interval.

    >>> with_interval(0.01, -0.002, 0.022)
    '+.0100 (−.0020 to +.0220)'
    """
    if math.isnan(value):
        return signed(value)
    return f"{signed(value)} ({signed(low)} to {signed(high)})"
