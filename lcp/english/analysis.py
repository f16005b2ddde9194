"""The one way from text to words: sentences with tagged tokens, lemmas, kinds and expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.base.caches import CACHED_TOKENS, RowCache
from lcp.english.characters import Normal, normal
from lcp.english.columns import Columns, Sentence, Span, Token
from lcp.english.expressions import expressions_of
from lcp.english.kinds import KINDS, Fact, common_words, facts_of, form_kind, meant_capitals
from lcp.english.markup import markup, strip_markup
from lcp.english.network import load_model_of_english
from lcp.english.sentences import BLOCK, PARAGRAPH_END, blocks, layout, sentence_ends
from lcp.english.tags import NOMINAL, PROPER, tag_numbers, with_adverbs
from lcp.english.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.base.array_types import Bools, Ints, Singles

#: Characters of the longest sentence, more than in CompLex's longest.
_LONGEST_SENTENCE = 3_000
#: What divides texts that are read together: more than a word that is divided at a line end.
_JOINT = "\n\n"
#: Facts about the forms that have the tags of each group of `lcp.english.tags.LIMITED` only.
_LIMITS = Fact.PAST, Fact.PLURAL, Fact.COMPARATIVE, Fact.SUPERLATIVE
#: Parts of a unit such as "ml/kg".
_UNIT_PARTS = 3
_WORD, _NAME, _MARKUP, _ABBREVIATION = map(KINDS.index, ("word", "name", "markup", "abbreviation"))


class Analysis(NamedTuple):
    """The tokens of a text, and what their analyser knows about them; None for what it does not.

    Attributes
    ----------
    starts, ends : int arrays of shape (n_tokens,)
        Spans in the text in normal characters.
    texts : list of str of length n_tokens
        The tokens.
    is_end : bool array of shape (n_tokens,), optional
        After which tokens a sentence ends.
    tags : int array of shape (n_tokens,), optional
        Numbers of the tags; -1 for those that are not known.
    is_name : bool array of shape (n_tokens,), optional
        Which words are names, whatever their tags.
    """

    starts: Ints
    ends: Ints
    texts: list[str]
    is_end: Bools | None = None
    tags: Ints | None = None
    is_name: Bools | None = None


#: Divides a text, given in normal characters and without markup, into tokens.
Analyser = Callable[[Normal, str], Analysis]


#: What is known about forms, by :func:`_known`.
_FORMS = RowCache(0, CACHED_TOKENS)


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
    for block in blocks(pieces):
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
        if part and (size > BLOCK or "<" in text or "<" in part[-1]):
            sentences += _read_whole(part)
            part, size = [], len(text)
        part.append(text)
    return sentences + _read_whole(part)


def _read_whole(texts: list[str]) -> list[Sentence]:
    """Read texts at once."""
    offsets = np.cumsum([0, *(len(text) + len(_JOINT) for text in texts)])

    def analyser(characters: Normal, plain: str) -> Analysis:
        read = _own(characters, plain)
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
        is_first = start == len(before) or bool(PARAGRAPH_END.search(before))
        text = block[start - offset : end - offset]
        sentences.append(Sentence(start, end, text, is_first, columns, first, last, before))
        first, copied, before = last, end - offset, ""
    return sentences


def _own(_: Normal, plain: str) -> Analysis:
    return Analysis(*tokenize(plain))


def _read(block: str, analyser: Analyser) -> Columns:
    """Return the tokens of a part of a text, which may be none."""
    characters = normal(block)
    tags = markup(characters.text) if {"<", "&"} & {*characters.text} else []
    plain = strip_markup(characters.text, tags) if tags else characters.text
    columns = _columns(analyser(characters, plain), plain)
    if tags:
        _insert(columns, tags, [characters.text[begin:end] for begin, end in tags])
    columns.starts = characters.starts[columns.starts]
    columns.ends = characters.ends[columns.ends - 1]
    return columns


def _known(forms: list[str]) -> list[Singles]:
    """Return kind, facts, and row in the layer `tags_after` of each form, and then its own row."""
    model = load_model_of_english()
    kinds = [KINDS.index(form_kind(form)) for form in forms]
    leaders = [model.leaders.get(form.lower(), 0) for form in forms]
    table = np.column_stack([kinds, facts_of(forms), leaders, model.rows(forms)])
    # A row of a larger array would keep all of it in memory.
    return [row.astype(np.float32) for row in table]


def _columns(analysis: Analysis, plain: str) -> Columns:
    """Return the tokens with their tags and kinds; spans in the text in normal characters."""
    starts, ends, texts, is_end, numbers, is_name = analysis
    none = np.empty(0, dtype=np.intp)
    if not texts:
        return Columns(expressions_of, [], none, none, none.astype(np.uint32), none, none, none)
    distinct = [*dict.fromkeys(texts)]
    number_of = dict(zip(distinct, range(len(distinct)), strict=True))
    codes = np.fromiter(map(number_of.__getitem__, texts), np.intp, len(texts))
    known = _FORMS.values(distinct, _known)
    model, table = load_model_of_english(), np.array(known)
    kinds, facts, leaders = table[:, :3].astype(np.uint32).T[:, codes]
    rows = np.ascontiguousarray(table[:, 3:])
    columns = Columns(expressions_of, texts, starts, ends, facts, none, kinds, none)
    if is_end is None:
        # "5 tsp. salt", "6 p.m. sharp"
        is_short = (kinds == _ABBREVIATION) & columns.has(Fact.UNIT)
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
        own = tag_numbers(
            *(model, rows, codes, np.diff(stops, prepend=0)),
            is_common=common_words(facts, stops),
            limited=[*map(columns.has, _LIMITS)],
            leaders=leaders,
        )
        own = with_adverbs(model, own, stops, texts)
        numbers = own if numbers is None else np.where(numbers < 0, own, numbers)
    columns.tags = numbers
    columns.kinds = kinds_in_context(columns)
    if is_name is not None:
        columns.kinds[(columns.kinds == _WORD) & is_name] = _NAME
    return columns


def kinds_in_context(columns: Columns) -> Ints:
    """Return the kinds of tokens by their forms, tags and neighbours, shape (n_tokens,).

    A word with the tag of a proper noun is a name, and so is an adjective or noun that usually has
    a capital, such as "Chinese", unless its place may explain it. A word in capitals is an
    abbreviation if it is not an ordinary word, as in headings. Units belong to the number before
    them, and the parts of contractions to each other.
    """
    kinds = columns.kinds.copy()
    word, name, abbreviation = _WORD, _NAME, _ABBREVIATION
    number, function_word, part = map(KINDS.index, ("number", "function word", "contraction part"))
    proper, nominal = (columns.has_tag(tags)[:-1] for tags in (PROPER, NOMINAL))
    capital, capitals, unit = map(columns.has, (Fact.CAPITAL, Fact.CAPITALS, Fact.UNIT))
    # "RESULTS" in a heading, but "DNA"
    kinds[(kinds == abbreviation) & capitals & ~proper & columns.has(Fact.ORDINARY)] = word
    is_capital = columns.has(Fact.CAPITAL | Fact.CAPITALS | Fact.MIXED)
    # "van Beethoven"
    before_name = _next(proper & is_capital, columns)
    kinds[(kinds == word) & proper & (is_capital | before_name)] = name
    usual = (kinds == word) & nominal & columns.has(Fact.USUAL)
    meant = meant_capitals(columns.facts, columns.sentence_ends)
    kinds[usual & (meant | columns.has(Fact.ALWAYS))] = name
    kinds[(kinds == function_word) & proper & capital] = name
    kinds[(kinds == function_word) & proper & capitals] = abbreviation
    kinds[(kinds == abbreviation) & capitals & proper & columns.has(Fact.LONG)] = name
    kinds[(kinds == word) & columns.has(Fact.MIXED)] = name
    kinds[_next(kinds == number, columns) & columns.has(Fact.CURRENCY)] = number
    # "10 ml/kg": each part follows a number
    for _ in range(_UNIT_PARTS):
        follows = np.append(False, kinds[:-1] == number)
        follows[columns.sentence_ends[:-1]] = False
        kinds[follows & (unit | (_next(unit, columns) & columns.has(Fact.SLASH)))] = number
    adjacent = np.append(False, columns.starts[1:] == columns.ends[:-1])
    endings = adjacent & columns.has(Fact.ENDING)
    before = np.append(endings[1:], False) & columns.has(Fact.STEM)
    kinds[(endings & ~columns.is_possessive) | before] = part
    kinds[endings & columns.is_possessive] = function_word
    return kinds


def _next(values: Bools, columns: Columns) -> Bools:
    """Return the value of the token after each token in its sentence, False for the last."""
    following = np.append(values[1:], False)
    following[columns.sentence_ends - 1] = False
    return following


def _insert(columns: Columns, tags: Sequence[Span], elements: list[str]) -> None:
    """Insert markup as tokens: closing tags into the sentence before them, others into the next."""
    begins, ends = np.array(tags, dtype=np.intp).T
    places = np.searchsorted(columns.starts, begins)
    columns.starts = np.insert(columns.starts, places, begins)
    columns.ends = np.insert(columns.ends, places, ends)
    texts = np.array([*columns.texts, None], dtype=object)[:-1]
    columns.texts = np.insert(texts, places, np.array(elements, dtype=object)).tolist()
    columns.facts = np.insert(columns.facts, places, facts_of(elements))
    columns.tags = np.insert(columns.tags, places, load_model_of_english().tag_names.index(""))
    columns.kinds = np.insert(columns.kinds, places, _MARKUP)
    closes = np.array([element.startswith("</") for element in elements])
    stops = columns.sentence_ends if len(columns.sentence_ends) else np.zeros(1, dtype=np.intp)
    before = np.searchsorted(places, stops, side="left")
    at_end = np.bincount(places[closes], minlength=stops[-1] + 1)[stops]
    at_end[-1:] = len(tags) - before[-1:]
    columns.sentence_ends = stops + before + at_end
