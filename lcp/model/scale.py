"""The complexity scale, and thresholds from which a word counts as complex.

The scale is that of Shardlow et al. (2021), section 3: five points from very easy (0) to very
difficult (1).
"""

from __future__ import annotations

from numbers import Real
from typing import Literal, get_args

from lcp.errors import InputError

Audience = Literal["learner", "general", "expert"]

#: Points of the scale and their names.
SCALE = {
    0.0: "very easy",
    0.25: "easy",
    0.5: "neutral",
    0.75: "difficult",
    1.0: "very difficult",
}

#: Thresholds of audiences. Shardlow et al. (2021), section 7: more competent speakers need a
#: higher threshold, and 0.5 means neutral or above.
AUDIENCES: dict[Audience, float] = {
    "learner": 0.25,  # easy or above
    "general": 0.5,  # neutral or above, for adult readers
    "expert": 0.75,  # difficult or above, for readers who know the subject
}

DEFAULT_AUDIENCE: Audience = "general"


def in_words(complexity: float) -> str:
    """Return the name of the nearest point of the scale; of two, the more difficult one.

    >>> in_words(0.3), in_words(0.375)
    ('easy', 'neutral')
    """
    return SCALE[min(SCALE, key=lambda point: (abs(point - complexity), -point))]


def threshold_of(threshold: float | None = None, audience: str | None = None) -> float:
    """Return the complexity from which a word counts as complex.

    Parameters
    ----------
    threshold : float, optional
        The threshold itself, 0-1.
    audience : {"learner", "general", "expert"}, optional
        A threshold by name. Default: ``"general"``.

    Raises
    ------
    InputError
        If both are given, the threshold is outside 0-1, or there is no such audience.

    Examples
    --------
    >>> threshold_of(), threshold_of(0.4), threshold_of(audience="learner")
    (0.5, 0.4, 0.25)
    """
    if threshold is not None and audience is not None:
        raise InputError(
            "A threshold and an audience cannot be combined.",
            hint="Give one of them: an audience is a named threshold.",
        )
    if threshold is not None:
        if not isinstance(threshold, Real) or not 0 <= threshold <= 1:
            raise InputError(
                f"The threshold {threshold} is not from 0 to 1.",
                where="threshold",
                hint="Complexity is 0 (very easy) to 1 (very difficult).",
            )
        return float(threshold)
    if audience is None:
        return AUDIENCES[DEFAULT_AUDIENCE]
    if audience not in AUDIENCES:
        raise InputError(
            f"There is no audience '{audience}'.",
            where="audience",
            hint=f"Valid names: {', '.join(get_args(Audience))}.",
        )
    return AUDIENCES[audience]
