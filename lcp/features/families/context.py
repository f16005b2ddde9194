"""Position of the target in its sentence, and the words around it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.features.families.training_frequency import GENRES
from lcp.features.family import Family, Feature
from lcp.features.values import indicator, least_of, total_of
from lcp.tables.input_tables import LONGEST_EXPRESSION

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats, Ints
    from lcp.features.family import Fitted
    from lcp.targets import Targets
    from lcp.targets.target_sentences import SentenceWords


#: Beginning of the names of the features of genres.
GENRE = "genre_"

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


@dataclass(frozen=True)
class Context(Family):
    """Genre, position of the target, and the words around it.

    Parameters
    ----------
    genres : sequence of str
        Genres that get a 0/1 column each. Instances of other genres have 0 in all of them.

    Examples
    --------
    >>> from lcp.features.family import Fitted
    >>> from lcp.targets import Targets
    >>> targets, _ = Targets.one("In the beginning was the Word.", "beginning", genre="bible")
    >>> Context(genres=["bible"]).measure(targets, Fitted())[0, [0, 2, 3]].tolist()
    [1.0, 2.0, 3.0]
    """

    name = "context"
    scope = "context"
    needs_sentence = True
    of_genre = True

    genres: Sequence[str] = GENRES

    def features(self, learned: Mapping[str, Any]) -> Sequence[Feature]:
        """Describe the genres, the position and the sentence."""
        genres = [(GENRE + genre, f"whether the genre is {genre}", "0/1") for genre in self.genres]
        return [
            Feature(name, text, unit, "Speer (2022), wordfreq" if unit == "Zipf" else "lcp")
            for name, text, unit in (*genres, *_POSITION, *_WHOLE)
        ]

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Measure the context of the targets.

        The frequencies of the neighbours are NaN at the edges of the sentence and for words that
        are not in wordfreq. Every value that depends on the position is NaN without a span.
        """
        owners, words = inputs.sentence_numbers, inputs.sentences.words
        position = np.full((len(inputs), len(_POSITION)), np.nan)
        marked = np.flatnonzero((inputs.start >= 0) & (inputs.start < inputs.end))
        if len(marked):
            starts, ends = inputs.start[marked], inputs.end[marked]
            position[marked] = around = _around(words, owners[marked], starts, ends)
            firsts = zip(marked.tolist(), starts.tolist(), strict=True)
            capital = [inputs.sentence[row][start].isupper() for row, start in firsts]
            position[marked, -1] = (around[:, 1] > 0) & np.array(capital)
        return np.column_stack(
            [
                *(indicator(inputs.genre, genre) for genre in self.genres),
                position,
                np.diff(words.edges)[owners],
                [len(text) for text in inputs.sentence],
                [len(token.split()) for token in inputs.target],
            ]
        )


def _around(words: SentenceWords, owners: Ints, starts: Ints, ends: Ints) -> Floats:
    """Return the values of `_POSITION`, without the last, for targets in spans of their sentences.

    Parameters
    ----------
    words : SentenceWords
        Words of the distinct sentences.
    owners, starts, ends : int arrays of shape (n_targets,)
        Number of each target's sentence, and its span in it.
    """
    first, last = words.overlapping(owners, starts, ends)
    begin, end = words.edges[owners], words.edges[owners + 1]
    has_zipf = ~np.isnan(words.zipf)
    zipfs, filled = np.where(has_zipf, words.zipf, 0), np.where(has_zipf, words.zipf, np.inf)
    others, total = (
        total_of(values, words.edges[:-1], words.edges[1:])[owners] - total_of(values, first, last)
        for values in (has_zipf, zipfs)
    )
    least = np.minimum(least_of(filled, begin, first), least_of(filled, last, end))
    padded = np.append(words.zipf, np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.column_stack(
            [
                (first - begin) / (end - begin),
                first - begin,
                end - last,
                _repeats(words.lowered, begin, end, first, last),
                np.where(first > begin, padded[first - 1], np.nan),
                np.where(last < end, padded[last], np.nan),
                np.where(others > 0, total / others, np.nan),
                np.where(others > 0, least, np.nan),
                np.zeros(len(owners)),
            ]
        )


def _repeats(words: list[str], begin: Ints, end: Ints, first: Ints, last: Ints) -> list[float]:
    """Return how often the words of each target occur again in its sentence."""
    repeats: list[float] = []
    for low, high, start, stop in zip(
        *(edge.tolist() for edge in (begin, end, first, last)), strict=True
    ):
        length = stop - start
        if length == 1:
            repeats.append(words[low:high].count(words[start]) - 1)
        elif 0 < length <= LONGEST_EXPRESSION:
            target = words[start:stop]
            places = range(low, high - length + 1)
            repeats.append(sum(words[place : place + length] == target for place in places) - 1)
        else:
            repeats.append(math.nan)
    return repeats
