"""The profile of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.profiles.text_level import FEW_WORDS, RULE, level_below

if TYPE_CHECKING:
    from lcp.profiles.coverage import Coverage
    from lcp.profiles.readability import Formula
    from lcp.profiles.text_level import LevelShare
    from lcp.profiles.windows import Window

#: Number of bins of the distribution of complexity, each of the same width.
BINS = 40


class ThresholdShare(NamedTuple):
    """Words that reach a threshold of complexity.

    Attributes
    ----------
    name : str
        The audience (learner, general or expert), or ``custom``.
    threshold : float
        Complexity, 0-1.
    words : int
        Running words that reach it and that the reader does not know.
    share : float
        Their share of the running words, 0-1.
    """

    name: str
    threshold: float
    words: int
    share: float


class HardWord(NamedTuple):
    """A hard word, with all its inflected forms in the text.

    Attributes
    ----------
    lemma : str
        The lemma in lower case.
    form : str
        Its most frequent form in the text, as at its first place.
    occurrences : int
        Number of occurrences, of all forms.
    complexity : float
        Mean over the occurrences, 0-1.
    level : str or None
        Most frequent CEFR level of its occurrences; of several, the highest.
    start : int
        Position of the first occurrence, in characters from 0.
    line, column : int
        Line and column of the first occurrence, from 1.
    """

    lemma: str
    form: str
    occurrences: int
    complexity: float
    level: str | None
    start: int
    line: int
    column: int


@dataclass(frozen=True)
class TextProfile:
    """Level, coverage, hard words and readability of a text.

    Running words are function words and rated words. Names, numbers, abbreviations and other tokens
    are counted apart, as in studies of coverage (Nation 2006), and parts of contractions count with
    the word before.

    Attributes
    ----------
    name : str
        Name of the text.
    sentences, words, content_words : int
        Sentences, running words, and those that are rated.
    known_words : int
        Running words on the reader's own list of known words.
    apart : dict of str to int
        Other tokens by kind, without punctuation; see :data:`lcp.annotation.kinds.KINDS`.
    level : str or None
        CEFR level of the text: the lowest level that 95% of its running words do not exceed; None
        without words, or if the model does not predict levels.
    levels : list of LevelShare
        Share of the running words at each level, the evidence for `level`. Function words and known
        words count as A1.
    threshold : float
        Complexity, 0-1, from which a word is hard.
    thresholds : list of ThresholdShare
        Share of the running words that reach each audience's threshold.
    coverage : list of Coverage
        Number of the most frequent English words that cover 90%, 95% and 98% of the running words.
    hard_words : list of HardWord
        Words that reach the threshold and that the reader does not know, the hardest first.
    readability : list of Formula
        Classical readability formulas.
    complexity : float or None
        Mean complexity of the rated words, 0-1.
    distribution : list of int
        Rated words by complexity, in 40 bins of width 0.025.
    windows : list of Window
        Difficulty along the text, in at most 80 windows.
    warning : str or None
        Warning that the text may not be English.
    """

    name: str
    sentences: int
    words: int
    content_words: int
    known_words: int
    apart: dict[str, int]
    level: str | None
    levels: list[LevelShare]
    threshold: float
    thresholds: list[ThresholdShare]
    coverage: list[Coverage]
    hard_words: list[HardWord]
    readability: list[Formula]
    complexity: float | None
    distribution: list[int]
    windows: list[Window]
    warning: str | None

    @property
    def verdict(self) -> str:
        """The profile in one sentence."""
        if not self.words:
            return "The text has no words to rate."
        number = len(self.hard_words)
        hard = f"{number:,} hard word{'' if number == 1 else 's'}" if number else "no hard words"
        if self.level is None:
            share = sum(word.occurrences for word in self.hard_words) / self.words
            return f"{hard[0].upper()}{hard[1:]}: {share:.0%} of the {self.words:,} words."
        below = level_below(self.level)
        return (
            f"{self.level}: {self.share_above(below):.0%} of the words are above {below}; {hard}."
        )

    @property
    def notes(self) -> list[str]:
        """What a reader of the profile should know about its reliability."""
        notes = []
        if 0 < self.words < FEW_WORDS:
            notes.append(
                f"The text has {self.words} words: with fewer than {FEW_WORDS}, its level is a "
                "rough estimate."
            )
        return [*notes, *([self.warning] if self.warning else [])]

    def share_above(self, level: str) -> float:
        """Return the share of the running words above a level, 0-1; 0 without levels."""
        return next((share.above for share in self.levels if share.level == level), 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return the profile as JSON-serialisable values; numbers are rounded to four decimals."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "notes": self.notes,
            "level": self.level,
            "rule": None if self.level is None else RULE,
            "sentences": self.sentences,
            "words": self.words,
            "content_words": self.content_words,
            "known_words": self.known_words,
            "apart": dict(self.apart),
            "levels": _dicts(self.levels),
            "threshold": self.threshold,
            "thresholds": _dicts(self.thresholds),
            "coverage": _dicts(self.coverage),
            "hard_words": _dicts(self.hard_words),
            "readability": _dicts(self.readability),
            "complexity": None if self.complexity is None else round(self.complexity, 4),
            "distribution": list(self.distribution),
            "windows": [window.to_dict() for window in self.windows],
        }


def _dicts(rows: list[Any]) -> list[dict[str, Any]]:
    return [
        {
            key: round(value, 4) if isinstance(value, float) else value
            for key, value in row._asdict().items()
        }
        for row in rows
    ]
