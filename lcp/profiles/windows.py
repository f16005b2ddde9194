"""Difficulty along a text, in windows of nearly equal length."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lcp.corpora.readers.cefr import LEVELS

#: Words of a window of a short text.
FIRST_LENGTH = 25
#: Number of windows from which adjacent windows are merged, which doubles their length.
MAX_WINDOWS = 80


@dataclass
class Window:
    """A part of a text.

    Attributes
    ----------
    start : int
        Position of its first sentence, in characters from 0.
    line : int
        Line of its first sentence, from 1.
    words : int
        Running words: function words, and rated words of any level.
    rated : int
        Rated words that the reader does not know.
    complexity : float
        Sum of the complexity of these words.
    hard : int
        Words that reach the threshold.
    levels : list of int
        Words of each level, A1 to C2.
    """

    start: int
    line: int
    words: int = 0
    rated: int = 0
    complexity: float = 0.0
    hard: int = 0
    levels: list[int] = field(default_factory=lambda: [0] * len(LEVELS))

    def add(self, other: Window) -> None:
        """Add the counts of the window that follows."""
        self.words += other.words
        self.rated += other.rated
        self.complexity += other.complexity
        self.hard += other.hard
        self.levels = [a + b for a, b in zip(self.levels, other.levels, strict=True)]

    def to_dict(self) -> dict[str, Any]:
        """Return position, counts, and mean complexity (0-1; None without rated words)."""
        return {
            "start": self.start,
            "line": self.line,
            "words": self.words,
            "complexity": round(self.complexity / self.rated, 4) if self.rated else None,
            "hard": self.hard,
            "levels": dict(zip(LEVELS, self.levels, strict=True)),
        }


class Windows:
    """Windows of whole sentences, of nearly equal length.

    The length is 25 words for short texts; when there are 80 windows, adjacent ones are merged. A
    text of any length therefore has at most 80 windows.
    """

    def __init__(self) -> None:
        self.length = FIRST_LENGTH
        self._windows: list[Window] = []

    def add(self, sentence: Window) -> None:
        """Add a sentence, as a window of its own."""
        if self._windows and self._windows[-1].words < self.length:
            self._windows[-1].add(sentence)
        else:
            if len(self._windows) == MAX_WINDOWS:
                self._merge()
            self._windows.append(sentence)

    def windows(self) -> list[Window]:
        """Return the windows in order; a short last window is part of the one before."""
        windows = list(self._windows)
        if len(windows) > 1 and windows[-1].words < self.length / 2:
            last, before = windows.pop(), windows.pop()
            merged = Window(before.start, before.line)
            merged.add(before)
            merged.add(last)
            windows.append(merged)
        return windows

    def _merge(self) -> None:
        pairs = zip(self._windows[::2], self._windows[1::2], strict=True)
        for first, second in pairs:
            first.add(second)
        self._windows = self._windows[::2]
        self.length *= 2
