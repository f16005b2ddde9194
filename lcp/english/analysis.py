"""The one way from text to words: sentences with tagged tokens, lemmas, kinds and expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lcp.english.characters import Normal, normal
from lcp.english.expressions import Expression, expressions_of
from lcp.english.kinds import (
    ENDING,
    KINDS,
    SPOKEN,
    USUAL,
    common_words,
    facts_of,
    form_kind,
    kinds_in_context,
)
from lcp.english.lemmas import lemma
from lcp.english.markup import markup, without
from lcp.english.model import load_model_of_english
from lcp.english.sentences import layout, may_begin, may_end, sentence_ends
from lcp.english.tags import tag_numbers
from lcp.english.tokens import Tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.english.kinds import Kind

Numbers = NDArray[np.intp]

#: Characters that are read at once.
_BLOCK = 50_000
#: Characters of the longest sentence, more than in CompLex's longest.
_LONGEST_SENTENCE = 3_000
#: Distinct tokens in memory.
_FORMS = 200_000
#: What divides texts that are read together: more than a word that is divided at a line end.
_JOINT = "\n\n"
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*|\r[^\S\r\n]*\r(?!\n)\s*|\u2029\s*")
#: Where a long paragraph is divided, the best place first.
_PLACES = (
    re.compile(r"\w{5}[.!?…][\"'”’)\]]*\s"),
    re.compile(r"[.!?…][\"'”’)\]]*\s"),
    re.compile(r"\s"),
)


#: Kinds of tokens that are rated in lower case, unless their capitals are usual.
_LOWERED = [*map(KINDS.index, ("word", "function word", "contraction part"))]
_WORD, _NAME, _MARKUP = map(KINDS.index, ("word", "name", "markup"))


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
    def rated(self) -> list[str]:
        """The form in which each token is rated: names and abbreviations keep their capitals."""
        return self.columns.rated[self.first : self.last]

    def places(self, offsets: Sequence[int]) -> Numbers:
        """Return the places in the columns of the first tokens that begin at or after offsets."""
        starts = self.columns.starts[self.first : self.last]
        return np.asarray(self.first + np.searchsorted(starts, offsets))

    @property
    def plain(self) -> str:
        """The text with every character of its markup replaced by a space."""
        columns = self.columns
        places = self.first + np.flatnonzero(columns.kinds[self.first : self.last] == _MARKUP)
        starts, ends = columns.starts[places] - self.start, columns.ends[places] - self.start
        return without(self.text, zip(starts.tolist(), ends.tolist(), strict=True))

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


@dataclass(eq=False)
class Columns:
    """The tokens of some sentences as columns.

    Attributes
    ----------
    vocabulary : Vocabulary
        Forms of the tokens.
    starts, ends : int arrays of shape (n_tokens,)
        Character spans in the whole text.
    forms, tags, kinds : int arrays of shape (n_tokens,)
        Numbers of the forms, the tags and the kinds.
    sentence_ends : int array of shape (n_sentences,)
        Places after the last token of each sentence.
    """

    vocabulary: Vocabulary
    starts: Numbers
    ends: Numbers
    forms: Numbers
    tags: Numbers
    kinds: Numbers
    sentence_ends: Numbers

    @property
    def facts(self) -> NDArray[np.uint16]:
        """Facts about the forms; see :func:`lcp.english.kinds.facts_of`."""
        return self.vocabulary.facts[self.forms]

    @cached_property
    def pairs(self) -> tuple[list[tuple[int, int]], Numbers]:
        """The distinct pairs of a form and a tag, and the index of each token's pair."""
        size = len(self.vocabulary.tags)
        codes, indices = np.unique(self.forms * size + self.tags, return_inverse=True)
        return [divmod(code, size) for code in codes.tolist()], indices

    @cached_property
    def lemmas(self) -> list[str]:
        """Lemma of each token."""
        pairs, indices = self.pairs
        return [*map(self.vocabulary.lemmas(pairs).__getitem__, indices.tolist())]

    @cached_property
    def texts(self) -> list[str]:
        """Normal form of each token."""
        return [*map(self.vocabulary.forms.__getitem__, self.forms.tolist())]

    @cached_property
    def rated(self) -> list[str]:
        """Form in which each token is rated: ordinary words in lower case."""
        is_lowered = (np.isin(self.kinds, _LOWERED) & (self.facts & USUAL == 0)).tolist()
        pairs = zip(self.texts, is_lowered, strict=True)
        return [text.lower() if lowered else text for text, lowered in pairs]

    @cached_property
    def expressions(self) -> dict[int, list[Expression]]:
        """Expressions of each sentence by the place after its last token."""
        return dict(zip(self.sentence_ends.tolist(), expressions_of(self), strict=True))

    def tokens(self, first: int, last: int) -> list[Token]:
        """Return the tokens from place `first` to before `last`."""
        part = slice(first, last)
        return [
            Token(start, end, text, self.vocabulary.tags[tag], base, KINDS[kind])
            for start, end, text, tag, base, kind in zip(
                self.starts[part].tolist(),
                self.ends[part].tolist(),
                self.texts[part],
                self.tags[part].tolist(),
                self.lemmas[part],
                self.kinds[part].tolist(),
                strict=True,
            )
        ]

    @cached_property
    def word_places(self) -> Numbers:
        """Places of the first token of each word and after its last, shape (n_words, 2)."""
        facts = self.facts
        begins = np.append(True, self.starts[1:] != self.ends[:-1]) | (facts & ENDING == 0)
        begins[self.sentence_ends[:-1]] = True
        firsts = np.flatnonzero(begins)
        is_word = (facts[firsts] & SPOKEN > 0) & (self.kinds[firsts] != _MARKUP)
        places: Numbers = np.column_stack([firsts, np.append(firsts, len(begins))[1:]])[is_word]
        return places

    @cached_property
    def plain_places(self) -> Numbers:
        """The same places without possessive endings."""
        firsts, lasts = self.word_places.T
        has_ending = self.tags[lasts - 1] == self.vocabulary.tags.index("POS")
        return np.column_stack([firsts, lasts - (has_ending & (lasts - firsts > 1))])

    @cached_property
    def words(self) -> list[str]:
        """Words as readers count them: contractions and possessives are whole."""
        places, texts = self.word_places.tolist(), self.texts
        return ["".join(texts[first:last]) for first, last in places]


