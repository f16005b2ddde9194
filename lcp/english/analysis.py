"""The one way from text to words: sentences with tagged tokens, lemmas, kinds and expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.english.characters import Normal, normal
from lcp.english.columns import Columns, Sentence, Token
from lcp.english.expressions import expressions_of
from lcp.english.kinds import KINDS, Fact, common_words
from lcp.english.kinds_in_context import kinds_in_context
from lcp.english.markup import markup, strip_markup
from lcp.english.sentences import layout, sentence_ends
from lcp.english.tags import tag_numbers, with_adverbs
from lcp.english.vocabulary import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.base.array_types import Bools, Ints

#: Characters that are read at once.
_BLOCK = 50_000
#: Characters of the longest sentence, more than in CompLex's longest.
_LONGEST_SENTENCE = 3_000
#: Distinct tokens in memory.
_FORMS = 200_000
#: What divides texts that are read together: more than a word that is divided at a line end.
_JOINT = "\n\n"
_PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*|\r[^\S\r\n]*\r(?!\n)\s*|\u2029\s*")
#: Where a text is divided, the best place first.
_PLACES = (
    _PARAGRAPH_END,
    re.compile(r"\w{5}[.!?…][\"'”’)\]]*\s"),
    re.compile(r"[.!?…][\"'”’)\]]*\s"),
    re.compile(r"\s"),
)
#: Facts about the forms that have the tags of each group of `lcp.english.tags.LIMITED` only.
_LIMITS = Fact.PAST, Fact.PLURAL, Fact.COMPARATIVE, Fact.SUPERLATIVE
_WORD, _NAME, _MARKUP, _ABBREVIATION = map(KINDS.index, ("word", "name", "markup", "abbreviation"))


class Analysis(NamedTuple):
    """The tokens of a text, and what their analyser knows about them; None for what it does not.

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

    starts: Ints
    ends: Ints
    forms: Ints
    is_end: Bools | None = None
    tags: Ints | None = None
    is_name: Bools | None = None


#: Divides a text, given in normal characters and without markup, into tokens.
Analyser = Callable[[Vocabulary, Normal, str], Analysis]
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


def batches(pieces: Iterable[str], analyser: Analyser | None = None) -> Iterator[list[Sentence]]:
    """Yield the sentences of a text that arrives in pieces, some thousand tokens at a time.

    Parameters
    ----------
    pieces : iterable of str
        Consecutive pieces of the text, divided at any character.
    analyser : callable, optional
        Divides the text into tokens, and may know more about them; see :class:`Analysis`.
    """
    offset, before = 0, ""
    for block in _blocks(pieces):
        sentences = read_block(block, analyser, offset=offset, before=before)
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
    sentences: list[Sentence] = []
    part: list[str] = []
    size = 0
    for text in texts:
        size += len(text)
        # Markup may be open at the end of a text.
        if part and (size > _BLOCK or "<" in text or "<" in part[-1]):
            sentences += _read_whole(part)
            part, size = [], len(text)
        part.append(text)
    return sentences + _read_whole(part)


def _read_whole(texts: list[str]) -> list[Sentence]:
    """Read texts at once."""
    offsets = np.cumsum([0, *(len(text) + len(_JOINT) for text in texts)])

    def analyser(vocabulary: Vocabulary, characters: Normal, plain: str) -> Analysis:
        read = _own(vocabulary, characters, plain)
        owners = np.searchsorted(offsets, characters.starts[read.starts], side="right")
        return read._replace(is_end=np.diff(owners, append=0) != 0)

    columns = _read(_JOINT.join(texts), analyser)
    edges = np.searchsorted(columns.starts, offsets)
    moved = np.repeat(offsets[:-1], np.diff(edges))
    columns.starts, columns.ends = columns.starts - moved, columns.ends - moved
    columns.sentence_ends = np.unique(edges[edges > 0])
    firsts, lasts = np.where(np.diff(edges) > 0, [edges[:-1], edges[1:]], 0).tolist()
    return [
        Sentence(0, len(text), text, True, columns, first, last)  # noqa: FBT003
        for text, first, last in zip(texts, firsts, lasts, strict=True)
    ]


def read_block(
    block: str, analyser: Analyser | None = None, *, offset: int = 0, before: str = ""
) -> list[Sentence]:
    """Return the sentences of a part of a text.

    Parameters
    ----------
    block : str
        The part, which is read at once.
    analyser : callable, optional
        As for :func:`batches`.
    offset : int
        Place of the part in the text.
    before : str
        White space before the part.
    """
    columns = _read(block, analyser or _own)
    columns.starts, columns.ends = columns.starts + offset, columns.ends + offset
    sentences: list[Sentence] = []
    first = copied = 0
    for last in columns.sentence_ends.tolist():
        start, end = int(columns.starts[first]), int(columns.ends[last - 1])
        before += block[copied : start - offset]
        is_first = start == len(before) or bool(_PARAGRAPH_END.search(before))
        text = block[start - offset : end - offset]
        sentences.append(Sentence(start, end, text, is_first, columns, first, last, before))
        first, copied, before = last, end - offset, ""
    return sentences


