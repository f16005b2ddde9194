"""The complexity scale.

The scale is that of Shardlow et al. (2021), section 3: five points from very easy (0) to very
difficult (1). For thresholds, see :mod:`lcp.model.running_text`.
"""

from __future__ import annotations

from numbers import Real

from lcp.errors import InputError

#: Points of the scale and their names.
SCALE = {
    0.0: "very easy",
    0.25: "easy",
    0.5: "neutral",
    0.75: "difficult",
    1.0: "very difficult",
}


def in_words(complexity: float) -> str:
    """Return the name of the nearest point of the scale; of two, the more difficult one.

    >>> in_words(0.3), in_words(0.375)
    ('easy', 'neutral')
    """
    return SCALE[min(SCALE, key=lambda point: (abs(point - complexity), -point))]


def check_threshold(threshold: float) -> float:
    """Return a threshold of complexity as a float.

    Raises
    ------
    InputError
        If it is not a number from 0 to 1.
    """
    if not isinstance(threshold, Real) or not 0 <= threshold <= 1:
        raise InputError(
            f"The threshold {threshold} is not from 0 to 1.",
            where="threshold",
            hint="Complexity is 0 (very easy) to 1 (very difficult).",
        )
    return float(threshold)
