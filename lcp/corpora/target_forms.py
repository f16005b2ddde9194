"""Search for a target in any case and white space, in linear time."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int]

#: The opposite of :func:`_in_word`.
NOT_IN_WORD = re.compile(r"\W")


def with_any_space(token: str) -> str:
    """Return a pattern for a target, in which a space matches any run of white space."""
    return r"\s+".join(map(re.escape, token.split()))


def folded_text(text: str) -> str:
    """Return a form that is the same for texts that differ in case and white space only."""
    return " ".join(text.upper().casefold().replace("\u0307", "").split())


def _folded_with_ends(text: str, *, any_space: bool) -> tuple[str, list[int], list[int]]:
    """Fold the case of a text, and of white space if `any_space`.

    Returns the folded text, and where each of its characters begins and ends in `text`.
    """
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    after_space = False
    for place, character in enumerate(text):
        space = any_space and character.isspace()
        if space and after_space:
            continue
        # In patterns that ignore case, "ı" and "İ" match "i".
        piece = " " if space else character.upper().casefold().replace("\u0307", "")
        pieces.append(piece)
        starts += [place] * len(piece)
        ends += [place + 1] * len(piece)
        after_space = space
    return "".join(pieces), starts, ends


def first_match(sentence: str, token: str, *, whole: bool, any_space: bool) -> Span | None:
    """Return the first span of :func:`matches`, or None."""
    return next(matches(sentence, token, whole=whole, any_space=any_space), None)


def matches(sentence: str, token: str, *, whole: bool, any_space: bool = True) -> Iterator[Span]:
    """Yield the spans of a target in any case, of whole words if `whole`.

    The search for a pattern takes a time that grows with the product of the lengths, because it
    begins anew at each character. The search for a string does not.
    """
    escaped = with_any_space(token) if any_space else re.escape(token)
    pattern = re.compile(escaped, re.IGNORECASE)
    folded, starts, ends = _folded_with_ends(sentence, any_space=any_space)
    sought = _folded_with_ends(token.strip(), any_space=any_space)[0]
    place = folded.find(sought) if sought else -1
    while place != -1:
        after = place + len(sought)
        start, end = starts[place], ends[after - 1]
        if pattern.fullmatch(sentence, start, end) and (
            not whole or is_whole(sentence, start, end)
        ):
            yield start, end
        else:
            gap = NOT_IN_WORD.search(folded, place) if whole else None
            if whole and gap is None:
                return
            after = place + 1 if gap is None else gap.end()
        place = folded.find(sought, after)


def is_whole(sentence: str, start: int, end: int) -> bool:
    """Return whether a span has no letter, digit or underscore next to it."""
    if start > 0 and _in_word(sentence[start - 1]):
        return False
    if end == len(sentence):
        return True
    # A combining mark belongs to the letter before it: "resume" is not in "resumé".
    return not joined(sentence[end])


def joined(character: str) -> bool:
    """Return whether a character continues a word."""
    return _in_word(character) or bool(unicodedata.combining(character))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
