"""Put another word or expression in the place of a target."""

from __future__ import annotations

import re

#: An article right before a target. A capital A elsewhere may be a name ("vitamin A").
_ARTICLE = re.compile(r"(?:(?<!\w)an?|^\W*An?)(?=\s+$)")
#: Spelled with a vowel and spoken with a consonant ("unit", "European"), or the reverse ("hour").
_SPOKEN_CONSONANT = re.compile(r"eu|ewe|on(?:e|ce)\b|one-|ukr|u[bcfkrst][aeiou]|uni(?![dmn])")
_SPOKEN_VOWEL = re.compile(r"[aeiou]|hour|honest|honou?r|heir")


def put_in_place(sentence: str, span: tuple[int, int], candidate: str) -> tuple[str, int, int]:
    """Put a candidate in a target's place.

    It gets the target's initial capital, unless that is an acronym's. A or an before it is
    mended by its spelling, but before an acronym, whose letters may be spoken one by one or not.

    Parameters
    ----------
    sentence : str
        A sentence.
    span : tuple of (int, int)
        Start and end of the target, in characters.
    candidate : str
        A word or expression.

    Returns
    -------
    tuple of (str, int, int)
        The sentence, and where in it the candidate stands, in characters.

    Examples
    --------
    >>> put_in_place("He is an enemy.", (9, 14), "rival")
    ('He is a rival.', 8, 13)
    >>> put_in_place("Rivers rose.", (0, 6), "streams")
    ('Streams rose.', 0, 7)
    """
    start, end = span
    before, written, after = sentence[:start], sentence[start:end], sentence[end:]
    begins = not any(character.isalnum() for character in before)
    acronym = len(written) > 1 and written.isupper()
    if written[:1].isupper() and (begins or not acronym):
        candidate = candidate[:1].upper() + candidate[1:]
    if not (len(candidate) > 1 and candidate.isupper()):
        before = _ARTICLE.sub(lambda found: _article(found.group(), candidate), before)
    return before + candidate + after, len(before), len(before) + len(candidate)


def _article(written: str, candidate: str) -> str:
    bare = written.removesuffix("n")
    following = candidate.lower()
    vowel = _SPOKEN_VOWEL.match(following) and not _SPOKEN_CONSONANT.match(following)
    return f"{bare}n" if vowel else bare
