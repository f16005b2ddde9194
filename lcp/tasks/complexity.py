"""The built-in room: complexity of single words (1), and of words and expressions (2)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lcp.errors import InputError
from lcp.tasks.task import Room, Task

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Complexity(Task):
    """Complexity from 0 to 1, as in SemEval-2021 Task 1 (Shardlow et al. 2021)."""

    @property
    def variant(self) -> int:
        """1 for single words, 2 for words and expressions."""
        return int(self.name[-1])

    def select(self, table: pd.DataFrame) -> pd.DataFrame:
        """Return the single words for variant 1, else all instances.

        Raises
        ------
        InputError
            If there are none.
        """
        from lcp.targets.targets import is_multiword

        table = super().select(table)
        if self.variant == 1:
            table = table[~is_multiword(table["token"])].reset_index(drop=True)
            if table.empty:
                raise InputError(
                    "The corpus has no single words.",
                    where="task",
                    hint="Use task 2, which includes multi-word expressions.",
                )
        return table

    def submission(self, table: pd.DataFrame, predicted: ArrayLike) -> str:
        """Return lines of an id, a comma and a prediction."""
        from lcp.evaluation.submission import submission

        return submission(table["id"], predicted)

    def place(self, scores: pd.DataFrame) -> list[str]:
        """Return the places of Pearson's r on words and on expressions among the teams."""
        from lcp.evaluation.leaderboard import place_of

        pearson = scores[scores["metric"] == "pearson"].set_index("subset")["value"]
        tasks = {"single": 1, "mwe": 2}
        return [
            f"Task {number}: place {place} of {n} by Pearson's r."
            for subset, number in tasks.items()
            if subset in pearson.index
            for place, n in [place_of(number, float(pearson[subset]))]
        ]


ROOM = Room(
    name="complexity",
    folder=Path(__file__).parent,
    default="2",
    tasks={
        "1": Complexity("complexity:1", "complexity of single words"),
        "2": Complexity("complexity:2", "complexity of words and expressions"),
    },
)
