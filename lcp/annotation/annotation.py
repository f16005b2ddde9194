"""What annotation finds: rated words, their sentences, and the whole text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lcp.annotation.segments import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from lcp.annotation.segments import Segment


class RatedWord(NamedTuple):
    """A word or expression with its complexity.

    Attributes
    ----------
    text : str
        As it is written, with single spaces.
    start, end : int
        Its characters ``[start, end)`` in the whole text, counted from 0.
    kind : {"word", "expression"}
        One word, or two that CompLex would take together.
    complexity : float
        From 0 (very easy) to 1 (very difficult).
    low, high : float or None
        Limits between which the mean rating of several readers lies in nine cases of ten,
        as measured on CompLex; None where the model has no intervals.
    complex : bool
        Whether the complexity reaches the threshold.
    """

    text: str
    start: int
    end: int
    kind: Literal["word", "expression"]
    complexity: float
    low: float | None
    high: float | None
    complex: bool


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence with its rated words.

    Attributes
    ----------
    number : int
        Its place among the text's sentences, counted from 0.
    segment : Segment
        Its text, place and tokens; see :class:`lcp.annotation.segments.Segment`.
    words : tuple of RatedWord
        By start; an expression stands before its words.
    """

    number: int
    segment: Segment
    words: tuple[RatedWord, ...]

    def to_dict(self) -> dict[str, Any]:
        """What JSON can hold: number, start, text and words."""
        return {
            "sentence": self.number,
            "start": self.segment.start,
            "text": self.segment.text,
            "words": [word._asdict() for word in self.words],
        }


@dataclass
class Counts:
    """How much of a text was rated, and what was not.

    Attributes
    ----------
    kinds : Counter of str
        Tokens of each kind; see :data:`lcp.annotation.segments.KINDS`.
    sentences, expressions, complex, unknown : int
        Sentences; rated expressions; rated words and expressions that reach the threshold;
        rated words and words of other scripts that the lexicon does not hold.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    sentences: int = 0
    expressions: int = 0
    complex: int = 0
    unknown: int = 0

    @property
    def unknown_share(self) -> float:
        """Share of the words, without function words, that the lexicon does not hold."""
        words = self.kinds["word"] + self.kinds["other script"]
        return self.unknown / words if words else 0.0

    def to_dict(self) -> dict[str, int]:
        """Sentences, what was rated, and tokens of every kind by their kind."""
        return {
            "sentences": self.sentences,
            "expressions": self.expressions,
            "complex": self.complex,
            "unknown": self.unknown,
            **{kind: self.kinds[kind] for kind in KINDS},
        }


@dataclass(frozen=True)
class Annotation:
    """A text with its rated words; iterating gives these in order.

    Attributes
    ----------
    sentences : list of AnnotatedSentence
        In order.
    threshold : float
        Complexity, 0-1, from which on a word is complex.
    tally : Counts
        How much was rated, and what was not.
    """

    sentences: list[AnnotatedSentence]
    threshold: float
    tally: Counts

    def __iter__(self) -> Iterator[RatedWord]:
        return (word for sentence in self.sentences for word in sentence.words)

    def __len__(self) -> int:
        return sum(len(sentence.words) for sentence in self.sentences)

    @property
    def counts(self) -> dict[str, int]:
        """Sentences, expressions, complex and unknown words, and tokens of every kind."""
        return self.tally.to_dict()

    def to_frame(self) -> pd.DataFrame:
        """One row for each rated word.

        Returns
        -------
        DataFrame of shape (n_words, 9)
            Columns ``sentence`` (number from 0), ``text``, ``start``, ``end``, ``kind``,
            ``complexity``, ``low``, ``high`` (0-1) and ``complex``.
        """
        import pandas as pd

        rows = [
            {"sentence": sentence.number, **word._asdict()}
            for sentence in self.sentences
            for word in sentence.words
        ]
        types = {"complexity": float, "low": float, "high": float, "complex": bool}
        return pd.DataFrame(rows, columns=COLUMNS).astype(types)


#: Columns of tables of rated words.
COLUMNS = ["sentence", "text", "start", "end", "kind", "complexity", "low", "high", "complex"]
