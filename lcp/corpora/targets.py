"""Where a target stands in its sentence."""

from __future__ import annotations

import re
import unicodedata


def find_target(sentence: str, token: str) -> tuple[int, int] | None:
    r"""Character span of a target in its sentence.

    The first whole word or expression written exactly like the target is taken, else the
    first that differs in case, else the first such stretch of letters inside a longer word
    (CompLex's ``Commission`` stands once in ``theCommission``). Where none of these is
    found, any run of white space in the sentence may stand for a space of the target.

    Parameters
    ----------
    sentence : str
        The sentence as it was read.
    token : str
        The target: a word or an expression.

    Returns
    -------
    tuple of (int, int) or None
        Start and end, in characters, of ``[start, end)``; None where the target is not
        in the sentence. Whole means that no letter, digit or underscore stands right
        before or after it, and no combining mark after it.

    Examples
    --------
    >>> find_target("Unfit to fit, he said.", "fit")
    (9, 12)
    >>> find_target("Lamb and ewe lamb", "lamb"), find_target("Lamb and ewe", "lamb")
    ((13, 17), (0, 4))
    >>> find_target("A lamb.", "ewe") is None
    True
    """
    if not token.strip():
        return None
    # Nearly every target is found here, without compiling a pattern for it.
    first = start = sentence.find(token)
    while start != -1:
        if _is_whole(sentence, start, start + len(token)):
            return start, start + len(token)
        start = sentence.find(token, start + 1)
    inside = None if first == -1 else (first, first + len(token))
    # Case is ignored by pattern and not by lower(), which makes one "İ" two characters.
    same = re.compile(re.escape(token), re.IGNORECASE)
    if found := _whole_match(same, sentence) or inside or _any_match(same, sentence):
        return found
    spaced = re.compile(_with_any_space(token), re.IGNORECASE)
    return _whole_match(spaced, sentence) or _any_match(spaced, sentence)


def find_targets(sentence: str, token: str) -> list[tuple[int, int]]:
    """Character spans of every place where a target stands, in order.

    These are the whole words or expressions that are the target but for case and white space,
    and what :func:`find_target` finds, which is none of them inside a longer word.

    Examples
    --------
    >>> find_targets("Unfit to fit, fitting: Fit.", "fit"), find_targets("A lamb.", "ewe")
    ([(9, 12), (23, 26)], [])
    """
    first = find_target(sentence, token)
    if first is None:
        return []
    spaced = re.compile(_with_any_space(token), re.IGNORECASE)
    spans = [match.span() for match in spaced.finditer(sentence)]
    return sorted({first, *(span for span in spans if _is_whole(sentence, *span))})


def is_target(written: str, token: str) -> bool:
    """Whether a stretch of a sentence is the target, but for case and white space."""
    if written.lower() == token.lower():
        return True
    patterns = (re.escape(token), _with_any_space(token))
    return any(re.fullmatch(pattern, written, re.IGNORECASE) for pattern in patterns)


def _with_any_space(token: str) -> str:
    return r"\s+".join(map(re.escape, token.split()))


def _any_match(pattern: re.Pattern[str], sentence: str) -> tuple[int, int] | None:
    match = pattern.search(sentence)
    return match.span() if match else None


def _whole_match(pattern: re.Pattern[str], sentence: str) -> tuple[int, int] | None:
    match = pattern.search(sentence)
    while match:
        if _is_whole(sentence, *match.span()):
            return match.span()
        # One character on, because whole words may begin inside the match.
        match = pattern.search(sentence, match.start() + 1)
    return None


def _is_whole(sentence: str, start: int, end: int) -> bool:
    if start > 0 and _in_word(sentence[start - 1]):
        return False
    if end == len(sentence):
        return True
    # A combining mark changes the letter before it: "resume" is not in "resumé".
    return not (_in_word(sentence[end]) or unicodedata.combining(sentence[end]))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
