"""What the rows of a matrix are: facts about the instances that are not features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from lcp.base.array_types import Bools, Objects
    from lcp.targets import Targets


@dataclass(frozen=True, eq=False)
class Rows:
    """Who rated what, row by row. Estimators that treat rows differently decide by it.

    Attributes
    ----------
    source : array of str, shape (n_rows,)
        Corpus of the rating; "" if unknown, as in predictions.
    readers : array of str, shape (n_rows,)
        Who rated or reads the target, such as ``general`` or ``learner``.
    genre : array of str, shape (n_rows,)
        Genre of the sentence; "" if unknown.
    is_expression : bool array of shape (n_rows,)
        Whether the features of several words are aggregated. They are for *bread knife*, but not
        for *bye bye*.
    """

    source: Objects
    readers: Objects
    genre: Objects
    is_expression: Bools

    @classmethod
    def of(cls, targets: Targets, is_expression: Bools) -> Self:
        """Return what targets are; `is_expression` is as for the attribute."""
        source, readers, genre = (
            np.array(column, dtype=object)
            for column in (
                targets.get("source", [""] * len(targets)),
                targets.readers,
                targets.genre,
            )
        )
        return cls(source, readers, genre, is_expression)

    def __len__(self) -> int:
        return len(self.is_expression)

    def take(self, rows: Any) -> Rows:
        """Return some rows, by their numbers or a mask."""
        return Rows(
            self.source[rows], self.readers[rows], self.genre[rows], self.is_expression[rows]
        )