class Reading(NamedTuple):
    """The tokens of a text, and what their reader knows about them; None for what it does not.

    Attributes
    ----------
    starts, ends, forms : int arrays of shape (n_tokens,)
        As in :class:`Columns`; spans in the text in normal characters.
    is_end : bool array of shape (n_tokens,), optional
        After which tokens a sentence ends.
    tags : int array of shape (n_tokens,), optional
        Numbers of the tags; -1 for those that are not known.
    is_name : bool array of shape (n_tokens,), optional
        Which words are names, whatever their tags.
    """

    starts: Numbers
    ends: Numbers
    forms: Numbers
    is_end: NDArray[np.bool_] | None = None
    tags: Numbers | None = None
    is_name: NDArray[np.bool_] | None = None


class Vocabulary:
    """What the stages know about the distinct tokens of the texts of a process."""

    def __init__(self) -> None:
        self.model = load_model_of_english()
        self.tokenizer = Tokenizer()
        #: Names of the tags; the last is of markup.
        self.tags = [*self.model.tags, ""]
        # Other threads read these arrays, so that they are replaced and never changed.
        self.kinds, self.facts = np.empty(0, dtype=np.int8), np.empty(0, dtype=np.uint16)
        self.may_end = self.may_begin = np.empty(0, dtype=bool)
        self.leaders = np.empty(0, dtype=np.intp)
        self._rows = np.empty((0, self.model.known.shape[1]), dtype=np.float32)
        self._lemmas: dict[tuple[int, int], str] = {}

    @property
    def forms(self) -> list[str]:
        """Distinct tokens."""
        return self.tokenizer.forms

    def update(self) -> None:
        """Examine the forms that are new."""
        known = len(self.kinds)
        new = self.forms[known:]
        if new:
            kinds = np.array([KINDS.index(form_kind(form)) for form in new], dtype=np.int8)
            self.kinds = np.concatenate([self.kinds, kinds])
            self.facts = np.concatenate([self.facts, facts_of(new)])
            self.may_end = np.concatenate([self.may_end, [*map(may_end, new)]])
            self.may_begin = np.concatenate([self.may_begin, [*map(may_begin, new)]])
            leaders = [self.model.leaders.get(form.lower(), 0) for form in new]
            self.leaders = np.concatenate([self.leaders, leaders])
            if known + len(new) > len(self._rows):
                # Doubled, so that rows are seldom copied.
                self._rows = np.resize(self._rows, (2 * (known + len(new)), self._rows.shape[1]))
            self._rows[known : known + len(new)] = self.model.rows(new)

    def rows(self, numbers: Numbers) -> NDArray[np.float32]:
        """Return the rows of forms in the model."""
        return self._rows[numbers]

    def lemmas(self, pairs: Sequence[tuple[int, int]]) -> list[str]:
        """Return the lemma of each form with a tag."""
        table = self._lemmas
        for form, tag in pairs:
            if (form, tag) not in table:
                table[form, tag] = lemma(self.forms[form], self.tags[tag])
        return [*map(table.__getitem__, pairs)]


