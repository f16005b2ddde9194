"""Divide running text into sentences and tokens, and classify the tokens."""

from __future__ import annotations

import re
from bisect import bisect_left
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from lcp.english.kinds import LONG_RUN, Kind, kind_of
from lcp.english.line_ends import join_divided, undivided
from lcp.english.markup import markup, without
from lcp.english.names import kinds_in_context
from lcp.english.text import CACHED_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

#: Maximum number of characters that are tokenised at once.
LONGEST_BLOCK = 20_000
#: Maximum number of characters of a sentence, more than in CompLex's longest.
LONGEST_SENTENCE = 3_000
#: Marks that open the next sentence.
_OPENING = re.compile(r"\s([\"'“‘„«(\[]+)$")
_CLOSING = frozenset("\"'”’»")
# Another thread must not use a vocabulary while its memory zone is open.
_LOCK = Lock()

_LONG = re.compile(rf"\S{{{LONG_RUN},}}")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\r?\n|\r[^\S\r\n]*\r(?!\n)|\u2029")
#: A long run of white space, which has no sentences. As a separate block, it takes no time.
_BLANK = re.compile(r"\s{1000,}")
#: Probable ends of sentences, the most reliable first: a full stop after a short word may mark
#: an abbreviation.
_SENTENCE_ENDS = (
    re.compile(r"\w{5}[.!?…؟।][\"'”’)\]]*\s"),
    re.compile(r"[.!?…؟।][\"'”’)\]]*\s"),
    re.compile(r"\s"),
)
#: Abbreviations that rarely end a sentence, and whose full stop spaCy's tokeniser separates.
_INSIDE_SENTENCES = ("al.", "approx.", "ca.", "cf.", "Cf.", "Eq.", "Eqs.", "Fig.", "Figs.", "figs.")
#: Start, end and kind of a token in a block.
_Span = tuple[int, int, Kind]


class Token(NamedTuple):
    """A token, by its character span ``[start, end)`` in the sentence."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence.

    Attributes
    ----------
    start : int
        Position of its first character in the whole text, counted from 0.
    text : str
        The sentence without surrounding white space.
    before : str
        White space between the previous sentence and this one.
    tokens : tuple of Token
        Tokens in order.
    """

    start: int
    text: str
    before: str
    tokens: tuple[Token, ...]

    @property
    def plain(self) -> str:
        """The text with every character of its markup replaced by a space."""
        spans = [(token.start, token.end) for token in self.tokens if token.kind == "markup"]
        return without(self.text, spans) if spans else self.text

    def with_kinds(self, kinds: Iterable[Kind]) -> Segment:
        """Return the sentence with other kinds of its tokens."""
        pairs = zip(self.tokens, kinds, strict=True)
        return replace(self, tokens=tuple([token._replace(kind=kind) for token, kind in pairs]))

    @property
    def opens_paragraph(self) -> bool:
        """Whether the sentence begins a paragraph."""
        return self.start == len(self.before) or bool(_PARAGRAPH.search(self.before))


def segments(chunks: Iterable[str]) -> Iterator[Segment]:
    """Yield the sentences of a text that arrives in pieces, split at any character.

    A sentence ends at its punctuation mark (spaCy's sentencizer) or at a blank line. A sentence
    of more than 3,000 characters is split between two tokens.
    """
    start, before = 0, ""
    for block in blocks(chunks):
        copied = 0
        for tokens in _sentences(block):
            first, last = tokens[0][0], tokens[-1][1]
            forms = [undivided(block[begin:end]) for begin, end, _ in tokens]
            kinds = kinds_in_context(forms, [kind for _, _, kind in tokens])
            yield Segment(
                start + first,
                block[first:last],
                before + block[copied:first],
                tuple(
                    [
                        Token(begin - first, end - first, kind)
                        for (begin, end, _), kind in zip(tokens, kinds, strict=True)
                    ]
                ),
            )
            before, copied = "", last
        before += block[copied:]
        start += len(block)


def blocks(chunks: Iterable[str]) -> Iterator[str]:
    """Yield the paragraphs of a text that arrives in pieces.

    Long paragraphs are divided into parts that end at a probable end of a sentence.
    """
    buffer = ""
    for chunk in chunks:
        buffer += chunk
        begin = 0
        while len(buffer) - begin > LONGEST_BLOCK:
            end = _block_end(buffer, begin)
            yield buffer[begin:end]
            begin = end
        buffer = buffer[begin:]
    begin = 0
    while begin < len(buffer):
        end = _block_end(buffer, begin)
        yield buffer[begin:end]
        begin = end


def _block_end(text: str, begin: int) -> int:
    if blank := _BLANK.match(text, begin):
        return blank.end()
    limit = begin + LONGEST_BLOCK
    if paragraph := _PARAGRAPH.search(text, begin, limit):
        return paragraph.end()
    if len(text) <= limit:
        return len(text)
    for pattern in _SENTENCE_ENDS:
        if ends := [match.end() for match in pattern.finditer(text, begin, limit)]:
            return ends[-1]
    return limit


