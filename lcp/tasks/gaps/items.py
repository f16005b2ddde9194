"""What both tasks on items with options share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.tasks.task import Task

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


@dataclass(frozen=True)
class ItemTask(Task):
    """Options of an item, whose features are compared with each other."""

    columns: tuple[str, ...] = ("item", "option", "title", "section", "before", "after", "passage")
    unit: str = "item"
    headline: str = "accuracy"

    def subsets(self, table: pd.DataFrame) -> dict[str, NDArray[np.bool_]]:
        """Return masks of all options, and of each genre if there are several."""
        genres = table["genre"].to_numpy()
        masks = {"all": genres == genres}  # noqa: PLR0124 - all rows
        names = dict.fromkeys(genres)
        return masks | ({name: genres == name for name in names} if len(names) > 1 else {})