#: Divides a text, given in normal characters and without markup, into tokens.
Reader = Callable[[Vocabulary, Normal, str], Reading]
_LOCK = Lock()
_vocabulary: list[Vocabulary] = []


def analyse(text: str | Iterable[str]) -> Iterator[Sentence]:
    """Divide a text into sentences, and analyse their words.

    Memory depends on the size of a part of the text, not of the text.

    Parameters
    ----------
    text : str or iterable of str
        The text, or its consecutive pieces, divided at any character.

    Yields
    ------
    Sentence
        Sentences in order.

    Examples
    --------
    >>> first, second = analyse("The knives weren’t sharp. Dr. Lee bought new ones.")
    >>> [token.text for token in first.tokens], first.words[2]
    (['The', 'knives', 'were', "n't", 'sharp', '.'], "weren't")
    >>> second.tokens[2].tag, second.tokens[2].lemma, second.tokens[1].kind, second.start
    ('VBD', 'buy', 'name', 26)
    """
    for batch in batches([text] if isinstance(text, str) else text):
        yield from batch


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text without the division into sentences.

    >>> [token.text for token in tokens_of("Really? Yes.")]
    ['Really', '?', 'Yes', '.']
    """
    return [token for sentence in analyse(text) for token in sentence.tokens]


def words_of(text: str) -> list[str]:
    """Return the words of a text as readers count them.

    >>> words_of("He said: “Don’t go, you well-fed men!”")
    ['He', 'said', "Don't", 'go', 'you', 'well-fed', 'men']
    """
    return [word for sentence in analyse(text) for word in sentence.words]


def batches(chunks: Iterable[str], reader: Reader | None = None) -> Iterator[list[Sentence]]:
    """Yield the sentences of a text that arrives in pieces, some thousand tokens at a time.

    Parameters
    ----------
    chunks : iterable of str
        Consecutive pieces of the text, divided at any character.
    reader : callable, optional
        Divides the text into tokens, and may know more about them; see :class:`Reading`.
    """
    offset, before = 0, ""
    for block in _blocks(chunks):
        sentences = read_block(block, reader, offset=offset, before=before)
        if sentences:
            yield sentences
            before = block[sentences[-1].end - offset :]
        else:
            before += block
        offset += len(block)


def whole_sentences(texts: Sequence[str]) -> list[Sentence]:
    """Return each text as one sentence, even where a sentence might end in it.

    Offsets are in each text. A text without tokens is a sentence without any.

    >>> [len(sentence.tokens) for sentence in whole_sentences(["No. It is not.", " "])]
    [6, 0]
    """
    return [sentence for part in _parts(texts) for sentence in _read_whole(part)]


def _parts(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield texts to read at once, some thousand tokens or one with markup, which may be open."""
    part: list[str] = []
    size = 0
    for text in texts:
        size += len(text)
        if part and (size > _BLOCK or "<" in text or "<" in part[-1]):
            yield part
            part, size = [], len(text)
        part.append(text)
    if part:
        yield part


