"""Words that a hyphen divides at the end of a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lcp.english.kinds import kind_of
from lcp.lexicon.file import load_lexicon

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.english.kinds import Kind

    #: Start, end and kind of a token in a text.
    Span = tuple[int, int, Kind]

_HYPHEN = "[-\u2010\u00ad]"
_LETTERS = r"[^\W\d_]+"
#: Both parts of a word; the second is in lower case, so that it is not the start of a name.
_DIVIDED = re.compile(
    rf"(?<![\w-])({_LETTERS}(?:-{_LETTERS})*){_HYPHEN}[^\S\n]*\n[^\S\n]*({_LETTERS})(?![\w-])"
)
_AT_END = re.compile(rf"\w{_HYPHEN}[^\S\n]*\n")


def undivided(text: str) -> str:
    r"""Return a text in which words divided at the end of a line are whole.

    The hyphen is removed if the lexicon contains the word without it, and kept if it contains
    both parts.

    >>> undivided("the detec-\ntion of well-\nknown pre-\nand post-war forms")
    'the detection of well-known pre-\nand post-war forms'
    """
    if "\n" not in text or not _AT_END.search(text):
        return text
    return _DIVIDED.sub(lambda match: _whole(match[1], match[2]) or match[0], text)


def on_one_line(text: str) -> str:
    r"""Return a text with undivided words, in which every run of white space is one space.

    >>> on_one_line("the detec-\ntion  of\nwords")
    'the detection of words'
    """
    # Most words consist of letters alone.
    return text if text.isalpha() else " ".join(undivided(text).split())


def join_divided(tokens: Sequence[Span], text: str) -> Sequence[Span]:
    """Join the tokens of words that are divided at the end of a line.

    Parameters
    ----------
    tokens : sequence of (start, end, kind)
        Tokens of a sentence in order.
    text : str
        The text that contains the sentence.
    """
    if not tokens or not _AT_END.search(text, tokens[0][0], tokens[-1][1]):
        return tokens
    joined: list[Span] = []
    for start, end, kind in tokens:
        match = _DIVIDED.fullmatch(text, joined[-1][0], end) if joined else None
        word = _whole(match[1], match[2]) if match else None
        if word is None:
            joined.append((start, end, kind))
        else:
            joined[-1] = (joined[-1][0], end, kind_of(word))
    return joined


def _whole(first: str, second: str) -> str | None:
    """Return a divided word as one, or None if the hyphen does not divide a word."""
    if not second[0].islower():
        return None
    lexicon = load_lexicon()
    if "-" not in first and f"{first}{second}".lower() in lexicon:
        return first + second
    parts = [*first.lower().split("-"), second]
    if kind_of(second) == "word" and all(part in lexicon for part in parts):
        return f"{first}-{second}"
    return None
