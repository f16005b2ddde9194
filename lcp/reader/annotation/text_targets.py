"""Decide which words and expressions of running text are targets."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from lcp.english.columns import joined
from lcp.english.kinds import KINDS, kind_of_target
from lcp.english.word_levels import is_everyday

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.base.array_types import Bools, Ints
    from lcp.english import Sentence
    from lcp.english.columns import Columns, Expression

#: Whether expressions are targets instead of their words, not at all, or with their words.
Expressions = Literal["yes", "no", "both"]
#: Kinds of targets; names are targets on request.
TargetKind = Literal["word", "name", "expression"]
#: Which of :data:`lcp.english.kinds.KINDS` are kinds of single words.
SINGLE_KINDS = np.isin(KINDS, ["word", "name"])
_WORD, _MARKUP = map(KINDS.index, ("word", "markup"))


class TargetExpression(NamedTuple):
    """An expression that is a target: its normal form, and its form as a target."""

    expression: Expression
    text: str
    form: str


@dataclass(eq=False)
class TextTargets:
    """The targets in sentences that share their columns, an expression before its words.

    Attributes
    ----------
    sentences : sequence of Sentence
        The sentences.
    owners, places : int arrays of shape (n_targets,)
        Number of the sentence of each target, and place of its first token in the columns.
    is_inside : bool array of shape (n_targets,)
        Whether it is a word of an expression that is the target instead.
    is_unit : bool array of shape (n_targets,)
        Whether it is neither that nor in another expression that is a unit.
    sizes : int array of shape (n_targets,)
        Number of running words of each target; 0 for a target in an expression.
    expressions : dict of int to TargetExpression
        The expressions by their number among the targets.
    """

    sentences: Sequence[Sentence]
    owners: Ints
    places: Ints
    is_inside: Bools
    is_unit: Bools
    sizes: Ints
    expressions: dict[int, TargetExpression]

    @property
    def forms(self) -> list[str]:
        """The form of each target for which the complexity is predicted."""
        return self._texts("form", self.sentences[0].columns.target_forms)

    @property
    def texts(self) -> list[str]:
        """Normal form of each target."""
        return self._texts("text", self.sentences[0].columns.texts)

    def _texts(self, name: str, texts: Sequence[str]) -> list[str]:
        texts_of_targets = [*map(texts.__getitem__, self.places.tolist())]
        for number, expression in self.expressions.items():
            texts_of_targets[number] = getattr(expression, name)
        return texts_of_targets

    @property
    def kinds(self) -> list[TargetKind]:
        """Kind of each target."""
        kinds: list[Any] = [KINDS[k] for k in self.sentences[0].columns.kinds[self.places].tolist()]
        for number in self.expressions:
            kinds[number] = "expression"
        return kinds

    @property
    def lemmas(self) -> list[str]:
        """Dictionary form of each target."""
        lemmas = [*map(self.sentences[0].columns.lemmas.__getitem__, self.places.tolist())]
        for number, (expression, *_) in self.expressions.items():
            lemmas[number] = expression.lemma
        return lemmas

    @property
    def starts(self) -> list[int]:
        """First character of each target in the whole text."""
        starts: list[int] = self.sentences[0].columns.starts[self.places].tolist()
        return starts

    @property
    def ends(self) -> list[int]:
        """Place after the last character of each target in the whole text."""
        ends: list[int] = self.sentences[0].columns.ends[self.places].tolist()
        for number, (expression, *_) in self.expressions.items():
            ends[number] = expression.edges[-1]
        return ends

    @property
    def edges(self) -> list[tuple[int, ...]]:
        """Start and end of each part of each target in the whole text."""
        edges: list[tuple[int, ...]] = [*zip(self.starts, self.ends, strict=True)]
        for number, (expression, *_) in self.expressions.items():
            edges[number] = expression.edges
        return edges

    def placed(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the sentence of each target without its markup, and the target's edges in it."""
        for owner, targets_of_sentence in groupby(
            zip(self.owners.tolist(), self.edges, strict=True), itemgetter(0)
        ):
            plain, origin = self.sentences[owner].plain, self.sentences[owner].start
            for _, edges in targets_of_sentence:
                yield plain, tuple([edge - origin for edge in edges])