def _read_whole(texts: list[str]) -> list[Sentence]:
    joined = _JOINT.join(texts)
    sizes = np.fromiter(map(len, texts), np.intp, len(texts)) + len(_JOINT)
    offsets = np.cumsum(sizes) - sizes

    def reader(vocabulary: Vocabulary, characters: Normal, plain: str) -> Reading:
        own = _own(vocabulary, plain)
        begins, _ = _original(characters, own.starts, own.ends)
        last = np.searchsorted(begins, offsets + sizes - len(_JOINT)) - 1
        is_end = np.zeros(len(begins), dtype=bool)
        is_end[last[last >= 0]] = True
        return own._replace(is_end=is_end)

    read = read_block(joined, reader)
    columns = read[0].columns if read else Columns(_vocabulary[0], *[np.empty(0, np.intp)] * 6)
    owners = np.searchsorted(offsets, [sentence.start for sentence in read], side="right") - 1
    by_text = dict(zip(owners.tolist(), read, strict=True))
    moved = np.repeat(offsets[owners], np.diff(columns.sentence_ends, prepend=0))
    columns.starts -= moved
    columns.ends -= moved
    return [
        Sentence(0, len(text), text, True, columns, *_places(by_text.get(number)))  # noqa: FBT003
        for number, text in enumerate(texts)
    ]


def _places(sentence: Sentence | None) -> tuple[int, int]:
    return (sentence.first, sentence.last) if sentence else (0, 0)


def read_block(
    block: str, reader: Reader | None = None, *, offset: int = 0, before: str = ""
) -> list[Sentence]:
    """Return the sentences of a part of a text.

    Parameters
    ----------
    block : str
        The part, which is read at once.
    reader : callable, optional
        As for :func:`batches`.
    offset : int
        Place of the part in the text.
    before : str
        White space before the part.
    """
    with _LOCK:
        if not _vocabulary or len(_vocabulary[0].forms) > _FORMS:
            _vocabulary[:] = [Vocabulary()]
        vocabulary = _vocabulary[0]
        characters = normal(block)
        tags = markup(characters.text)
        plain = without(characters.text, tags) if tags else characters.text
        reading = reader(vocabulary, characters, plain) if reader else _own(vocabulary, plain)
        if not (len(reading.forms) or tags):
            return []
        elements = [characters.text[begin:end] for begin, end in tags]
        forms = [*map(vocabulary.tokenizer.number, elements)]
        vocabulary.update()
        columns = _columns(vocabulary, reading, plain)
    if tags:
        closes = np.array([element.startswith("</") for element in elements])
        _insert(columns, tags, forms, closes)
    starts, ends = _original(characters, columns.starts, columns.ends)
    columns.starts, columns.ends = starts + offset, ends + offset
    return [*_sentences(columns, block, offset, before)]


def _own(vocabulary: Vocabulary, plain: str) -> Reading:
    return Reading(*vocabulary.tokenizer.divide(plain))


def _columns(vocabulary: Vocabulary, reading: Reading, plain: str) -> Columns:
    """Return the tokens with their tags and kinds; spans in the text in normal characters."""
    starts, ends, forms, is_end, numbers, is_name = reading
    if not len(forms):
        return Columns(vocabulary, starts, ends, forms, forms, forms, np.zeros(1, dtype=np.intp))
    distinct, codes = np.unique(forms, return_inverse=True)
    model, rows = vocabulary.model, vocabulary.rows(distinct)
    if is_end is None:
        places, is_last = layout(plain, starts, ends)
        may = vocabulary.may_end[forms]
        may[:-1] |= vocabulary.may_begin[forms[1:]]
        is_end = sentence_ends(
            model, rows, codes, may_end=may, columns=places, is_paragraph_end=is_last
        )
        is_end = _with_ends_of_long(is_end, starts, ends)
    stops = np.flatnonzero(is_end) + 1
    if numbers is None or (numbers < 0).any():
        is_common = common_words(vocabulary.facts[forms], stops)
        lengths, leaders = np.diff(stops, prepend=0), vocabulary.leaders[forms]
        own = tag_numbers(model, rows, codes, lengths, is_common=is_common, leaders=leaders)
        numbers = own if numbers is None else np.where(numbers < 0, own, numbers)
    columns = Columns(vocabulary, starts, ends, forms, numbers, forms, stops)
    columns.kinds = kinds_in_context(columns)
    if is_name is not None:
        columns.kinds[(columns.kinds == _WORD) & is_name] = _NAME
    return columns


