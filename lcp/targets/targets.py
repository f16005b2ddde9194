"""Targets: words and expressions in their sentences, checked and normalised once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base.caches import cached_property
from lcp.base.reader_groups import GENERAL, Readers
from lcp.english.characters import one_line
from lcp.errors import InputError
from lcp.targets.find import check_name, check_target, check_text, place_target
from lcp.targets.instance_columns import COLUMNS, Table, check_table, complexity_of
from lcp.targets.target_sentences import Sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Ints


#: Words of letters.
_PLAIN = re.compile(r"[^\W\d_]{2,}(?:[ -][^\W\d_]{2,})*")
#: Attribute of each column.
_FIELDS = {name: name for name in COLUMNS} | {"token": "target"}


@dataclass(frozen=True, eq=False)
class Targets:
    """Instances as columns of equal length, which need no further checks.

    Use the constructors :meth:`one`, :meth:`table`, :meth:`spans` and :meth:`words`, which find
    each target in its sentence and give both their normal forms (:mod:`lcp.english.characters`).

    Attributes
    ----------
    target : tuple of str
        Targets: words, or expressions with single spaces.
    sentence : tuple of str
        Sentences; empty for a word without one.
    start, end : int array of shape (n_targets,)
        Character span ``[start, end)`` of each target in its sentence; 0 without a sentence. Of an
        expression that is apart, from its first to its last word.
    genre : tuple of str
        Genres of the sentences; empty if unknown.
    readers : tuple of str
        Who reads each target, such as ``general`` or ``learner``.
    extra : mapping of str to sequence
        Further columns, such as ``source``, ``item`` or ``pos``.
    """

    target: tuple[str, ...]
    sentence: tuple[str, ...]
    start: Ints
    end: Ints
    genre: tuple[str, ...]
    readers: tuple[str, ...]
    extra: Mapping[str, Sequence[Any]] = field(default_factory=dict)

    @classmethod
    def one(
        cls,
        sentence: str,
        target: str,
        *,
        genre: str = "",
        readers: Readers = GENERAL,
        occurrence: int | None = None,
    ) -> tuple[Self, list[str]]:
        """Return one target, and notes such as "occurs 2 times".

        Parameters
        ----------
        sentence, target : str
            The sentence, which may be empty, and the target as written in it.
        genre, readers : str
            Genre of the sentence, and who reads it.
        occurrence : int, optional
            Which occurrence of the target, counted from 1. Default: the first in the same case.

        Raises
        ------
        InputError
            If a text is not valid, or the sentence has no such occurrence.
        """
        check_name("genre", genre)
        check_name("readers", readers)
        check_text("sentence", sentence)
        if not sentence.strip():
            check_text("target", target)
            check_target(target)
            if occurrence is not None:
                raise InputError(
                    "The target has no sentence, so it has no occurrences.",
                    where="occurrence",
                    hint="Give a sentence, or leave out the occurrence.",
                )
            return cls.words([target], readers).for_all(genre=genre), []
        edges, notes = place_target(sentence, target, occurrence)
        return cls.spans([sentence], [edges], genre=genre, readers=readers), notes

    @classmethod
    def words(cls, words: Sequence[str], readers: Readers = GENERAL) -> Self:
        """Return words and expressions without sentences, which are not checked."""
        return cls.spans(words, [(0, len(word)) for word in words], readers=readers)

    def out_of_sentence(self, columns: Iterable[str] = ()) -> Self:
        """Return the targets without sentences and genres, with some of the further columns."""
        none, zeros = ("",) * len(self), np.zeros(len(self), dtype=np.intp)
        extra = {name: self[name] for name in columns}
        return replace(self, sentence=none, start=zeros, end=zeros, genre=none, extra=extra)

    @classmethod
    def spans(
        cls,
        sentences: Sequence[str],
        spans: Sequence[tuple[int, ...]],
        *,
        genre: str | Sequence[str] = "",
        readers: Readers | Sequence[Readers] = GENERAL,
        forms: Any = None,
        **extra: Sequence[Any],
    ) -> Self:
        """Return the targets at spans of sentences, which are not checked.

        Parameters
        ----------
        sentences : sequence of str of length n_targets
            Sentence of each target.
        spans : sequence of tuple of int
            Character span ``[start, end)`` of each target, or of each of its parts: start, end,
            start, end. The words between its parts do not belong to the target.
        genre, readers : str or sequence of str
            For all targets, or one for each.
        forms : sequence of str, optional
            Forms of the targets, if their sentences have been read before.
        **extra : sequence
            Further columns.
        """
        n = len(sentences)
        distinct = [*dict.fromkeys(sentences)]
        lines = dict(zip(distinct, map(one_line, distinct), strict=True))
        texts, starts, ends = np.empty(n, dtype=object), *np.empty((2, n), dtype=np.intp)
        parts = []
        for row, (sentence, edges) in enumerate(zip(sentences, spans, strict=True)):
            line = lines[sentence]
            places = [line.place(*part) for part in zip(edges[::2], edges[1::2], strict=True)]
            texts[row], starts[row], ends[row] = line.text, places[0][0], places[-1][1]
            parts.append(places)
        alone = (starts == 0) & (ends == list(map(len, texts)))
        if forms is None:
            forms, starts, ends = _forms(texts.tolist(), parts, starts, ends)
        texts[alone] = ""
        starts[alone] = ends[alone] = 0
        genres = (genre,) * n if isinstance(genre, str) else tuple(genre)
        people = (readers,) * n if isinstance(readers, str) else tuple(readers)
        return cls(tuple(forms), tuple(texts), starts, ends, genres, people, extra)

    @classmethod
    def table(cls, rows: Instances) -> Targets:
        """Check a table of instances.

        Parameters
        ----------
        rows : Targets, DataFrame, list of dict, or mapping of str to sequence
            Column ``token``, ``word`` or ``target``; optional ``sentence`` (a word may have none),
            ``genre``, ``readers``, ``start`` and ``end``, and further columns. Tables of pandas,
            polars or Arrow.

        Raises
        ------
        InputError
            If a column is missing or repeated, a text is not valid, a target is empty, too long or
            not in its sentence, or a span does not mark its target. Names the first such row.
        """
        return rows if isinstance(rows, Targets) else cls._placed(*check_table(rows))

    @classmethod
    def rated(cls, rows: Instances, y: ArrayLike | None = None) -> Targets:
        """Check a table of instances with their complexity, `y` or the column ``complexity``.

        What trains, divides or scores gets its targets from here, and checks nothing again.

        Raises
        ------
        InputError
            As :meth:`table` and :func:`lcp.targets.instance_columns.check_ratings`.
        """
        if isinstance(rows, Targets):
            return rows.having(complexity=complexity_of(rows, y, len(rows)))
        checked, extra = check_table(rows)
        extra["complexity"] = complexity_of(extra, y, len(checked["token"]))
        return cls._placed(checked, extra)

    @classmethod
    def _placed(cls, checked: Mapping[str, Any], extra: Mapping[str, Any]) -> Self:
        """Return the targets of checked columns, with further columns."""
        # A target without a sentence fills its own.
        pairs = [
            (sentence, edges) if sentence else (token, (0, len(token)))
            for token, sentence, edges in zip(
                checked["token"], checked["sentence"], checked["edges"], strict=True
            )
        ]
        sentences, spans = zip(*pairs, strict=True) if pairs else ((), ())
        people = {name: checked[name] for name in ("genre", "readers")}
        return cls.spans(sentences, spans, **people, **extra)

    def __len__(self) -> int:
        return len(self.target)

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out the sentences that were read."""
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    def __getitem__(self, name: str) -> Sequence[Any]:
        column: Sequence[Any] = (
            getattr(self, _FIELDS[name]) if name in _FIELDS else self.extra[name]
        )
        return column

    def keys(self) -> list[str]:
        """Return the names of the columns."""
        return [*_FIELDS, *self.extra]

    def __contains__(self, name: object) -> bool:
        return name in _FIELDS or name in self.extra

    def get(self, name: str, default: object = None) -> Any:
        """Return a column, or `default` if there is no such further column."""
        return self[name] if name in _FIELDS else self.extra.get(name, default)

    def take(self, rows: ArrayLike) -> Self:
        """Return some of the targets.

        Parameters
        ----------
        rows : int or bool array
            Positions, in any order, or a mask.
        """
        picked = np.asarray(rows)
        picked = np.flatnonzero(picked) if picked.dtype == bool else picked.astype(np.intp)
        texts = (self.target, self.sentence, self.genre, self.readers)
        target, sentence, genre, readers = (_some(column, picked) for column in texts)
        extra = {name: _some(values, picked) for name, values in self.extra.items()}
        start, end = self.start[picked], self.end[picked]
        return type(self)(target, sentence, start, end, genre, readers, extra)

    def for_all(self, *, genre: str | None = None, readers: str | None = None) -> Self:
        """Return the targets with one genre, or one kind of readers, for all of them."""
        genres = self.genre if genre is None else (genre,) * len(self)
        people = self.readers if readers is None else (readers,) * len(self)
        return replace(self, genre=genres, readers=people)

    def having(self, **columns: Any) -> Self:
        """Return the targets with further columns, which replace columns of the same name."""
        return replace(self, extra={**self.extra, **columns})

    @property
    def alone(self) -> Bools:
        """Whether each target has no sentence, shape (n_targets,)."""
        return np.array([not sentence for sentence in self.sentence], dtype=bool)

    @cached_property
    def sentences(self) -> Sentences:
        """The distinct sentences, which are read at the first access."""
        return Sentences([*dict.fromkeys(self.sentence)])

    @cached_property
    def sentence_numbers(self) -> Ints:
        """Number of each target's sentence among the distinct ones, shape (n_targets,)."""
        return factorized(self.sentence)[0]

    @property
    def is_expression(self) -> Bools:
        """Whether each target is an expression of several words, shape (n_targets,)."""
        return is_expression(self.target)


