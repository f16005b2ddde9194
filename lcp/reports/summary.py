"""The verdict of a heat map: the level of its text, and how many words are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.corpora.readers.cefr import LEVELS
from lcp.english.text import lemma
from lcp.profiles.text_level import level_shares, text_level

if TYPE_CHECKING:
    from lcp.annotation.annotation import AnnotatedSentence, Counts
    from lcp.reports.marks import Marks


class Summary:
    """Counts of the words of a heat map, added sentence by sentence.

    As in :class:`lcp.profiles.TextProfile`, running words are function words and rated words; names
    and expressions are not counted.

    Parameters
    ----------
    marks : Marks
        Which words are marked.
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        self._levels = [0] * len(LEVELS)
        self._rated = 0
        self._marked = 0
        self._hard: set[str] = set()

    def add(self, sentence: AnnotatedSentence) -> None:
        """Count the words of a sentence."""
        for word in sentence.words:
            if word.kind != "word":
                continue
            self._rated += 1
            if word.level is not None:
                self._levels[LEVELS.index(word.level)] += 1
            if self.marks.includes(word):
                self._marked += 1
                self._hard.add(lemma(word.text))

    def parts(self, counts: Counts) -> list[str]:
        """Return the level of the text, if words have levels, and the share and number of marks.

        Parameters
        ----------
        counts : Counts
            Counts of the annotator, with the function words.
        """
        easy = counts.kinds["function word"]
        level = text_level(level_shares(self._levels, easy)) if any(self._levels) else None
        share = self._marked / max(1, self._rated + easy)
        number = len(self._hard)
        hard = f"{number:,} hard word{'' if number == 1 else 's'}"
        marked = f"{percent(share)} {self.marks.describe()}"
        return [*([level] if level else []), marked, hard]

    def verdict(self, counts: Counts) -> str:
        """Return the parts as a sentence."""
        if not self._rated:
            return "The text has no words to rate."
        *level, marked, hard = self.parts(counts)
        share, _, meaning = marked.partition(" ")
        sentence = f"{share} of the words are {meaning}; {hard}."
        return f"{level[0]}: {sentence}" if level else sentence


def percent(share: float) -> str:
    """Format a share, 0-1; half a percent is rounded up, as by the page's script.

    >>> percent(0.125), percent(0.004), percent(0.0)
    ('13%', '<1%', '0%')
    """
    return "<1%" if 0 < share < 0.01 else f"{int(100 * share + 0.5)}%"  # noqa: PLR2004