def _sentences(columns: Columns, block: str, offset: int, before: str) -> Iterator[Sentence]:
    """Yield the sentences of columns of a block, which begins at an offset."""
    first, copied = 0, 0
    lasts = columns.sentence_ends
    starts = columns.starts[np.append(0, lasts[:-1])].tolist()
    ends = columns.ends[lasts - 1].tolist()
    for start, end, last in zip(starts, ends, lasts.tolist(), strict=True):
        text = block[start - offset : end - offset]
        before += block[copied : start - offset]
        is_first = start == len(before) or bool(_PARAGRAPH_END.search(before))
        yield Sentence(start, end, text, is_first, columns, first, last, before)
        first, copied, before = last, end - offset, ""


def _original(characters: Normal, starts: Numbers, ends: Numbers) -> tuple[Numbers, Numbers]:
    """Return spans in the original text."""
    if characters.starts is None or characters.ends is None:
        return starts.copy(), ends.copy()
    return np.array(characters.starts)[starts], np.array(characters.ends)[ends - 1]


def _with_ends_of_long(
    is_end: NDArray[np.bool_], starts: Numbers, ends: Numbers
) -> NDArray[np.bool_]:
    """Divide sentences that are longer than any real one."""
    first = 0
    for last in np.flatnonzero(is_end).tolist():
        while ends[last] - starts[first] > _LONGEST_SENTENCE and first < last:
            place = int(np.searchsorted(ends, starts[first] + _LONGEST_SENTENCE, side="right"))
            place = min(max(place, first + 1), last)
            is_end[place - 1] = True
            first = place
        first = last + 1
    return is_end


def _insert(
    columns: Columns, tags: Sequence[tuple[int, int]], forms: list[int], closes: NDArray[np.bool_]
) -> None:
    """Insert markup as tokens: closing tags into the sentence before them, others into the next."""
    begins, ends = np.array(tags, dtype=np.intp).T
    places = np.searchsorted(columns.starts, begins)
    columns.starts = np.insert(columns.starts, places, begins)
    columns.ends = np.insert(columns.ends, places, ends)
    columns.forms = np.insert(columns.forms, places, forms)
    columns.tags = np.insert(columns.tags, places, len(columns.vocabulary.tags) - 1)
    columns.kinds = np.insert(columns.kinds, places, _MARKUP)
    stops = columns.sentence_ends
    before = np.searchsorted(places, stops, side="left")
    at_end = np.bincount(places[closes], minlength=stops[-1] + 1)[stops]
    at_end[-1:] = len(tags) - before[-1:]
    columns.sentence_ends = stops + before + at_end


def _blocks(chunks: Iterable[str]) -> Iterator[str]:
    """Yield parts of a text that end at an empty line, or a probable end of a sentence."""
    buffer = ""
    for chunk in chunks:
        buffer += chunk
        begin = 0
        while len(buffer) - begin > _BLOCK:
            end = _block_end(buffer, begin)
            yield buffer[begin:end]
            begin = end
        buffer = buffer[begin:]
    if buffer:
        yield buffer


def _block_end(text: str, begin: int) -> int:
    limit = begin + _BLOCK
    for pattern in (_PARAGRAPH_END, *_PLACES):
        if ends := [match.end() for match in pattern.finditer(text, begin, limit)]:
            return ends[-1]
    return limit
