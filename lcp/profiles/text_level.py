"""The CEFR level of a text, from the levels of its words."""

from __future__ import annotations

from typing import NamedTuple

from lcp.corpora.readers.cefr import LEVELS

#: Share of the running words that a reader must know: the minimum for adequate comprehension
#: (Laufer & Ravenhorst-Kalovski 2010; Laufer 1989).
REQUIRED = 0.95
#: Number of running words below which the level is a rough estimate: one word is more than 1%.
FEW_WORDS = 100
RULE = (
    f"the lowest level that {REQUIRED:.0%} of the running words do not exceed "
    "(Laufer & Ravenhorst-Kalovski 2010)"
)


class LevelShare(NamedTuple):
    """Words of a level in a text.

    Attributes
    ----------
    level : str
        A1 to C2.
    words : int
        Running words of this level.
    share, up_to, above : float
        Shares of the running words: of this level, of this and lower levels, of higher levels.
    """

    level: str
    words: int
    share: float
    up_to: float
    above: float


def level_shares(words: list[int], easy: int) -> list[LevelShare]:
    """Return the share of each level.

    Parameters
    ----------
    words : list of int
        Rated words of each level, A1 to C2.
    easy : int
        Function words, and other words that the reader knows; they count as A1.
    """
    counts = [words[0] + easy, *words[1:]]
    total = max(1, sum(counts))
    shares, below = [], 0
    for level, count in zip(LEVELS, counts, strict=True):
        below += count
        shares.append(
            LevelShare(level, count, count / total, below / total, (sum(counts) - below) / total)
        )
    return shares


def text_level(shares: list[LevelShare]) -> str | None:
    """Return the lowest level that 95% of the running words do not exceed; None without words.

    >>> text_level(level_shares([90, 3, 2, 1, 4, 0], 0))
    'B1'
    """
    if not any(share.words for share in shares):
        return None
    # Rounded, so that 19 of 20 words are 95%.
    return next(share.level for share in shares if round(share.up_to, 9) >= REQUIRED)


def level_below(level: str) -> str:
    """Return the level below a level; A1 for A1.

    >>> level_below("B2"), level_below("A1")
    ('B1', 'A1')
    """
    return LEVELS[max(0, LEVELS.index(level) - 1)]


def is_above(level: str, other: str) -> bool:
    """Return whether a CEFR level is above another.

    >>> is_above("B2", "B1"), is_above("A2", "A2")
    (True, False)
    """
    return LEVELS.index(level) > LEVELS.index(other)
