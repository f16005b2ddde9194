"""Which words of a heat map are marked, and how strongly: by CEFR level, or by complexity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lcp.corpora.readers.cefr import LEVELS
from lcp.errors import InputError

if TYPE_CHECKING:
    from lcp.annotation.annotation import RatedWord

#: Number of strengths of a mark.
STEPS = 5


@dataclass(frozen=True)
class Marks:
    """Words to mark: those above a CEFR level or, without a level, from a complexity.

    Parameters
    ----------
    threshold : float
        Complexity, 0-1, from which a word is marked if there is no level.
    level : str, optional
        CEFR level above which words are marked.

    Raises
    ------
    InputError
        If there is no such level.

    Examples
    --------
    >>> Marks(0.35).legend()
    [(3, '0.35–0.4'), (4, '0.4–0.5'), (5, '0.5–1')]
    >>> Marks(0.35, "B1").legend()
    [(3, 'B2'), (4, 'C1'), (5, 'C2')]
    """

    threshold: float
    level: str | None = None

    def __post_init__(self) -> None:
        """Check the level."""
        if self.level is not None and self.level not in LEVELS:
            raise InputError(
                "There is no such CEFR level.",
                where="level",
                hint=f"Choose one of: {', '.join(LEVELS)}.",
            )

    def includes(self, word: RatedWord) -> bool:
        """Return whether a word is marked."""
        if self.level is None:
            return word.complexity >= self.threshold
        return word.level is not None and LEVELS.index(word.level) > LEVELS.index(self.level)

    def step(self, word: RatedWord) -> int:
        """Return the strength of a mark, from 1 to :data:`STEPS`; 0 if the word is not marked."""
        if not self.includes(word):
            return 0
        if self.level is not None and word.level is not None:
            return LEVELS.index(word.level)
        return _step(word.complexity)

    def legend(self) -> list[tuple[int, str]]:
        """Return the strengths in use, each with its levels or its range of complexity."""
        if self.level is not None:
            return list(enumerate(LEVELS))[LEVELS.index(self.level) + 1 :]
        limits = [self.threshold, *(tenth / 10 for tenth in range(2, 6)), 1]
        rows = []
        for step in range(_step(self.threshold), STEPS + 1):
            low = max(self.threshold, limits[step - 1] if step > 1 else 0)
            rows.append((step, f"{low:.3g}–{limits[step]:.3g}"))
        return rows

    def describe(self) -> str:
        """Return what the marks mean, such as "above B1"."""
        if self.level is not None:
            return f"above {self.level}"
        return f"of complexity {self.threshold:.3g} or more"


def _step(complexity: float) -> int:
    """Return 1 below 0.2, 2 below 0.3, and so on; :data:`STEPS` from 0.5."""
    return min(max(int(complexity * 10 + 1e-9), 1), STEPS)