def _own(vocabulary: Vocabulary, _: Normal, plain: str) -> Analysis:
    return Analysis(*vocabulary.tokenizer.divide(plain))


def _read(block: str, analyser: Analyser) -> Columns:
    """Return the tokens of a part of a text, which may be none."""
    with _LOCK:
        if not _vocabulary or len(_vocabulary[0].forms) > _FORMS:
            _vocabulary[:] = [Vocabulary()]
        vocabulary = _vocabulary[0]
        characters = normal(block)
        tags = markup(characters.text)
        plain = strip_markup(characters.text, tags) if tags else characters.text
        analysis = analyser(vocabulary, characters, plain)
        elements = [characters.text[begin:end] for begin, end in tags]
        forms = [*map(vocabulary.tokenizer.number, elements)]
        vocabulary.update()
        columns = _columns(vocabulary, analysis, plain)
    if tags:
        closes = np.array([element.startswith("</") for element in elements])
        _insert(columns, tags, forms, closes)
    columns.starts = characters.starts[columns.starts]
    columns.ends = characters.ends[columns.ends - 1]
    return columns


def _columns(vocabulary: Vocabulary, analysis: Analysis, plain: str) -> Columns:
    """Return the tokens with their tags and kinds; spans in the text in normal characters."""
    starts, ends, forms, is_end, numbers, is_name = analysis
    columns = Columns(vocabulary, expressions_of, starts, ends, forms, forms, forms, forms[:0])
    if not len(forms):
        return columns
    distinct, codes = np.unique(forms, return_inverse=True)
    model, rows = vocabulary.model, vocabulary.rows(distinct)
    if is_end is None:
        # "5 tsp. salt", "6 p.m. sharp"
        is_short = (vocabulary.kinds[forms] == _ABBREVIATION) & columns.has(Fact.UNIT)
        is_lower = columns.has(Fact.LETTER) & ~columns.has(Fact.MAY_BEGIN)
        may_end = columns.has(Fact.MAY_END) & ~(is_short & np.append(is_lower[1:], False))
        may_end[:-1] |= columns.has(Fact.MAY_BEGIN)[1:]
        is_end = sentence_ends(model, rows, codes, may_end, layout(plain, starts, ends))
        # Longer sentences than any real one are divided.
        firsts = starts[np.append(0, np.flatnonzero(is_end[:-1]) + 1)]
        parts = (ends - firsts[np.cumsum(is_end) - is_end]) // _LONGEST_SENTENCE
        is_end[:-1] |= np.diff(parts) > 0
    columns.sentence_ends = stops = np.flatnonzero(is_end) + 1
    if numbers is None or (numbers < 0).any():
        is_common = common_words(vocabulary.facts[forms], stops)
        lengths, leaders = np.diff(stops, prepend=0), vocabulary.leaders[forms]
        own = tag_numbers(
            *(model, rows, codes, lengths),
            is_common=is_common,
            limited=[*map(columns.has, _LIMITS)],
            leaders=leaders,
        )
        own = with_adverbs(model, own, stops, [vocabulary.forms[form] for form in forms.tolist()])
        numbers = own if numbers is None else np.where(numbers < 0, own, numbers)
    columns.tags = numbers
    columns.kinds = kinds_in_context(columns)
    if is_name is not None:
        columns.kinds[(columns.kinds == _WORD) & is_name] = _NAME
    return columns


def _insert(
    columns: Columns, tags: Sequence[tuple[int, int]], forms: list[int], closes: Bools
) -> None:
    """Insert markup as tokens: closing tags into the sentence before them, others into the next."""
    begins, ends = np.array(tags, dtype=np.intp).T
    places = np.searchsorted(columns.starts, begins)
    columns.starts = np.insert(columns.starts, places, begins)
    columns.ends = np.insert(columns.ends, places, ends)
    columns.forms = np.insert(columns.forms, places, forms)
    columns.tags = np.insert(columns.tags, places, len(columns.vocabulary.tags) - 1)
    columns.kinds = np.insert(columns.kinds, places, _MARKUP)
    stops = columns.sentence_ends if len(columns.sentence_ends) else np.zeros(1, dtype=np.intp)
    before = np.searchsorted(places, stops, side="left")
    at_end = np.bincount(places[closes], minlength=stops[-1] + 1)[stops]
    at_end[-1:] = len(tags) - before[-1:]
    columns.sentence_ends = stops + before + at_end


def _blocks(pieces: Iterable[str]) -> Iterator[str]:
    """Yield parts of a text that end at an empty line, or a probable end of a sentence."""
    buffer = ""
    for piece in pieces:
        buffer += piece
        begin = 0
        while (limit := begin + _BLOCK) < len(buffer):
            ends = ([m.end() for m in place.finditer(buffer, begin, limit)] for place in _PLACES)
            end = next(filter(None, ends), [limit])[-1]
            yield buffer[begin:end]
            begin = end
        buffer = buffer[begin:]
    if buffer:
        yield buffer
