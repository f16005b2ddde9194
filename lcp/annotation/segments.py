"""Sentences and tokens of running text, and which tokens are words to rate."""

from __future__ import annotations

import re
from bisect import bisect_left
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from lcp.annotation.markup import markup, without_markup
from lcp.text import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Kind = Literal[
    "word", "function word", "number", "URL", "e-mail", "punctuation", "symbol", "other script",
    "long run", "markup",
]  # fmt: skip

#: What a token can be: only words are rated.
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]

#: Words of spaCy's stop list that are nouns, lexical verbs or adjectives: content words.
CONTENT = frozenset(
    {
        *("amount", "back", "bottom", "call", "empty", "front", "full", "give", "go", "keep"),
        *("made", "make", "move", "name", "part", "put", "regarding", "say", "see", "seem"),
        *("seemed", "seeming", "seems", "serious", "show", "side", "take", "top", "used"),
        *("using", "various"),
    }
)

#: Characters of the longest piece of text that is tokenised at once.
LONGEST_BLOCK = 20_000
#: Characters of the longest sentence; CompLex's longest has fewer.
LONGEST_SENTENCE = 3_000
#: Characters without white space from which on they are no word. spaCy's tokeniser needs
#: time that grows with the square of their number.
LONG_RUN = 200

# A vocabulary whose memory zone is open may not be used by another thread.
_LOCK = Lock()

_LONG = re.compile(rf"\S{{{LONG_RUN},}}")
_PARAGRAPH = re.compile(r"\n[^\S\n]*\r?\n|\r[^\S\r\n]*\r(?!\n)|\u2029")
#: Where a sentence seems to end, the surest first: short words before a full stop may be
#: abbreviations.
_SENTENCE_ENDS = (
    re.compile(r"\w{5}[.!?…؟।][\"'”’)\]]*\s"),
    re.compile(r"[.!?…؟।][\"'”’)\]]*\s"),
    re.compile(r"\s"),
)
_NUMBER = re.compile(r"[-+−±~]?\d[\d.,:/–-]*(?:st|nd|rd|th|s)?")
#: What stands in markup and code, and in no word.
_CODE = re.compile(r"[<>{}()\[\]=@#\\|^~*_$%;\"]")
_LATIN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿﬀ-ﬆ]")


#: A token by its characters in a block.
_Span = tuple[int, int, Kind]


