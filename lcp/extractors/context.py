"""Position of the target in its sentence, and the words around it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.english.text import expression_words, word_spans
from lcp.english.word_frequency import zipf
from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature, indicator
from lcp.extractors.frequency import GENRES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns

_NAN = float("nan")

#: Number of words up to which repetitions of an expression are counted.
LONGEST_EXPRESSION = 10

_POSITION = (
    ("position", "share of the sentence's words that precede the target", "0-1"),
    ("words_before", "words before the target", "words"),
    ("words_after", "words after the target", "words"),
    ("repeats", "other occurrences of the target in the sentence, ignoring case", "count"),
    ("previous_zipf", "frequency of the word before the target", "Zipf"),
    ("next_zipf", "frequency of the word after the target", "Zipf"),
    ("sentence_zipf_mean", "mean frequency of the sentence's other words", "Zipf"),
    ("sentence_zipf_min", "frequency of the rarest of the sentence's other words", "Zipf"),
    ("capitalised_inside", "whether the target begins with a capital but not the sentence", "0/1"),
)
_WHOLE = (
    ("sentence_words", "words in the sentence", "words"),
    ("sentence_characters", "characters in the sentence", "characters"),
    ("expression_words", "words in the target", "words"),
)


class Context(Extractor):
    """Genre, position of the target, and the words around it.

    Parameters
    ----------
    genres : sequence of str
        Genres that get a 0/1 column each. Instances of other genres have 0 in all of them.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"genre": ["bible"], "sentence": ["In the beginning was the Word."],
    ...                       "token": ["beginning"], "start": [7], "end": [16]})
    >>> Context(genres=["bible"]).extract(table)[["genre_bible", "words_before", "words_after"]]
       genre_bible  words_before  words_after
    0          1.0           2.0          3.0
    """

    name = "context"
    level = "context"
    needs_sentence = True

    def __init__(self, *, genres: Sequence[str] = GENRES) -> None:
        self.genres = genres

    def features(self) -> Sequence[Feature]:
        """Describe the genres, the position and the sentence."""
        if isinstance(self.genres, str):
            raise InputError(
                f"The genres must be a list, not {self.genres!r}.",
                where="context.genres",
                hint=f'Write genres = ["{self.genres}"].',
            )
        genres = [
            (f"genre_{genre}", f"whether the genre is {genre}", "0/1") for genre in self.genres
        ]
        return [
            Feature(name, text, unit, "Speer (2022), wordfreq" if unit == "Zipf" else "lcp")
            for name, text, unit in (*genres, *_POSITION, *_WHOLE)
        ]

    def measure(self, columns: Columns) -> NDArray[np.float64]:
        """Measure the context of the targets, reading each distinct sentence once.

        The frequencies of the neighbours are NaN at the edges of the sentence and for words that
        are not in wordfreq. Every value that depends on the position is NaN without a span.
        """
        texts, tokens = columns["sentence"], columns["token"]
        position = np.full((len(texts), len(_POSITION)), np.nan)
        words = np.full(len(texts), np.nan)
        starts, ends = (_numbers(columns[side]) for side in ("start", "end"))
        groups: dict[str, list[int]] = {}
        for row, text in enumerate(texts):
            groups.setdefault(text, []).append(row)
        # One sentence at a time: large tables must not keep all sentences in memory.
        for text, rows in groups.items():
            sentence = _Sentence(text)
            words[rows] = len(sentence.spans)
            for row in rows:
                if 0 <= starts[row] < ends[row]:
                    position[row] = sentence.around(int(starts[row]), int(ends[row]))
        return np.column_stack(
            [
                *(indicator(columns["genre"], genre) for genre in self.genres),
                position,
                words,
                [len(text) for text in texts],
                [len(expression_words(token)) for token in tokens],
            ]
        )


def _numbers(values: Sequence[Any]) -> NDArray[np.float64]:
    """Return numbers as floats; NaN for missing values of any type."""
    numbers = [value if isinstance(value, int | float) else _NAN for value in values]
    return np.array(numbers, dtype=np.float64)


class _Sentence:
    """Values that all targets of a sentence share."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = word_spans(text)
        self.words = [text[start:end].lower() for start, end in self.spans]
        self.zipfs = np.array([zipf(word) for word in self.words], dtype="float64")
        has_zipf = ~np.isnan(self.zipfs)
        # Sums and minima of the first k words, and minima of the words from k on. They give the
        # mean and the minimum without the target's words.
        self._sums = np.concatenate([[0.0], np.where(has_zipf, self.zipfs, 0.0).cumsum()])
        self._counts = np.concatenate([[0], has_zipf.cumsum()])
        filled = np.where(has_zipf, self.zipfs, np.inf)
        self._minima = np.minimum.accumulate(np.concatenate([[np.inf], filled]))
        self._minima_from = np.minimum.accumulate(np.concatenate([[np.inf], filled[::-1]]))[::-1]
        self._occurrences = cache(self._count_sequences)

    def around(self, start: int, end: int) -> tuple[float, ...]:
        """Return the values of `_POSITION` for the target in the span ``[start, end)``."""
        first = bisect_right(self.spans, start, key=lambda span: span[1])
        last = bisect_left(self.spans, end, key=lambda span: span[0])
        # A target without letters and digits is between two words and overlaps neither.
        last = max(first, last)
        count = len(self.spans)
        others = self._counts[-1] - (self._counts[last] - self._counts[first])
        total = self._sums[-1] - (self._sums[last] - self._sums[first])
        return (
            first / count if count else _NAN,
            first,
            count - last,
            self._repeats(first, last),
            self.zipfs[first - 1] if first else _NAN,
            self.zipfs[last] if last < count else _NAN,
            total / others if others else _NAN,
            min(self._minima[first], self._minima_from[last]) if others else _NAN,
            first > 0 and self.text[start].isupper(),
        )

    def _repeats(self, first: int, last: int) -> float:
        if not 0 < last - first <= LONGEST_EXPRESSION:
            return _NAN
        return self._occurrences(last - first)[tuple(self.words[first:last])] - 1

    def _count_sequences(self, length: int) -> Counter[tuple[str, ...]]:
        return Counter(zip(*(self.words[i:] for i in range(length)), strict=False))
