"""Where a target stands in its sentence."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]

#: Characters of the longest target; what takes its words apart needs minutes for millions.
LONGEST_TARGET = 100_000
#: Places of a target that are quoted, and characters of the sentence to each side of one.
_QUOTED = 5
_AROUND = 15


def find_target(sentence: str, token: str) -> Span | None:
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


def find_targets(sentence: str, token: str) -> list[Span]:
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
    return sorted({first, *_whole_matches(spaced, sentence)})


def check_text(name: str, value: object, where: str | None = None) -> None:
    """Refuse a sentence or target that is no text.

    Raises
    ------
    InputError
        When `value` is no string, or holds half of a surrogate pair, as bytes that were decoded
        by another encoding than theirs do.
    """
    if not isinstance(value, str):
        raise InputError(
            f"The {name} is not a text but {value!r}.",
            where=where,
            hint="Give every instance its sentence and its token.",
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"The {name} holds U+{ord(value[error.start]):04X}, which is none of a text.",
            where=where,
            hint="Was it decoded by another encoding than its own? Give it in UTF-8.",
        ) from error


def check_target(value: str, where: str | None = None) -> None:
    """Refuse a target without a word, or one that is longer than any expression.

    Raises
    ------
    InputError
        When `value` is empty, or has more characters than :data:`LONGEST_TARGET`.
    """
    if not value.strip():
        raise InputError(
            "The target is empty.",
            where=where,
            hint="Give the target as it is written in the sentence.",
        )
    if len(value) > LONGEST_TARGET:
        raise InputError(
            f"The target has {len(value):,} characters; {LONGEST_TARGET:,} are the most.",
            where=where,
            hint="Give a word or expression; `lcp annotate` rates a whole text.",
        )


def place_target(
    sentence: str, target: str, occurrence: int | None = None
) -> tuple[Span, list[str]]:
    """Where the target that is meant stands in its sentence.

    Parameters
    ----------
    sentence, target : str
        An instance.
    occurrence : int, optional
        Which of the target's places (:func:`find_targets`) is meant, counted from 1; what
        :func:`find_target` finds unless given, which is the first that is written like it.

    Returns
    -------
    span : tuple of (int, int)
        Start and end, in characters.
    notes : list of str
        What was chosen, where there was a choice that was not made by `occurrence`.

    Raises
    ------
    InputError
        When the sentence or the target is empty, or the target is too long, not in the
        sentence, or not as often as `occurrence` says.

    Examples
    --------
    >>> place_target("Unfit to fit, fitting: Fit.", "fit", 2)
    ((23, 26), [])
    """
    for name, value in (("sentence", sentence), ("target", target)):
        check_text(name, value)
    if not sentence.strip():
        raise InputError("The sentence is empty.", hint="Give a sentence of a word or more.")
    check_target(target)
    first = find_target(sentence, target)
    if first is None:
        raise InputError(
            f"The target '{target}' is not in its sentence.",
            hint="Give the target as it is written in the sentence.",
        )
    places = find_targets(sentence, target)
    chosen = places.index(first) + 1 if occurrence is None else occurrence
    if chosen not in range(1, len(places) + 1):
        raise InputError(
            f"There is no occurrence {occurrence} of the target '{target}' "
            f"({_listed(sentence, places)}).",
            where="occurrence",
            hint=f"Give a number from 1 to {len(places)}.",
        )
    if len(places) == 1 or occurrence is not None:
        return places[int(chosen) - 1], []
    note = (
        f"“{target}” stands at {len(places):,} places ({_listed(sentence, places)}); "
        f"occurrence {chosen} is taken."
    )
    return first, [note]


def is_target(written: str, token: str) -> bool:
    """Whether a stretch of a sentence is the target, but for case and white space."""
    if written.lower() == token.lower():
        return True
    patterns = (re.escape(token), _with_any_space(token))
    return any(re.fullmatch(pattern, written, re.IGNORECASE) for pattern in patterns)


def _listed(sentence: str, places: list[Span]) -> str:
    quoted = [
        f"{number}: “{_shown(sentence, place)}”"
        for number, place in enumerate(places[:_QUOTED], start=1)
    ]
    return "; ".join([*quoted, *(["…"] if len(places) > _QUOTED else [])])


def _shown(sentence: str, place: Span) -> str:
    """What stands around a place, which is in brackets."""
    start, end = max(0, place[0] - _AROUND), place[1] + _AROUND
    before, after = "…" * (start > 0), "…" * (end < len(sentence))
    written = f"{sentence[start : place[0]]}[{sentence[slice(*place)]}]{sentence[place[1] : end]}"
    return f"{before}{written.strip()}{after}"


def _with_any_space(token: str) -> str:
    return r"\s+".join(map(re.escape, token.split()))


def _any_match(pattern: re.Pattern[str], sentence: str) -> Span | None:
    match = pattern.search(sentence)
    return match.span() if match else None


def _whole_match(pattern: re.Pattern[str], sentence: str) -> Span | None:
    return next(_whole_matches(pattern, sentence), None)


def _whole_matches(pattern: re.Pattern[str], sentence: str) -> Iterator[Span]:
    match = pattern.search(sentence)
    while match:
        start, end = match.span()
        whole = _is_whole(sentence, start, end)
        if whole:
            yield start, end
        # One character on, because whole words may begin inside a match that is not whole.
        match = pattern.search(sentence, end if whole else start + 1)


def _is_whole(sentence: str, start: int, end: int) -> bool:
    if start > 0 and _in_word(sentence[start - 1]):
        return False
    if end == len(sentence):
        return True
    # A combining mark changes the letter before it: "resume" is not in "resumé".
    return not (_in_word(sentence[end]) or unicodedata.combining(sentence[end]))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
