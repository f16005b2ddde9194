"""Replace a target in its sentence and adapt the indefinite article before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

#: An article directly before a target. A capital A inside a sentence may be a name ("vitamin A").
_ARTICLE = re.compile(r"(?:(?<!\w)an?|^\W*An?)(?=\s+$)")
#: Words that begin with a vowel letter but a consonant sound ("unit", "European"), and words that
#: begin with a vowel sound ("hour"). These rules give the wrong article to 0.11% of 42,765 words
#: (CMU Pronouncing Dictionary, Zipf frequency above 2.5). The library `inflect` has a similar error
#: rate (0.12%) but takes seconds to import.
_CONSONANT_SOUND = re.compile(
    r"eu(?!ler)|ew|once\b|one(?:[-nst]|\b)|ukr|u[bcfgkrst][aeiou]|unanim|uni(?![dmn])"
)
_VOWEL_SOUND = re.compile(r"[aeiou]|hour|honest|honou?r|heir")


def replaced(sentence: str, edges: Sequence[int], candidate: str) -> tuple[str, int, int]:
    """Replace a target by a candidate.

    The candidate is capitalized if the target is, unless the target is an acronym inside the
    sentence. An indefinite article before the target is adapted to the candidate. It is unchanged
    before an acronym, which may be read as letters or as a word.

    Parameters
    ----------
    sentence : str
        The sentence.
    edges : sequence of int
        Start and end of each part of the target. The words between the parts follow the candidate.
    candidate : str
        A word or expression.

    Returns
    -------
    sentence : str
        The sentence with the candidate.
    start, end : int
        Character span ``[start, end)`` of the candidate.

    Examples
    --------
    >>> replaced("He is an enemy.", (9, 14), "rival")
    ('He is a rival.', 8, 13)
    >>> replaced("Rivers rose.", (0, 6), "streams")
    ('Streams rose.', 0, 7)
    >>> replaced("She gave it up.", (4, 8, 12, 14), "stopped")
    ('She stopped it.', 4, 11)
    """
    start, end = edges[:2]
    before, target, after = sentence[:start], sentence[start:end], sentence[edges[-1] :]
    for stop, begin in zip(edges[1:-1:2], edges[2::2], strict=True):
        after = sentence[stop:begin].rstrip() + after
    is_first_word = not any(character.isalnum() for character in before)
    if target[:1].isupper() and (is_first_word or not _is_acronym(target)):
        candidate = candidate[:1].upper() + candidate[1:]
    if not _is_acronym(candidate):
        before = _ARTICLE.sub(lambda match: _article(match.group(), candidate), before)
    return before + candidate + after, len(before), len(before) + len(candidate)


def _is_acronym(text: str) -> bool:
    return len(text) > 1 and text.isupper()


def _article(article: str, candidate: str) -> str:
    """Return "a" or "an", with any text before it, to fit the candidate."""
    bare = article.removesuffix("n")
    return f"{bare}n" if begins_with_vowel(candidate) else bare


def begins_with_vowel(text: str) -> bool:
    """Return whether a text begins with a vowel sound, and so follows "an" instead of "a".

    >>> begins_with_vowel("hour"), begins_with_vowel("unit")
    (True, False)
    """
    word = text.lower()
    return bool(_VOWEL_SOUND.match(word)) and not _CONSONANT_SOUND.match(word)
