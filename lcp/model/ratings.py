"""The result of rating targets: complexity, interval, rank in running text, and CEFR level."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from lcp.levels import LEVELS

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings of targets, in their order. All attributes have the shape (n_targets,).

    Attributes
    ----------
    complexity : float array
        From 0 (very easy) to 1 (very difficult).
    low, high : float array
        Prediction interval of the mean rating of several readers, 0-1; NaN without one.
    harder_than : float array
        Share of the words of running text that are easier, 0-1; NaN if the model rates options.
    level : int array
        CEFR level for learners from 0 (A1) to 5 (C2); -1 without one.
    level_probability : float array
        Probability of the level, 0-1: 1 if it is listed, NaN without a level.
    listed : bool array
        Whether the level is from a vocabulary profile, not predicted.
    """

    complexity: Floats
    low: Floats
    high: Floats
    harder_than: Floats
    level: NDArray[np.int8]
    level_probability: Floats
    listed: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.complexity)

    def take(self, rows: Any) -> Self:
        """Return some of the ratings, by positions or a mask."""
        return type(self)(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def level_names(self) -> list[str | None]:
        """Return the levels as text, such as ``B1``; None without a level."""
        return [None if level < 0 else LEVELS[level] for level in self.level.tolist()]

    def rows(self) -> list[tuple[Any, ...]]:
        """Return the values of `COLUMNS` for each target, with None for missing values."""
        columns: list[list[Any]] = []
        for name in COLUMNS:
            if name == "level":
                columns.append(self.level_names())
            elif name == "level_source":
                sources = np.where(self.listed, "listed", "predicted").astype(object)
                sources[self.level < 0] = None
                columns.append(sources.tolist())
            else:
                values = getattr(self, name)
                cells = values.astype(object)
                cells[np.isnan(values)] = None
                columns.append(cells.tolist())
        return list(zip(*columns, strict=True))

    def records(self) -> list[dict[str, Any]]:
        """Return a dict for each target, with None for what the model does not give.

        The keys are `COLUMNS`: the attributes, with ``level`` from "A1" to "C2", and
        ``level_source``, "listed" (in a vocabulary profile) or "predicted".
        """
        return [dict(zip(COLUMNS, row, strict=True)) for row in self.rows()]

    def to_frame(self) -> pd.DataFrame:
        """Return the ratings as a table of shape (n_targets, 7).

        Columns ``complexity``, ``low``, ``high``, ``harder_than``, ``level`` (A1-C2),
        ``level_source`` (``listed`` or ``predicted``) and ``level_probability``.
        """
        import pandas as pd

        return pd.DataFrame(self.rows(), columns=list(COLUMNS)).astype(
            dict.fromkeys(("complexity", "low", "high", "harder_than", "level_probability"), float)
        )


#: Columns of tables of ratings.
COLUMNS = (
    *("complexity", "low", "high", "harder_than"),
    *("level", "level_source", "level_probability"),
)
