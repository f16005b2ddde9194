"""Sentences with tagged tokens, lemmas, kinds and expressions; their columns for a batch."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.base.caches import cached_property
from lcp.english.kinds import KINDS, Fact, meant_capitals
from lcp.english.lemmas import lemma
from lcp.english.markup import strip_markup
from lcp.english.network import load_model_of_english

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Ints
    from lcp.english.kinds import Kind

#: First character of a stretch of text, and the one after its last.
Span = tuple[int, int]

#: Kinds of tokens that are targets in lower case, unless their capitals are usual or meant.
_LOWERED = np.isin(KINDS, ["word", "function word", "contraction part"])
_MARKUP = KINDS.index("markup")
#: Fields of :class:`Columns` with whole numbers.
_NUMBERS = ("starts", "ends", "tags", "kinds", "sentence_ends")
#: Kinds of running words.
_RUNNING = np.isin(KINDS, ["word", "function word"])


class Token(NamedTuple):
    """A word, number or mark of a sentence.

    Attributes
    ----------
    start, end : int
        Character span ``[start, end)`` in the whole text, counted from 0.
    text : str
        The token in normal characters; a word that is divided at the end of a line is whole.
    tag : str
        Penn Treebank tag (Marcus et al. 1993); "" for markup.
    lemma : str
        Dictionary form in lower case; of a name, the name itself.
    kind : str
        One of :data:`lcp.english.kinds.KINDS`.
    """

    start: int
    end: int
    text: str
    tag: str
    lemma: str
    kind: Kind


class Expression(NamedTuple):
    """An expression in a sentence.

    Attributes
    ----------
    word_spans : tuple of (int, int)
        Character spans of its words in the whole text.
    kind : str
        One of :data:`lcp.english.lexicon.expression_table.KINDS`.
    lemma : str
        Dictionary form; a name as it is in the sentence.
    edges : tuple of int
        Start and end of each run of its words: four numbers if it is apart. A possessive that
        fills a slot is a part of the run.
    """

    word_spans: tuple[Span, ...]
    kind: str
    lemma: str
    edges: tuple[int, ...]

    @property
    def runs(self) -> list[Span]:
        """The edges in pairs."""
        return list(zip(self.edges[::2], self.edges[1::2], strict=True))

    def is_target(self, kind: str) -> bool:
        """Whether it is a target, if `kind` is the kind of a target of its tokens.

        Fixed phrases of function words, such as "out of", are not.
        """
        return kind in {"expression", "name"} or self.kind in {"phrasal verb", "idiom"}


def joined(pieces: Iterable[str], starts: Sequence[int], ends: Sequence[int]) -> str:
    """Return pieces of a text with a space between those that are apart in it.

    >>> joined(["does", "n't", "work"], [0, 4, 9], [4, 7, 13])
    "doesn't work"
    """
    gaps = zip(ends[:-1], starts[1:], strict=True)
    spaces = ["", *("" if end == start else " " for end, start in gaps)]
    return "".join([space + piece for space, piece in zip(spaces, pieces, strict=True)])


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """A sentence of an analysed text.

    Attributes
    ----------
    start, end : int
        Character span ``[start, end)`` in the whole text, counted from 0.
    text : str
        The sentence as it is in the text.
    is_first : bool
        Whether it begins a paragraph.
    before : str
        White space between the previous sentence and this one.
    """

    start: int
    end: int
    text: str
    is_first: bool
    columns: Columns = field(repr=False)
    first: int = field(repr=False)
    last: int = field(repr=False)
    before: str = field(default="", repr=False)

    @property
    def tokens(self) -> list[Token]:
        """The tokens in order."""
        return self.columns.tokens(self.first, self.last)

    @property
    def target_forms(self) -> list[str]:
        """The form of each token as a target: names and abbreviations keep their capitals."""
        return self.columns.target_forms[self.first : self.last]

    def places(self, offsets: Sequence[int]) -> Ints:
        """Return the places in the columns of the first tokens that begin at or after offsets."""
        starts = self.columns.starts[self.first : self.last]
        return np.asarray(self.first + np.searchsorted(starts, offsets))

    @property
    def plain(self) -> str:
        """The text with every character of its markup replaced by a space."""
        columns = self.columns
        places = self.first + np.flatnonzero(columns.kinds[self.first : self.last] == _MARKUP)
        starts, ends = columns.starts[places] - self.start, columns.ends[places] - self.start
        return strip_markup(self.text, zip(starts.tolist(), ends.tolist(), strict=True))

    @property
    def expressions(self) -> list[Expression]:
        """The expressions and names of several words in order; they share no words."""
        return self.columns.expressions.get(self.last, [])

    @property
    def words(self) -> list[str]:
        """The words as readers count them: contractions and possessives are whole."""
        places = self.columns.word_places
        within = slice(*np.searchsorted(places[:, 0], [self.first, self.last]).tolist())
        return self.columns.words[within]


@cache
def _is_one_of(tags: tuple[str, ...]) -> Bools:
    """Return which tags of the model are among some tags."""
    return np.array([tag in tags for tag in load_model_of_english().tag_names])


@dataclass(eq=False)
class Columns:
    """The tokens of some sentences as columns.

    Attributes
    ----------
    expressions_of : callable
        Returns the expressions of each sentence of the columns.
    texts : list of str of length n_tokens
        Tokens in normal characters.
    starts, ends : int arrays of shape (n_tokens,)
        Character spans in the whole text.
    facts : uint32 array of shape (n_tokens,)
        What is known about the tokens (:class:`lcp.english.kinds.Fact`).
    tags, kinds : int arrays of shape (n_tokens,)
        Numbers of the tags and the kinds.
    sentence_ends : int array of shape (n_sentences,)
        Places after the last token of each sentence.
    """

    expressions_of: Callable[[Columns], list[list[Expression]]]
    texts: list[str]
    starts: Ints
    ends: Ints
    facts: NDArray[np.uint32]
    tags: Ints
    kinds: Ints
    sentence_ends: Ints

    def __getstate__(self) -> dict[str, object]:
        """Return the fields, without what was computed; whole numbers in few bytes."""
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in _NUMBERS:
            state[name] = state[name].astype(np.min_scalar_type(max(state[name], default=0)))
        return state

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        for name in _NUMBERS:
            setattr(self, name, getattr(self, name).astype(np.intp))

    def has(self, facts: int) -> Bools:
        """Return of which tokens one of the facts (:class:`lcp.english.kinds.Fact`) is true."""
        return self.facts & facts > 0

    def has_tag(self, tags: Sequence[str]) -> Bools:
        """Return whether each token has one of the tags, and False for the place after the last."""
        return np.append(_is_one_of(tuple(tags))[self.tags], False)

    @property
    def is_possessive(self) -> Bools:
        """Which tokens are possessive endings."""
        return np.asarray(self.tags == load_model_of_english().tags["POS"])

    @cached_property
    def is_running(self) -> Bools:
        """Which tokens are running words: words and function words.

        Names, numbers and other kinds do not count, and a possessive ending is a part of a word.
        """
        return _RUNNING[self.kinds] & ~self.is_possessive

    @cached_property
    def tag_names(self) -> list[str]:
        """Penn Treebank tag of each token."""
        return [*map(load_model_of_english().tag_names.__getitem__, self.tags.tolist())]

    @cached_property
    def lemmas(self) -> list[str]:
        """Lemma of each token."""
        return [*map(lemma, self.texts, self.tag_names)]

    @cached_property
    def target_forms(self) -> list[str]:
        """Form of each token as a target: ordinary words without the capital of their place."""
        is_lowered = _LOWERED[self.kinds] & ~self.has(Fact.USUAL)
        is_lowered &= ~meant_capitals(self.facts, self.sentence_ends)
        pairs = zip(self.texts, is_lowered.tolist(), strict=True)
        return [text.lower() if lowered else text for text, lowered in pairs]

    @cached_property
    def expressions(self) -> dict[int, list[Expression]]:
        """Expressions of each sentence by the place after its last token."""
        return dict(zip(self.sentence_ends.tolist(), self.expressions_of(self), strict=True))

    def tokens(self, first: int, last: int) -> list[Token]:
        """Return the tokens from place `first` to before `last`."""
        part = slice(first, last)
        return [
            Token(start, end, text, tag, base, KINDS[kind])
            for start, end, text, tag, base, kind in zip(
                self.starts[part].tolist(),
                self.ends[part].tolist(),
                self.texts[part],
                self.tag_names[part],
                self.lemmas[part],
                self.kinds[part].tolist(),
                strict=True,
            )
        ]

    @cached_property
    def word_places(self) -> Ints:
        """Places of the first token of each word and after its last, shape (n_words, 2)."""
        begins = np.append(True, self.starts[1:] != self.ends[:-1]) | ~self.has(Fact.ENDING)
        begins[self.sentence_ends[:-1]] = True
        firsts = np.flatnonzero(begins)
        is_word = self.has(Fact.SPOKEN)[firsts] & (self.kinds[firsts] != _MARKUP)
        places: Ints = np.column_stack([firsts, np.append(firsts, len(begins))[1:]])[is_word]
        return places

    @cached_property
    def plain_places(self) -> Ints:
        """The same places without possessive endings."""
        firsts, lasts = self.word_places.T
        has_ending = self.is_possessive[lasts - 1] & (lasts - firsts > 1)
        return np.column_stack([firsts, lasts - has_ending])

    @cached_property
    def words(self) -> list[str]:
        """Words as readers count them: contractions and possessives are whole."""
        places, texts = self.word_places.tolist(), self.texts
        return ["".join(texts[first:last]) for first, last in places]
