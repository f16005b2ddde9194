"""What both tasks on items with options share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.task import Task

if TYPE_CHECKING:
    from lcp.arrays import Bools
    from lcp.targets import Targets


@dataclass(frozen=True)
class ItemTask(Task):
    """Options of an item, whose features are compared with each other."""

    columns: tuple[str, ...] = ("item", "option", "title", "section", "before", "after", "passage")
    unit: str = "item"

    def subsets(self, targets: Targets) -> dict[str, Bools]:
        """Return masks of all options, and of each genre if there are several."""
        import numpy as np

        genres = np.array(targets.genre, dtype=object)
        masks = {"all": genres == genres}  # noqa: PLR0124 - all rows
        names = dict.fromkeys(genres)
        return masks | ({name: genres == name for name in names} if len(names) > 1 else {})
