"""Tokens as in the Penn Treebank, by NLTK's rules, for the taggers that were trained on them."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from lcp.english.text import CACHED_WORDS, word_spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    Span = tuple[int, int]

#: Words that are two tokens.
_CONTRACTED = r"(?!(?i:cannot|gimme|gonna|gotta|lemme|wanna)\b)"
#: A word between white space, perhaps with a punctuation mark at its end, which is a token of its
#: own; and strings that NLTK's rules may divide, as the third group.
_TOKEN = re.compile(
    rf"({_CONTRACTED}[A-Za-z]+(?=[,;?!]?\s))|((?<=[A-Za-z])[,;?!](?=\s))|(\S+)", re.ASCII
)
_COMPLEX = 3
#: Last word of a sentence, where a full stop is a token too.
_LAST = re.compile(rf"({_CONTRACTED}[A-Za-z]+)([.,;?!]?)")
#: Characters that may follow the full stop at the end of a sentence.
_CLOSING = frozenset("])}>\"'»”’")


def penn_spans(sentence: str) -> list[Span]:
    """Return the spans of a sentence's tokens, as NLTK's ``NLTKWordTokenizer``.

    Its rules apply to strings between white space, except at the start and end of the sentence, so
    plain words need no rules, and the results of other strings are cached.

    >>> text = "You can't (easily) do that."
    >>> [text[start:end] for start, end in penn_spans(text)]
    ['You', 'ca', "n't", '(', 'easily', ')', 'do', 'that', '.']
    """
    begin, end = _last_string(sentence)
    spans: list[Span] = []
    for match in _TOKEN.finditer(sentence, 0, begin):
        start, stop = match.span()
        if match.lastindex == _COMPLEX:
            own = _chunk_spans(match[0], start == 0, is_last=False)
            spans += [(start + first, start + last) for first, last in own]
        else:
            spans.append((start, stop))
    if end:
        own = _chunk_spans(sentence[begin:end], begin == 0, is_last=True)
        spans += [(begin + first, begin + last) for first, last in own]
    return spans


def _last_string(sentence: str) -> Span:
    """Return the span of the last string between white space, with closing marks after it."""
    begin = end = len(sentence.rstrip())
    while begin:
        head = sentence[:begin].rstrip()
        last = head.rsplit(None, 1)[-1] if head else ""
        begin = len(head) - len(last)
        if not _CLOSING.issuperset(last):
            break
    return begin, end


@lru_cache(CACHED_WORDS)
def _chunk_spans(text: str, is_first: bool, *, is_last: bool) -> Sequence[Span]:  # noqa: FBT001
    """Return the spans of the tokens of a string, by its place in the sentence."""
    plain = _LAST.fullmatch(text) if is_last else None
    if plain:
        return [plain.span(group) for group in (1, 2) if plain[group]]
    before, after = "" if is_first else "x ", "" if is_last else " x"
    whole = f"{before}{text}{after}"
    try:
        spans = list(_tokenizer().span_tokenize(whole))
    except ValueError:
        # The tokeniser replaces quotation marks and sometimes cannot align them.
        spans = word_spans(whole)
    first, last = len(before), len(before) + len(text)
    return [
        (start - first, stop - first) for start, stop in spans if first <= start and stop <= last
    ]


@cache
def _tokenizer() -> Any:
    from nltk.tokenize.destructive import NLTKWordTokenizer

    return NLTKWordTokenizer()
