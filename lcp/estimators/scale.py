"""Lines that map one scale of difficulty to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.schema import conforms

if TYPE_CHECKING:
    from typing import Self

    from lcp.base.array_types import Floats

_NUMBERS = {"intercept": float, "slope": float, "slope_above": float, "bend": (float, None)}


@dataclass(frozen=True)
class Scale:
    """A line from one scale to another: ``intercept + slope * value``.

    Attributes
    ----------
    intercept, slope : float
        The line.
    bend : float, optional
        Value above which the line has another slope. Default: none.
    slope_above : float
        Slope above the bend.

    Raises
    ------
    TypeError
        If one of them is not a number.

    Examples
    --------
    >>> scale = Scale(0.1, 0.5, bend=0.6, slope_above=0.25)
    >>> intercepts, slopes = scale.lines(np.array([0.2, 0.8]))
    >>> (intercepts + slopes * np.array([0.2, 0.8])).round(2).tolist()
    [0.2, 0.45]
    """

    intercept: float
    slope: float
    bend: float | None = None
    slope_above: float = 0.0

    def __post_init__(self) -> None:
        if not conforms(vars(self), _NUMBERS):
            raise TypeError("a number of a scale is missing")

    @classmethod
    def to(cls, values: Floats, mean: float, deviation: float) -> Self:
        """Return the line that gives values this mean and standard deviation."""
        spread = float(values.std())
        slope = deviation / spread if spread else 0.0
        return cls(mean - slope * float(values.mean()), slope)

    def lines(self, values: Floats) -> tuple[Floats, Floats]:
        """Return the intercept and the slope for each value."""
        intercepts, slopes = (np.full(len(values), each) for each in (self.intercept, self.slope))
        if self.bend is not None:
            above = values > self.bend
            intercepts[above] += (self.slope - self.slope_above) * self.bend
            slopes[above] = self.slope_above
        return intercepts, slopes


@dataclass(frozen=True)
class ExpressionScale:
    """What makes the complexity of an expression of two predictions, for one kind of readers.

    Attributes
    ----------
    words : Scale
        From the mean prediction for its rarest and its most frequent word to complexity.
    whole : Scale
        From the school grade that is predicted for the whole expression to complexity.
    deviation : float
        Standard deviation of the complexity of expressions; a name is easier by it.

    Raises
    ------
    TypeError
        If one of them is missing.
    """

    words: Scale
    whole: Scale
    deviation: float

    def __post_init__(self) -> None:
        if not conforms(vars(self), {"words": Scale, "whole": Scale, "deviation": float}):
            raise TypeError("a scale of expressions is missing")