class Token(NamedTuple):
    """A token by its characters ``[start, end)`` in its sentence."""

    start: int
    end: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence.

    Attributes
    ----------
    start : int
        Its first character in the whole text, counted from 0.
    text : str
        As it is written, without white space around it.
    before : str
        White space between it and the sentence before.
    tokens : tuple of Token
        In order.
    """

    start: int
    text: str
    before: str
    tokens: tuple[Token, ...]

    @property
    def plain(self) -> str:
        """Its text with spaces in place of markup, as long as it is written."""
        return without_markup(self.text)

    @property
    def opens_paragraph(self) -> bool:
        """Whether a blank line stands before it."""
        return self.start == len(self.before) or bool(_PARAGRAPH.search(self.before))


def segments(chunks: Iterable[str]) -> Iterator[Segment]:
    """Sentences of a text that comes in pieces, however it is cut into them.

    A sentence ends at its punctuation mark (spaCy's sentencizer) or at a blank line. One of
    more than 3,000 characters is cut between two tokens.
    """
    start, before = 0, ""
    for block in _blocks(chunks):
        written = 0
        for tokens in _sentences(block):
            first, last = tokens[0][0], tokens[-1][1]
            yield Segment(
                start + first,
                block[first:last],
                before + block[written:first],
                tuple([Token(begin - first, end - first, kind) for begin, end, kind in tokens]),
            )
            before, written = "", last
        before += block[written:]
        start += len(block)


def _blocks(chunks: Iterable[str]) -> Iterator[str]:
    """Paragraphs, or parts of long ones that end where a sentence seems to."""
    held = ""
    for chunk in chunks:
        held += chunk
        place = 0
        while len(held) - place > LONGEST_BLOCK:
            cut = _cut(held, place)
            yield held[place:cut]
            place = cut
        held = held[place:]
    place = 0
    while place < len(held):
        cut = _cut(held, place)
        yield held[place:cut]
        place = cut


def _cut(text: str, begin: int) -> int:
    """Where the block from `begin` on ends; looks no farther than the longest block."""
    limit = begin + LONGEST_BLOCK
    if found := _PARAGRAPH.search(text, begin, limit):
        return found.end()
    if len(text) <= limit:
        return len(text)
    for pattern in _SENTENCE_ENDS:
        if ends := [match.end() for match in pattern.finditer(text, begin, limit)]:
            return ends[-1]
    return limit


def _sentences(block: str) -> Iterator[Sequence[_Span]]:
    """Tokens of each sentence, by their characters in the block."""
    # Long runs become one token at once.
    plain = _LONG.sub(lambda match: "x" * len(match.group()), without_markup(block))
    with _LOCK:
        pipeline = splitter()
        # The vocabulary learns the words of the first blocks, the frequent ones among them;
        # what it learns of later ones is forgotten after each.
        full = len(pipeline.vocab.strings) >= REMEMBERED
        with pipeline.memory_zone() if full else nullcontext():
            parts = [
                [
                    (begin := token.idx, begin + len(token), kind_of(token.text))
                    for token in sentence
                    if not token.is_space
                ]
                for sentence in pipeline(plain).sents
            ]
    for part in _with_markup(parts, block):
        yield from _shortened(part)


def _with_markup(parts: list[list[_Span]], block: str) -> list[list[_Span]]:
    """Put tags into the sentence that they open or stand in, closing ones into that before."""
    marks: list[_Span] = [(begin, end, "markup") for begin, end in markup(block)]
    if not marks:
        return parts
    parts = [part for part in parts if part]
    begins = [part[0][0] for part in parts]
    ends = [part[-1][1] for part in parts]
    parts = parts or [[]]
    for begin, end, kind in marks:
        closing = block.startswith("</", begin)
        place = bisect_left(begins, begin) - 1 if closing else bisect_left(ends, end)
        parts[min(max(place, 0), len(parts) - 1)].append((begin, end, kind))
    return [sorted(part) for part in parts]


def _shortened(tokens: Sequence[_Span]) -> Iterator[Sequence[_Span]]:
    first = 0
    for place, (_, end, _) in enumerate(tokens):
        if place > first and end - tokens[first][0] > LONGEST_SENTENCE:
            yield tokens[first:place]
            first = place
    if tokens:
        yield tokens[first:]


@cache
def splitter() -> Any:
    """Load spaCy's tokeniser for English with its sentencizer; hyphens do not divide words.

    A word is what CompLex's targets are: ``gene-by-gene`` is one.
    """
    import spacy
    from spacy.lang.char_classes import HYPHENS
    from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    infixes = [
        pattern if HYPHENS not in pattern else pattern.replace(HYPHENS, "–|—|--|---|——")
        for pattern in pipeline.Defaults.infixes
    ]
    tokenizer = pipeline.tokenizer
    tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    # Plain text marks _emphasis_ so.
    tokenizer.prefix_search = compile_prefix_regex([*pipeline.Defaults.prefixes, "_"]).search
    tokenizer.suffix_search = compile_suffix_regex([*pipeline.Defaults.suffixes, "_"]).search
    return pipeline


@lru_cache(maxsize=REMEMBERED)
def kind_of(text: str) -> Kind:
    """What a token is: a word to rate, or why it is none.

    >>> kind_of("acquiescence"), kind_of("the"), kind_of("3.5")
    ('word', 'function word', 'number')
    """
    return next((kind for kind, holds in _rules() if holds(text)), "word")


@cache
def _rules() -> list[tuple[Kind, Callable[[str], bool]]]:
    """What is no word to rate; the first that holds tells the kind."""
    from spacy.lang.en.stop_words import STOP_WORDS
    from spacy.lang.lex_attrs import is_punct, like_email, like_url

    functional = STOP_WORDS - CONTENT
    return [
        ("long run", lambda text: len(text) >= LONG_RUN),
        ("e-mail", like_email),
        ("URL", like_url),
        ("punctuation", is_punct),
        ("symbol", lambda text: not any(character.isalnum() for character in text)),
        ("number", lambda text: bool(_NUMBER.fullmatch(text))),
        ("number", lambda text: not any(character.isalpha() for character in text)),
        ("symbol", lambda text: bool(_CODE.search(text))),
        ("other script", lambda text: not _LATIN.search(text)),
        ("function word", lambda text: text.lower() in functional),
    ]