def targets_in(
    sentences: Sequence[Sentence], *, expressions: Expressions, names: bool
) -> TextTargets:
    """Return the targets in sentences that share their columns.

    For the options, see :class:`lcp.Annotator`.
    """
    columns = sentences[0].columns
    starts, kinds = columns.starts.tolist(), columns.kinds.tolist()
    of_several: list[TargetExpression] = []
    # Sentence, first token and number of running words of each, and whether it is a unit.
    heads: list[tuple[int, int, int, bool]] = []
    is_covered, is_in_unit = np.zeros((2, len(starts)), dtype=bool)
    sizes = columns.is_running.astype(np.intp)
    if expressions != "no":
        for owner, sentence in enumerate(sentences):
            bounds = sentence.first, sentence.last
            for expression in sentence.expressions:
                parts = [bisect_left(starts, start, *bounds) for start, _ in expression.word_spans]
                kind = kind_of_target([KINDS[kinds[place]] for place in parts], several=True)
                is_target = expression.is_target(kind) and not is_everyday(expression.lemma)
                if is_target and (names or kind != "name"):
                    edges = [bisect_left(starts, edge, *bounds) for edge in expression.edges]
                    runs = [*chain.from_iterable(map(range, edges[::2], edges[1::2]))]
                    of_several.append(_target_expression(columns, expression, runs))
                    is_unit = not is_in_unit[edges[0]]
                    heads.append((owner, edges[0], int(sizes[runs].sum()), is_unit))
                    sizes[runs] = 0
                    is_in_unit[runs] |= is_unit
                    is_covered[parts] = expressions == "yes"
    owners, places = token_places(sentences)
    kinds_of_tokens = columns.kinds[places]
    is_single = SINGLE_KINDS[kinds_of_tokens] if names else kinds_of_tokens == _WORD
    owners, places = owners[is_single], places[is_single]
    firsts = np.array(heads, dtype=np.intp).reshape(-1, 4).T
    singles = owners, places, sizes[places], ~(is_in_unit | is_covered)[places]
    owners, places, sizes, is_free = np.hstack([firsts, singles])
    # Sorting keeps an expression before its first word.
    order = np.lexsort((places, owners))
    owners, places, sizes = owners[order], places[order], sizes[order]
    is_expression = order < len(of_several)
    numbers = zip(
        np.flatnonzero(is_expression).tolist(), order[is_expression].tolist(), strict=True
    )
    return TextTargets(
        sentences,
        owners,
        places,
        is_covered[places] & ~is_expression,
        is_free[order] > 0,
        sizes,
        {number: of_several[row] for number, row in numbers},
    )


def token_places(sentences: Sequence[Sentence]) -> tuple[Ints, Ints]:
    """Return the number of the sentence of each token, and its place in their columns."""
    firsts = np.array([sentence.first for sentence in sentences], dtype=np.intp)
    lengths = np.array([sentence.last for sentence in sentences], dtype=np.intp) - firsts
    owners = np.repeat(np.arange(len(sentences)), lengths)
    before = np.cumsum(lengths) - lengths
    return owners, np.arange(len(owners)) + (firsts - before)[owners]


def _target_expression(
    columns: Columns, expression: Expression, runs: Sequence[int]
) -> TargetExpression:
    """Return an expression, given the places of its runs.

    Its words have single spaces between them, and contractions are whole.
    """
    places = [place for place in runs if columns.kinds[place] != _MARKUP]
    edges = columns.starts[places].tolist(), columns.ends[places].tolist()
    text, form = (
        joined(map(pieces.__getitem__, places), *edges)
        for pieces in (columns.texts, columns.target_forms)
    )
    return TargetExpression(expression, text, form)
