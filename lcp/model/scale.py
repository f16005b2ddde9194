"""The complexity scale, and audiences with the thresholds that they are named for.

The scale is that of Shardlow et al. (2021), section 3: five points from very easy (0) to very
difficult (1). Thresholds are ranks among the words of running text; see
:mod:`lcp.model.running_text`.
"""

from __future__ import annotations

from numbers import Real
from typing import Literal

from lcp.errors import InputError

Audience = Literal["learner", "general", "expert"]

#: Shares of the words of running text that are easier than the threshold of an audience. With the
#: bundled model, they mark about 20%, 6% and 2% of all words of news, novels, textbooks and
#: encyclopaedias; see benchmarks/running_text.md.
AUDIENCES: dict[Audience, float] = {"learner": 0.6, "general": 0.9, "expert": 0.98}
DEFAULT_AUDIENCE: Audience = "general"

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


def in_running_text(share: float) -> str:
    """Describe the share of words that are easier.

    >>> in_running_text(0.973), in_running_text(0.9996), in_running_text(0.004)
    ('harder than 97% of words in running text', 'harder than 99% of words in running text',
    'harder than 0% of words in running text')
    """
    return f"harder than {min(int(100 * share), 99)}% of words in running text"


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