def _sentences(block: str) -> Iterator[Sequence[_Span]]:
    """Yield the tokens of each sentence."""
    # A text of blank lines has a block for each.
    if block.isspace():
        return
    from spacy.attrs import IDX, IS_SPACE, LENGTH, SENT_START

    # The tokeniser keeps a run of "x" as one token, in linear time.
    tags = markup(block)
    plain = _LONG.sub(lambda match: "x" * len(match.group()), without(block, tags))
    with _LOCK:
        pipeline = splitter()
        # The vocabulary keeps the strings of the first blocks, frequent words among them; those
        # of later blocks are freed after each.
        full = len(pipeline.vocab.strings) >= CACHED_WORDS
        with pipeline.memory_zone() if full else nullcontext():
            # An array of all tokens takes less time than their objects.
            read = pipeline(plain).to_array([IDX, LENGTH, IS_SPACE, SENT_START]).tolist()
    parts: list[list[_Span]] = []
    for begin, length, is_space, sentence_start in read:
        if sentence_start == 1:
            parts.append([])
        if not is_space:
            end = begin + length
            parts[-1].append((begin, end, kind_of(plain[begin:end])))
    for part in _with_markup(_with_quotations(parts, plain), block, tags):
        yield from _split_long(join_divided(part, block))


def _with_quotations(parts: list[list[_Span]], text: str) -> list[list[_Span]]:
    """Move opening marks to the sentence that they open, and join sentences around quotations.

    spaCy keeps all marks with the sentence before them, and ends it at each quoted mark ("Why?").
    """
    joined: list[list[_Span]] = []
    for part in filter(None, parts):
        if joined:
            last = joined[-1]
            marks = _OPENING.search(text, last[0][0], part[0][0])
            moved = bisect_left(last, (marks.start(1),)) if marks else len(last)
            last[moved:], part[:0] = [], last[moved:]
            if text[part[0][0]].islower() and text[last[-1][1] - 1] in _CLOSING:
                last += part
                continue
        joined.append(part)
    return joined


def _with_markup(
    parts: list[list[_Span]], block: str, tags: Sequence[tuple[int, int]]
) -> list[list[_Span]]:
    """Add closing tags to the sentence before them, other markup to the one it opens or is in."""
    if not tags:
        return parts
    parts = [part for part in parts if part]
    begins = [part[0][0] for part in parts]
    ends = [part[-1][1] for part in parts]
    parts = parts or [[]]
    for begin, end in tags:
        closing = block.startswith("</", begin)
        index = bisect_left(begins, begin) - 1 if closing else bisect_left(ends, end)
        parts[min(max(index, 0), len(parts) - 1)].append((begin, end, "markup"))
    return [sorted(part) for part in parts]


def _split_long(tokens: Sequence[_Span]) -> Iterator[Sequence[_Span]]:
    first = 0
    for index, (_, end, _) in enumerate(tokens):
        if index > first and end - tokens[first][0] > LONGEST_SENTENCE:
            yield tokens[first:index]
            first = index
    if tokens:
        yield tokens[first:]


@cache
def splitter() -> Any:
    """Load spaCy's English tokeniser and sentencizer, changed to keep hyphenated words whole.

    As in CompLex, ``gene-by-gene`` is one word.
    """
    from spacy.attrs import IS_PUNCT, IS_SPACE
    from spacy.lang.en import English

    pipeline = English(create_tokenizer=_tokenizer)
    pipeline.add_pipe("sentencizer")
    # For each new word, spaCy computes some 20 attributes, of which only these are needed.
    getters = pipeline.vocab.lex_attr_getters
    pipeline.vocab.lex_attr_getters = {name: getters[name] for name in (IS_PUNCT, IS_SPACE)}
    return pipeline


def _tokenizer(pipeline: Any) -> Any:
    """Create the tokeniser with all its rules at once: each later change reads them all again."""
    from spacy.lang.char_classes import HYPHENS
    from spacy.tokenizer import Tokenizer
    from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

    rules = pipeline.Defaults
    infixes = [
        pattern if HYPHENS not in pattern else pattern.replace(HYPHENS, "–|—|--|---|——")
        for pattern in rules.infixes
    ]
    inside = {form: [{"ORTH": form}] for form in _INSIDE_SENTENCES}
    # Underscores mark _emphasis_ in plain text.
    return Tokenizer(
        pipeline.vocab,
        rules={**rules.tokenizer_exceptions, **inside},
        prefix_search=compile_prefix_regex([*rules.prefixes, "_"]).search,
        suffix_search=compile_suffix_regex([*rules.suffixes, "_"]).search,
        infix_finditer=compile_infix_regex(infixes).finditer,
        token_match=rules.token_match,
        url_match=rules.url_match,
    )
