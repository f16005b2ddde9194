"""Sentences of targets, read together: their tokens and words one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING, overload

import numpy as np

from lcp.base.caches import cached_property
from lcp.english.analysis import whole_sentences
from lcp.english.columns import joined
from lcp.english.kinds import KINDS
from lcp.english.word_frequency import zipf

if TYPE_CHECKING:
    from lcp.base.array_types import Floats, Ints


_PUNCTUATION = KINDS.index("punctuation")
_BRACKETS = ("()", "[]", "{}")


@dataclass(eq=False)
class Pieces:
    """The tokens or words of sentences, on one axis of characters.

    Attributes
    ----------
    offsets : int array of shape (n_sentences,)
        Where each sentence begins on the axis.
    edges : int array of shape (n_sentences + 1,)
        Place of the first piece of each sentence, and the number of pieces.
    starts, ends : int arrays of shape (n_pieces,)
        Where each piece begins and ends on the axis.
    """

    offsets: Ints
    edges: Ints
    starts: Ints
    ends: Ints

    def overlapping(
        self, numbers: Sequence[int] | Ints, starts: Ints | list[int], ends: Ints | list[int]
    ) -> tuple[Ints, Ints]:
        """Return the places of the first and after the last piece that overlap each span.

        Parameters
        ----------
        numbers, starts, ends : int arrays of shape (n_spans,)
            Number of the sentence, and the span ``[start, end)`` in it. Of a span between two
            pieces, both places are the one of the second piece.
        """
        shifts = self.offsets[np.asarray(numbers, dtype=np.intp)]
        firsts = np.searchsorted(self.ends, shifts + starts, side="right")
        return firsts, np.maximum(firsts, np.searchsorted(self.starts, shifts + ends))


class Sentences(Pieces, Sequence[str]):
    """Sentences, and their tokens. They are read at once, for all that measure them.

    Parameters
    ----------
    texts : sequence of str
        Distinct sentences in normal characters (:func:`lcp.english.characters.normal_text`).

    Examples
    --------
    >>> sentences = Sentences(["The boys' (old) dogs.", "It's."])
    >>> sentences.forms([0, 0, 1], [4, 10, 0], [9, 15, 5])
    [('boys', 4, 8), ('old', 11, 14), ("it's", 0, 4)]
    >>> sentences.words.forms
    ['the', 'boys', 'old', 'dogs', "it's"]
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = tuple(texts)
        read = whole_sentences(texts)
        # One for each part of the sentences that was read at once.
        self._columns = list(dict.fromkeys(sentence.columns for sentence in read))
        sizes = np.fromiter(map(len, texts), dtype=np.intp, count=len(texts)) + 1
        counts = [sentence.last - sentence.first for sentence in read]
        offsets = np.cumsum(sizes) - sizes
        shifts = np.repeat(offsets, counts)
        starts, ends = (self._joined_arrays(name) + shifts for name in ("starts", "ends"))
        super().__init__(offsets, np.cumsum([0, *counts]), starts, ends)

    @classmethod
    def of(cls, texts: Sequence[str]) -> Sentences:
        """Return sentences, which are read unless they have been."""
        return texts if isinstance(texts, Sentences) else cls(texts)

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        return self.texts[place]

    def _joined_arrays(self, name: str) -> Ints:
        parts = (getattr(columns, name) for columns in self._columns)
        return np.concatenate([np.empty(0, dtype=np.intp), *parts])

    def _joined_lists(self, name: str) -> list[str]:
        return list(chain.from_iterable(getattr(columns, name) for columns in self._columns))

    @cached_property
    def tags(self) -> list[str]:
        """Penn Treebank tag of each token."""
        return self._joined_lists("tag_names")

    @cached_property
    def lemmas(self) -> list[str]:
        """Lemma of each token."""
        return self._joined_lists("lemmas")

    @cached_property
    def target_forms(self) -> list[str]:
        """Form of each token as a target."""
        return self._joined_lists("target_forms")

    @cached_property
    def words(self) -> SentenceWords:
        """Words as readers count them, without possessive endings."""
        sizes = np.cumsum([0, *(len(columns.starts) for columns in self._columns)])
        shifted = zip(self._columns, sizes.tolist(), strict=False)
        places = [np.empty((0, 2), np.intp), *(part.plain_places + size for part, size in shifted)]
        firsts, lasts = np.concatenate(places).T
        forms = [
            "".join(self.target_forms[first:last])
            for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True)
        ]
        edges = np.searchsorted(firsts, self.edges)
        return SentenceWords(self.offsets, edges, self.starts[firsts], self.ends[lasts - 1], forms)

    def forms(
        self, numbers: Sequence[int] | Ints, starts: Ints | list[int], ends: Ints | list[int]
    ) -> list[tuple[str, int, int]]:
        """Return the form of the text of each span as a target, and the span of that form.

        The forms of the tokens are joined as in the sentence, without a possessive ending and marks
        around them, unless there is nothing else. Parameters as for :meth:`overlapping`.
        """
        places = self.overlapping(numbers, starts, ends)
        columns = (np.asarray(column).tolist() for column in (numbers, starts, ends, *places))
        return [self._form(*each) for each in zip(*columns, strict=True)]

    def _form(
        self, number: int, start: int, end: int, first: int, last: int
    ) -> tuple[str, int, int]:
        inner = [place for place in range(first, last) if not self._is_edge[place]]
        part = slice(inner[0], inner[-1] + 1) if inner else slice(first, last)
        text = "".join(self.target_forms[part])
        # Brackets inside a target, as in "committee(s)", stay.
        if any(text.count(pair[0]) != text.count(pair[1]) for pair in _BRACKETS):
            part = slice(first, last)
        shift = self.offsets[number]
        begins, stops = (self.starts[part] - shift).tolist(), (self.ends[part] - shift).tolist()
        if not begins:
            return self.texts[number][start:end], start, end
        # Of a word that is only partly in the span, only that part.
        pieces = [
            piece[max(start - begin, 0) : None if stop <= end else end - begin]
            for piece, begin, stop in zip(self.target_forms[part], begins, stops, strict=True)
        ]
        return joined(pieces, begins, stops), max(start, begins[0]), min(end, stops[-1])

    @cached_property
    def _is_edge(self) -> list[bool]:
        """Whether each token is a mark or a possessive ending."""
        kinds = self._joined_arrays("kinds").tolist()
        pairs = zip(kinds, self.tags, strict=True)
        return [kind == _PUNCTUATION or tag == "POS" for kind, tag in pairs]


@dataclass(eq=False)
class SentenceWords(Pieces):
    """Words of sentences.

    Attributes
    ----------
    forms : list of str of length n_words
        Forms of the words as targets.
    """

    forms: list[str]

    @cached_property
    def lowered(self) -> list[str]:
        """The words in lower case."""
        return list(map(str.lower, self.forms))

    @cached_property
    def by_sentence(self) -> list[list[str]]:
        """The words of each sentence in lower case."""
        return [self.lowered[first:last] for first, last in pairwise(self.edges.tolist())]

    @cached_property
    def zipf(self) -> Floats:
        """Zipf frequency of each word, NaN outside wordfreq, shape (n_words,)."""
        values = {word: zipf(word) for word in set(self.lowered)}
        return np.array([values[word] for word in self.lowered], dtype=np.float64)
