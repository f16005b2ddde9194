"""The one way from text to words: sentences with tagged tokens, lemmas, kinds and expressions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.english.characters import Normal, normal
from lcp.english.columns import Columns, Sentence, Token
from lcp.english.markup import markup, strip_markup
from lcp.english.sentences import BLOCK, PARAGRAPH_END, blocks
from lcp.english.stages import Analysis, columns_of, insert_markup
from lcp.english.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lcp.base.array_types import Ints

#: What divides texts that are read together: more than a word that is divided at a line end.
_JOINT = "\n\n"


#: Divides a block, given in normal characters and then also without markup, into tokens.
Analyser = Callable[[Normal, str], Analysis]


class Block(NamedTuple):
    """A part of a text, which is read at once.

    Attributes
    ----------
    text : str
        The part.
    offset : int
        Place of the part in the text.
    before : str
        White space before the part.
    """

    text: str
    offset: int = 0
    before: str = ""


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
        [sentences] = read_blocks([Block(block, offset, before)], analyser)
        if sentences:
            yield sentences
            before = block[sentences[-1].end - offset :]
        else:
            before += block
        offset += len(block)


def batches_of_texts(
    texts: Iterable[str], analyser: Analyser | None = None
) -> Iterator[list[tuple[int, list[Sentence]]]]:
    """Yield the sentences of several texts, each with its number; short texts are read together.

    The sentences are those of :func:`batches`. A long text comes in several parts.

    >>> [batch] = batches_of_texts(["No. It is not.", " ", "Yes."])
    >>> [(number, len(sentences)) for number, sentences in batch]
    [(0, 2), (1, 0), (2, 1)]
    """
    numbers = count()
    for part in parts_of(map(Block, texts)):
        if len(part[0].text) > BLOCK:
            number = next(numbers)
            yield [(number, [])]
            yield from ([(number, each)] for each in batches([part[0].text], analyser))
        else:
            yield [(next(numbers), sentences) for sentences in read_blocks(part, analyser)]


def whole_sentences(texts: Sequence[str]) -> list[Sentence]:
    """Return each text as one sentence, even where a sentence might end in it.

    Offsets are in each text. A text without tokens is a sentence without any.

    >>> [len(sentence.tokens) for sentence in whole_sentences(["No. It is not.", " "])]
    [6, 0]
    """
    sentences: list[Sentence] = []
    for part in parts_of(map(Block, texts)):
        columns, edges = _read(part, whole=True)
        spans = np.where(np.diff(edges) > 0, [edges[:-1], edges[1:]], 0).T.tolist()
        sentences += [
            Sentence(0, len(text), text, True, columns, *span)  # noqa: FBT003
            for (text, *_), span in zip(part, spans, strict=True)
        ]
    return sentences


def parts_of(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Divide blocks into parts that are read together, of at most `BLOCK` characters or alone."""
    part: list[Block] = []
    size = 0
    for block in blocks:
        size += len(block.text)
        if part and size > BLOCK:
            yield part
            part, size = [], len(block.text)
        part.append(block)
    if part:
        yield part


def read_blocks(blocks: Sequence[Block], analyser: Analyser | None = None) -> list[list[Sentence]]:
    """Return the sentences of each block. They share their columns, and nothing else.

    `analyser` is as for :func:`batches`. It is called for each block in order.
    """
    columns, edges = _read(blocks, analyser)
    stops = [0, *columns.sentence_ends.tolist()]
    starts, ends = (
        columns.starts[stops[:-1]].tolist(),
        columns.ends[columns.sentence_ends - 1].tolist(),
    )
    places = np.searchsorted(columns.sentence_ends, edges, side="right").tolist()
    sentences: list[list[Sentence]] = []
    for (text, offset, space), (first, last) in zip(blocks, pairwise(places), strict=True):
        before, copied = space, 0
        of_block: list[Sentence] = []
        for place in range(first, last):
            start, end = starts[place], ends[place]
            before += text[copied : start - offset]
            is_first = start == len(before) or bool(PARAGRAPH_END.search(before))
            inner = text[start - offset : end - offset]
            span = stops[place], stops[place + 1]
            of_block.append(Sentence(start, end, inner, is_first, columns, *span, before))
            copied, before = end - offset, ""
        sentences.append(of_block)
    return sentences


def _read(
    blocks: Sequence[Block], analyser: Analyser | None = None, *, whole: bool = False
) -> tuple[Columns, Ints]:
    """Return the tokens of blocks, and the place of the first token of each, and after the last.

    No block affects another. If `whole`, each is one sentence.
    """
    normals = [normal(block.text) for block in blocks]
    markups = [markup(each.text) if {"<", "&"} & {*each.text} else [] for each in normals]
    plains = [
        strip_markup(each.text, spans) if spans else each.text
        for each, spans in zip(normals, markups, strict=True)
    ]
    plain = _JOINT.join(plains)
    offsets = np.cumsum([0, *(len(text) + len(_JOINT) for text in plains)])
    if analyser is None:
        analysis = Analysis(*tokenize(plain))
    else:
        analysis = _joined([*map(analyser, normals, plains)], offsets)
    edges = np.searchsorted(analysis.starts, offsets)
    if whole:
        places = np.arange(1, len(analysis.starts) + 1)
        analysis = analysis._replace(is_end=np.isin(places, edges).astype(np.int8))
    columns = columns_of(analysis, plain, edges)
    if any(markups):
        edges = insert_markup(columns, markups, [each.text for each in normals], offsets, edges)
    joint = np.zeros(len(_JOINT), dtype=np.intp)
    starts, ends = [], []
    for block, characters in zip(blocks, normals, strict=True):
        starts += [characters.starts + block.offset, joint]
        ends += [characters.ends + block.offset, joint]
    columns.starts = np.concatenate(starts)[columns.starts]
    columns.ends = np.concatenate(ends)[columns.ends - 1]
    return columns, edges


def _joined(parts: Sequence[Analysis], offsets: Ints) -> Analysis:
    """Return the analyses of blocks as one, given where each block begins."""
    counts = [len(part.texts) for part in parts]
    shifts = np.repeat(offsets[:-1], counts)

    def column(name: str, unknown: int) -> Ints:
        columns = [getattr(part, name) for part in parts]
        filled = [
            np.full(count, unknown) if values is None else values
            for values, count in zip(columns, counts, strict=True)
        ]
        return np.concatenate(filled).astype(np.intp)

    return Analysis(
        column("starts", 0) + shifts,
        column("ends", 0) + shifts,
        [text for part in parts for text in part.texts],
        column("is_end", -1),
        column("tags", -1),
        column("is_name", 0).astype(bool),
    )
