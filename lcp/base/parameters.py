"""Checks of the parameters of estimators, which raise ValueError as scikit-learn's do."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from numbers import Integral, Real


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Numbers that a parameter may have.

    Attributes
    ----------
    low, high : float
        Lowest and highest number.
    above_low : bool
        Whether the lowest number itself is excluded.
    whole : bool
        Whether only whole numbers are valid.
    optional : bool
        Whether None is valid too.

    Examples
    --------
    >>> Limits(low=0, high=1).check("subsample", 1.5)
    Traceback (most recent call last):
    ...
    ValueError: The 'subsample' parameter must be a number from 0 to 1, not 1.5.
    """

    low: float = -inf
    high: float = inf
    above_low: bool = False
    whole: bool = False
    optional: bool = False

    def check(self, name: str, value: object) -> None:
        """Raise ValueError unless the value of a parameter is one of the numbers."""
        if value is None and self.optional:
            return
        is_number = isinstance(value, Integral if self.whole else Real)
        if is_number and not isinstance(value, bool):
            number = float(value)  # type: ignore[arg-type]
            if self.low <= number <= self.high and not (self.above_low and number == self.low):
                return
        raise ValueError(f"The '{name}' parameter must be {self}, not {value!r}.")

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        edge = "above" if self.above_low else "from"
        edges = [f" {edge} {self.low}"] if self.low > -inf else []
        edges += [f" to {self.high}"] if self.high < inf else []
        return kind + "".join(edges) + (" or None" if self.optional else "")
