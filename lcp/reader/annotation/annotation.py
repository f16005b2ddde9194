"""Results of annotation: words, and sentences with their words."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from lcp.base.caches import cached_property
from lcp.base.levels import LEVELS
from lcp.english.kinds import KINDS, SHOWN, Fact, Kind
from lcp.model.predictions import Prediction, Predictions, columns_of, flattened
from lcp.reader.annotation.tally import COUNTED, Tally
from lcp.reader.annotation.text_targets import SINGLE_KINDS, TargetKind, TextTargets, token_places

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from lcp.base.array_types import Bools, Ints
    from lcp.english import Sentence


_T = TypeVar("_T")
#: Number of strengths of a mark on a hard word.
STRENGTHS = 5


def strength_of(complexity: float) -> int:
    """Return the strength of a mark by complexity: 1 below 0.2, 2 below 0.3, to 5 from 0.5."""
    return min(max(int(complexity * 10 + 1e-9), 1), STRENGTHS)


class AnnotatedWord(NamedTuple):
    """A word or expression with its complexity.

    Attributes
    ----------
    text : str
        The word or expression in normal characters (:mod:`lcp.english.characters`), with single
        spaces. A word that is divided at the end of a line is whole; its span contains both parts.
        Of an expression that is apart, only its words.
    start, end : int
        Character span ``[start, end)`` in the whole text, counted from 0.
    kind : {"word", "name", "expression"}
        A single word, a name, or an expression of several words.
    hard : bool
        Whether the complexity reaches the threshold.
    prediction : Prediction
        Its complexity, with interval, rank in running text and CEFR level.
    lemma : str
        Dictionary form, as the sentence decides, such as "take off".
    runs : tuple of (int, int)
        Character spans of an expression in the whole text: one, or several if it is apart; none for
        words.
    """

    text: str
    start: int
    end: int
    kind: TargetKind
    hard: bool
    prediction: Prediction
    lemma: str
    runs: tuple[tuple[int, int], ...] = ()

    def is_hard(self, levels: Collection[str] | None = None) -> bool:
        """Return whether it reaches the threshold or, given CEFR levels, has one of them."""
        return self.hard if levels is None else self.prediction.level in levels

    def strength(self, levels: Collection[str] | None = None) -> int:
        """Return the strength of its mark, by complexity or by level; 0 if it is not hard."""
        if not self.is_hard(levels):
            return 0
        if levels is None:
            return strength_of(self.prediction.complexity)
        return max(LEVELS.index(self.prediction.level), 1)


_OTHER_SCRIPT = KINDS.index("other script")
#: Columns of tables of annotated words.
COLUMNS = ["sentence", *(name for name in columns_of(AnnotatedWord) if name != "runs")]


class SkippedToken(NamedTuple):
    """A token without a prediction because of its kind.

    Attributes
    ----------
    text : str
        The token in normal characters.
    start, end : int
        Character span ``[start, end)`` in the whole text, counted from 0.
    kind : str
        One of :data:`lcp.english.kinds.SHOWN`, such as ``name``.
    """

    text: str
    start: int
    end: int
    kind: Kind


@dataclass(eq=False)
class AnnotatedColumns:
    """The annotated words of sentences that share their columns; records are made on access.

    Attributes
    ----------
    targets : TextTargets
        The words and expressions.
    predictions : Predictions
        Predictions of distinct targets.
    rows : int array of shape (n_targets,)
        Row of each target in `predictions`.
    threshold : float
        Complexity, 0-1, from which a word is hard.
    """

    targets: TextTargets
    predictions: Predictions
    rows: Ints
    threshold: float

    def __getstate__(self) -> dict[str, object]:
        """Return the fields, without the records."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def is_hard(self) -> Bools:
        """Whether each target reaches the threshold."""
        return np.asarray(self.predictions.complexity[self.rows] >= self.threshold)

    def fields(self) -> dict[str, Sequence[Any]]:
        """Return the fields of the annotated words by name, without prediction and runs."""
        targets = self.targets
        return {
            "text": targets.texts,
            "start": targets.starts,
            "end": targets.ends,
            "kind": targets.kinds,
            "hard": self.is_hard.tolist(),
            "lemma": targets.lemmas,
        }

    @cached_property
    def words(self) -> list[AnnotatedWord]:
        """The targets with their predictions."""
        *before, lemmas = self.fields().values()
        predictions = map(self.predictions.rows().__getitem__, self.rows.tolist())
        runs: list[tuple[tuple[int, int], ...]] = [()] * len(lemmas)
        for number, (expression, *_) in self.targets.expressions.items():
            runs[number] = tuple(expression.runs)
        columns = (*before, predictions, lemmas, runs)
        return [*map(AnnotatedWord._make, zip(*columns, strict=True))]

    @cached_property
    def by_sentence(self) -> list[tuple[list[AnnotatedWord], ...]]:
        """The annotated words of each sentence, those inside expressions, and the units."""
        groups: list[tuple[list[AnnotatedWord], ...]] = [
            ([], [], []) for _ in self.targets.sentences
        ]
        columns = (self.targets.owners, self.targets.is_inside, self.targets.is_unit)
        places = zip(*(column.tolist() for column in columns), strict=True)
        for word, (owner, is_inside, is_unit) in zip(self.words, places, strict=True):
            groups[owner][is_inside].append(word)
            if is_unit:
                groups[owner][2].append(word)
        return groups

    @cached_property
    def complexities(self) -> list[list[float]]:
        """The complexity of the units of each sentence."""
        units = np.flatnonzero(self.targets.is_unit)
        values = self.predictions.complexity[self.rows[units]].tolist()
        return self._divided(values, units)

    @cached_property
    def content_words(self) -> list[tuple[list[str], list[str | None]]]:
        """The single words of each sentence in lower case, and their levels.

        Those inside expressions are the last.
        """
        targets = self.targets
        order = np.lexsort((targets.is_inside, targets.owners))
        is_word = [kind == "word" for kind in targets.kinds]
        order = order[np.array(is_word, dtype=bool)[order]]
        forms = [*map(str.lower, map(targets.texts.__getitem__, order.tolist()))]
        levels = self.predictions.level[self.rows[order]].tolist()
        columns = (self._divided(values, order) for values in (forms, levels))
        return [*zip(*columns, strict=True)]

    def _divided(self, values: list[_T], numbers: Ints) -> list[list[_T]]:
        """Return the values of targets, given their numbers, by sentence."""
        owners, n = self.targets.owners[numbers], len(self.targets.sentences)
        edges = np.searchsorted(owners, np.arange(n + 1)).tolist()
        return [values[first:last] for first, last in pairwise(edges)]

    @cached_property
    def tallies(self) -> list[Tally]:
        """The numbers of each sentence. A possessive ending is a part of a word."""
        targets, columns = self.targets, self.targets.sentences[0].columns
        owners, places = token_places(targets.sentences)
        counted = ~columns.is_possessive[places]
        owners, places = owners[counted], places[counted]
        kinds, n = columns.kinds[places], len(targets.sentences)
        is_unknown = SINGLE_KINDS[kinds] & ~columns.has(Fact.LISTED)[places]
        is_unknown |= kinds == _OTHER_SCRIPT
        numbers = [
            np.ones(n),
            np.bincount(targets.owners[[*targets.expressions]], minlength=n),
            np.bincount(targets.owners, targets.sizes * self.is_hard, n),
            np.bincount(owners, is_unknown, n),
            *np.bincount(kinds * n + owners, minlength=len(KINDS) * n).reshape(-1, n),
        ]
        rows = np.array(numbers, dtype=int).T.tolist()
        return [Tally(dict(zip(COUNTED, row, strict=True))) for row in rows]


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence with its annotated words.

    Attributes
    ----------
    index : int
        Index of the sentence in the text, counted from 0.
    sentence : Sentence
        Text, position and tokens; see :class:`lcp.english.Sentence`.
    annotated : AnnotatedColumns
        The annotated words of all sentences that share this sentence's columns.
    number : int
        Number of the sentence among these, from 0.
    """

    index: int
    sentence: Sentence
    annotated: AnnotatedColumns = field(repr=False)
    number: int = field(repr=False)

    @property
    def words(self) -> tuple[AnnotatedWord, ...]:
        """The annotated words sorted by start; an expression precedes its words."""
        return tuple(self.annotated.by_sentence[self.number][0])

    @property
    def inside(self) -> tuple[AnnotatedWord, ...]:
        """Annotated words inside expressions, not in `words`."""
        return tuple(self.annotated.by_sentence[self.number][1])

    @property
    def units(self) -> list[AnnotatedWord]:
        """Expressions and annotated words that are in no other expression."""
        return self.annotated.by_sentence[self.number][2]

    @property
    def complexities(self) -> list[float]:
        """The complexity of each unit."""
        return self.annotated.complexities[self.number]

    @property
    def content_words(self) -> tuple[list[str], list[str | None]]:
        """The single words in lower case, and their CEFR levels; those in expressions are last."""
        return self.annotated.content_words[self.number]

    def running_words(self, unit: AnnotatedWord) -> list[str]:
        """Return the lemmas of the running words of a word or expression; none of a name."""
        columns = self.sentence.columns
        places = self.sentence.places([*chain(*unit.runs)] or [unit.start, unit.end]).tolist()
        spans = chain.from_iterable(map(range, places[::2], places[1::2]))
        return [columns.lemmas[place].lower() for place in spans if columns.is_running[place]]

    @property
    def tally(self) -> Tally:
        """Its numbers of running words, hard words and others."""
        return self.annotated.tallies[self.number]

    @property
    def skipped(self) -> list[SkippedToken]:
        """Names, abbreviations, numbers, identifiers and contraction parts without a prediction."""
        spans = {(word.start, word.end) for word in (*self.words, *self.inside)}
        return [
            SkippedToken(token.text, token.start, token.end, token.kind)
            for token in self.sentence.tokens
            if token.kind in SHOWN and (token.start, token.end) not in spans
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return number, start, text, words and skipped tokens as JSON-serialisable values."""
        return {
            "sentence": self.index,
            "start": self.sentence.start,
            "text": self.sentence.text,
            "words": [flattened(word) for word in self.words],
            "skipped": [token._asdict() for token in self.skipped],
        }