#: What :meth:`Targets.table` accepts.
Instances = Targets | Table


def _some(values: Sequence[object], rows: Ints) -> Any:
    """Return some values of a column."""
    if isinstance(values, np.ndarray):
        return values[rows]
    return tuple(map(values.__getitem__, rows.tolist()))


def _forms(
    texts: Sequence[str], parts: Sequence[list[tuple[int, int]]], starts: Ints, ends: Ints
) -> tuple[Sequence[str], Ints, Ints]:
    """Return the form, start and end of targets, given as normal sentences and spans of parts.

    Only capitals, marks and single letters depend on the sentence.
    """
    forms, rows, edges = [], [], np.column_stack([starts, ends])
    for row, (text, spans) in enumerate(zip(texts, parts, strict=True)):
        form = " ".join([text[start:end] for start, end in spans])
        forms.append(form)
        if not (form == form.lower() and _PLAIN.fullmatch(form)):
            rows.append(row)
    if rows:
        numbers, distinct = factorized(texts[row] for row in rows)
        counts = [len(parts[row]) for row in rows]
        starts, ends = np.array([part for row in rows for part in parts[row]]).T
        of_parts = iter(Sentences(distinct).forms(np.repeat(numbers, counts), starts, ends))
        for row, count in zip(rows, counts, strict=True):
            pieces = [*islice(of_parts, count)]
            forms[row] = " ".join([form for form, _, _ in pieces])
            edges[row] = pieces[0][1], pieces[-1][2]
    return forms, *edges.T


def is_expression(tokens: Iterable[str]) -> Bools:
    """Return whether each target is an expression of two or more words.

    >>> is_expression(["gene", "gene expression"]).tolist()
    [False, True]
    """
    return np.array([len(token.split()) > 1 for token in tokens], dtype=bool)


def factorized(values: Iterable[str]) -> tuple[Ints, list[str]]:
    """Return the number of each value, and the distinct values in order of first occurrence.

    >>> factorized(["b", "a", "b"])
    (array([0, 1, 0]), ['b', 'a'])
    """
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.array(codes, dtype=np.intp), [*numbers]
