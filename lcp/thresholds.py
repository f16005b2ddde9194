"""The points of the complexity scale, and from which of them on a word counts as complex.

The scale is that of Shardlow et al. (2021), section 3: judgements on five points, from very
easy to very difficult, as numbers from 0 to 1.
"""

from __future__ import annotations

from numbers import Real
from typing import Literal, get_args

from lcp.errors import InputError

Audience = Literal["learner", "general", "expert"]

#: Names of the scale's points.
SCALE = {
    0.0: "very easy",
    0.25: "easy",
    0.5: "neutral",
    0.75: "difficult",
    1.0: "very difficult",
}

#: From which complexity on a word is complex for an audience. Shardlow et al. (2021), section 7:
#: more competent speakers need a higher threshold, and 0.5 means neutral or above.
AUDIENCES: dict[Audience, float] = {
    "learner": 0.25,  # whoever needs help as soon as a word is harder than easy
    "general": 0.5,  # adult readers: neutral or above
    "expert": 0.75,  # readers at home in the subject: only what is difficult
}

DEFAULT: Audience = "general"


def in_words(complexity: float) -> str:
    """The nearest point of CompLex's scale; half-way the harder one.

    >>> in_words(0.3), in_words(0.375)
    ('easy', 'neutral')
    """
    return SCALE[min(SCALE, key=lambda point: (abs(point - complexity), -point))]


def threshold_of(threshold: float | None = None, audience: str | None = None) -> float:
    """The threshold that is asked for, by number or by audience; the general one for neither.

    Words are complex from this complexity on, itself included.

    Raises
    ------
    InputError
        When both are given, the threshold is not from 0 to 1, or there is no such audience.

    Examples
    --------
    >>> threshold_of(), threshold_of(0.4), threshold_of(audience="learner")
    (0.5, 0.4, 0.25)
    """
    if threshold is not None and audience is not None:
        raise InputError(
            "Both a threshold and an audience are given.",
            hint="An audience is a threshold with a name: give one of them.",
        )
    if threshold is not None:
        if not isinstance(threshold, Real) or not 0 <= threshold <= 1:
            raise InputError(
                f"The threshold {threshold} is not from 0 to 1.",
                where="threshold",
                hint="Complexity runs from 0, very easy, to 1, very difficult.",
            )
        return float(threshold)
    if audience is None:
        return AUDIENCES[DEFAULT]
    if audience not in AUDIENCES:
        raise InputError(
            f"There is no audience '{audience}'.",
            where="audience",
            hint=f"Known are: {', '.join(get_args(Audience))}.",
        )
    return AUDIENCES[audience]
