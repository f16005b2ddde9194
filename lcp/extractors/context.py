"""Where the target stands in its sentence, and among which words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.errors import InputError
from lcp.extractors.base import Extractor, Feature
from lcp.extractors.frequency import CORPORA
from lcp.text import expression_words, word_spans
from lcp.word_frequency import zipf

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAN = float("nan")

#: Repetitions of longer expressions are not counted.
LONGEST_EXPRESSION = 10

_PLACE = (
    ("position", "share of the sentence's words that stand before the target", "0-1"),
    ("words_before", "words before the target", "words"),
    ("words_after", "words after the target", "words"),
    ("repeats", "further occurrences of the target in the sentence, ignoring case", "count"),
    ("previous_zipf", "frequency of the word before the target", "Zipf"),
    ("next_zipf", "frequency of the word after the target", "Zipf"),
    ("sentence_zipf_mean", "mean frequency of the sentence's other words", "Zipf"),
    ("sentence_zipf_min", "frequency of the rarest of the sentence's other words", "Zipf"),
    ("capitalised_inside", "whether a target after the first word begins with a capital", "0/1"),
)
_WHOLE = (
    ("sentence_words", "words of the sentence", "words"),
    ("sentence_characters", "characters of the sentence", "characters"),
    ("expression_words", "words of the target", "words"),
)


class Context(Extractor):
    """Corpus, place of the target, and the words around it.

    Parameters
    ----------
    corpora : sequence of str
        Corpora that get a 0/1 column each; an instance of another corpus has 0 in all.

    Examples
    --------
    >>> table = pd.DataFrame({"corpus": ["bible"], "sentence": ["In the beginning was the Word."],
    ...                       "token": ["beginning"], "start": [7], "end": [16]})
    >>> Context(corpora=["bible"]).extract(table)[["corpus_bible", "words_before", "words_after"]]
       corpus_bible  words_before  words_after
    0           1.0           2.0          3.0
    """

    name = "context"
    level = "context"

    def __init__(self, *, corpora: Sequence[str] = CORPORA) -> None:
        self.corpora = corpora

    def features(self) -> Sequence[Feature]:
        """Describe the corpora, the place and the sentence."""
        if isinstance(self.corpora, str):
            raise InputError(
                f"The corpora are a list, not the text {self.corpora!r}.",
                where="context.corpora",
                hint=f'Write corpora = ["{self.corpora}"].',
            )
        corpora = [
            Feature(f"corpus_{corpus}", f"the sentence is of the corpus {corpus}", "0/1", "lcp")
            for corpus in self.corpora
        ]
        return [
            *corpora,
            *(
                Feature(name, text, unit, "Speer (2022), wordfreq" if unit == "Zipf" else "lcp")
                for name, text, unit in (*_PLACE, *_WHOLE)
            ),
        ]

    def extract(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Measure the targets' surroundings; each distinct sentence is read once.

        Parameters
        ----------
        frame : DataFrame of shape (n_instances, ...)
            Columns ``corpus``, ``sentence``, ``token``, ``start`` and ``end``.

        Returns
        -------
        DataFrame of shape (n_instances, n_features)
            The neighbours' frequencies are NaN at the sentence's edges and for words that
            wordfreq does not know; all that depends on the place is NaN without a span.
        """
        columns = [feature.name for feature in self.features()]
        place = np.full((len(frame), len(_PLACE)), np.nan)
        words = np.full(len(frame), np.nan)
        starts, ends = (
            frame[side].to_numpy("float64", na_value=np.nan) for side in ("start", "end")
        )
        # One sentence at a time, so that a table of millions keeps only one in memory.
        groups = frame.reset_index(drop=True).groupby("sentence", sort=False).indices
        for text, rows in groups.items():
            sentence = _Sentence(str(text))
            words[rows] = len(sentence.spans)
            for row in rows:
                if 0 <= starts[row] < ends[row]:
                    place[row] = sentence.around(int(starts[row]), int(ends[row]))
        values = pd.DataFrame(
            {f"corpus_{corpus}": frame["corpus"].eq(corpus) for corpus in self.corpora},
            index=frame.index,
        )
        values[[name for name, *_ in _PLACE]] = place
        values["sentence_words"] = words
        values["sentence_characters"] = frame["sentence"].str.len()
        values["expression_words"] = [len(expression_words(token)) for token in frame["token"]]
        return values[columns].astype("float64")


class _Sentence:
    """What all targets of a sentence share, so that each of them takes little more."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans = word_spans(text)
        self.words = [text[start:end].lower() for start, end in self.spans]
        self.zipfs = np.array([zipf(word) for word in self.words], dtype="float64")
        known = ~np.isnan(self.zipfs)
        # Sums and minima of the first k words, and minima from word k on: the mean and the
        # minimum of all words but the target's follow without reading the sentence again.
        self._sums = np.concatenate([[0.0], np.where(known, self.zipfs, 0.0).cumsum()])
        self._known = np.concatenate([[0], known.cumsum()])
        filled = np.where(known, self.zipfs, np.inf)
        self._minima = np.minimum.accumulate(np.concatenate([[np.inf], filled]))
        self._minima_from = np.minimum.accumulate(np.concatenate([[np.inf], filled[::-1]]))[::-1]
        self._occurrences = cache(self._count_sequences)

    def around(self, start: int, end: int) -> tuple[float, ...]:
        """Values of `_PLACE` for the target that the span ``[start, end)`` holds."""
        first = bisect_right(self.spans, start, key=lambda span: span[1])
        last = bisect_left(self.spans, end, key=lambda span: span[0])
        # A target without a letter or digit overlaps no word and stands between two.
        last = max(first, last)
        count = len(self.spans)
        known = self._known[-1] - (self._known[last] - self._known[first])
        total = self._sums[-1] - (self._sums[last] - self._sums[first])
        return (
            first / count if count else _NAN,
            first,
            count - last,
            self._repeats(first, last),
            self.zipfs[first - 1] if first else _NAN,
            self.zipfs[last] if last < count else _NAN,
            total / known if known else _NAN,
            min(self._minima[first], self._minima_from[last]) if known else _NAN,
            first > 0 and self.text[start].isupper(),
        )

    def _repeats(self, first: int, last: int) -> float:
        if not 0 < last - first <= LONGEST_EXPRESSION:
            return _NAN
        return self._occurrences(last - first)[tuple(self.words[first:last])] - 1

    def _count_sequences(self, length: int) -> Counter[tuple[str, ...]]:
        return Counter(zip(*(self.words[i:] for i in range(length)), strict=False))
