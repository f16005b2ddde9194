"""School grades as complexity."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from lcp.base.array_types import Floats

Grades = TypeVar("Grades", float, "Floats")

#: School grades whose complexity is 0 and 1.
GRADES = (2, 14)


def complexity_of(grade: Grades) -> Grades:
    """Return the complexity of a school grade, or of an array of grades.

    >>> complexity_of(2.0), complexity_of(8.0), complexity_of(14.0)
    (0.0, 0.5, 1.0)
    """
    lowest, highest = GRADES
    return (grade - lowest) / (highest - lowest)
