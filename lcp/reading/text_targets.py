"""Decide which words and expressions of running text are rated."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, groupby, pairwise, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lcp.english.kinds import KINDS, kind_of_target
from lcp.model.levels import is_everyday

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lcp.english import Sentence
    from lcp.english.columns import Columns, Expression
    from lcp.reading.annotation import RatedKind

#: Whether expressions are rated instead of their words, not at all, or with their words.
Expressions = Literal["yes", "no", "both"]
#: Kinds of words that are rated; names only on request.
RATED = [*map(KINDS.index, ("word", "name"))]
_MARKUP = KINDS.index("markup")

Numbers = NDArray[np.intp]


class Target(NamedTuple):
    """A word or expression in running text that is rated.

    Attributes
    ----------
    owner : int
        Number of its sentence.
    start, end : int
        Character span ``[start, end)`` in the whole text.
    text, form : str
        Normal form, and form that is rated.
    kind : {"word", "name", "expression"}
        Kind.
    expression : Expression or None
        None for words.
    is_inside : bool
        Whether it is a word of an expression that is rated instead.
    """

    owner: int
    start: int
    end: int
    text: str
    form: str
    kind: RatedKind
    expression: Expression | None = None
    is_inside: bool = False


def targets_in(
    sentences: Sequence[Sentence], *, expressions: Expressions, names: bool
) -> list[Target]:
    """Return what is rated in sentences that share their columns, an expression before its words.

    For the options, see :class:`lcp.Annotator`.
    """
    columns = sentences[0].columns
    starts, kinds = columns.starts.tolist(), columns.kinds.tolist()
    units: list[Target] = []
    covered: set[int] = set()
    if expressions != "no":
        for owner, sentence in enumerate(sentences):
            bounds = sentence.first, sentence.last
            for expression in sentence.expressions:
                parts = [bisect_left(starts, start, *bounds) for start, _ in expression.parts]
                kind = kind_of_target([KINDS[kinds[place]] for place in parts], several=True)
                is_unit = expression.is_unit(kind) and not is_everyday(expression.form)
                if is_unit and (names or kind != "name"):
                    edges = [bisect_left(starts, edge, *bounds) for edge in expression.edges]
                    units.append(_unit(owner, columns, expression, edges))
                    covered.update(parts if expressions == "yes" else [])
    owners, places = token_places(sentences)
    is_rated = np.isin(columns.kinds[places], RATED[: 1 + names])
    owners, places = owners[is_rated], places[is_rated]
    rows = places.tolist()
    fields: dict[str, Iterable[Any]] = {
        "owner": owners.tolist(),
        "start": map(starts.__getitem__, rows),
        "end": columns.ends[places].tolist(),
        "text": map(columns.texts.__getitem__, rows),
        "form": map(columns.rated.__getitem__, rows),
        "kind": map(KINDS.__getitem__, map(kinds.__getitem__, rows)),
        "expression": repeat(None, len(rows)),
        "is_inside": map(covered.__contains__, rows),
    }
    words = map(Target._make, zip(*[fields[name] for name in Target._fields], strict=True))
    # By owner and start. Sorting keeps an expression before its first word.
    return sorted([*units, *words], key=itemgetter(0, 1))


def token_places(sentences: Sequence[Sentence]) -> tuple[Numbers, Numbers]:
    """Return the number of the sentence of each token, and its place in their columns."""
    firsts = np.array([sentence.first for sentence in sentences], dtype=np.intp)
    lengths = np.array([sentence.last for sentence in sentences], dtype=np.intp) - firsts
    owners = np.repeat(np.arange(len(sentences)), lengths)
    before = np.cumsum(lengths) - lengths
    return owners, np.arange(len(owners)) + (firsts - before)[owners]


def _unit(owner: int, columns: Columns, expression: Expression, edges: Sequence[int]) -> Target:
    """Return an expression, given the places of its edges.

    Its words have single spaces between them, and contractions are whole.
    """
    runs = chain.from_iterable(map(range, edges[::2], edges[1::2]))
    places = [place for place in runs if columns.kinds[place] != _MARKUP]
    adjacent = [columns.ends[place] == columns.starts[other] for place, other in pairwise(places)]
    spaces = ["", *("" if each else " " for each in adjacent)]
    text, form = (
        "".join([space + pieces[place] for space, place in zip(spaces, places, strict=True)])
        for pieces in (columns.texts, columns.rated)
    )
    start, *_, end = expression.edges
    return Target(
        owner=owner,
        start=start,
        end=end,
        text=text,
        form=form,
        kind="expression",
        expression=expression,
    )


def placed(
    groups: Iterable[Sequence[Sentence]], targets: Iterable[Iterable[Target]]
) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the sentence of each target without its markup, and the edges of its parts in it."""
    texts, spans = [], []
    for group, each in zip(groups, targets, strict=True):
        for owner, listed in groupby(each, key=lambda target: target.owner):
            plain, origin = group[owner].plain, group[owner].start
            for target in listed:
                edges = target.expression.edges if target.expression else (target.start, target.end)
                texts.append(plain)
                spans.append(tuple([edge - origin for edge in edges]))
    return texts, spans
