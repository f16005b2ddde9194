"""Find a target in its sentence."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lcp.english.expression_matcher import occurrences
from lcp.english.letters import standard_letters, standard_letters_with_offsets
from lcp.english.line_ends import on_one_line
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

Span = tuple[int, int]

#: Characters of the longest target.
LONGEST_TARGET = 1_000
#: Occurrences that a message quotes, and characters of context on each side.
_QUOTED = 5
_CONTEXT = 15
#: Characters of a sentence in which a similar word is suggested, and the least similarity.
_SUGGESTED, _SIMILAR = 10_000, 0.7
_NOT_IN_WORD = re.compile(r"\W")


def find_target(sentence: str, token: str) -> Span | None:
    r"""Return the character span of a target in its sentence.

    The first whole word or expression that equals the target is preferred, then one that differs
    in case, then the same letters inside a longer word (in CompLex, ``Commission`` occurs once in
    ``theCommission``). Otherwise, a space in the target matches any run of white space, and finally
    the form of apostrophes and the composition of accented letters may differ.

    Parameters
    ----------
    sentence : str
        The sentence.
    token : str
        The target: a word or an expression.

    Returns
    -------
    tuple of (int, int) or None
        The span ``[start, end)``; None if the target is not in the sentence. A whole word has no
        letter, digit or underscore next to it, and no combining mark after it.

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
    span = _find(sentence, token)
    if span is not None or (sentence.isascii() and token.isascii()):
        return span
    standard, offsets = standard_letters_with_offsets(sentence)
    span = _find(standard, standard_letters(token))
    return None if span is None else (offsets[span[0]], offsets[span[1]])


def _find(sentence: str, token: str) -> Span | None:
    """Find a target in the same letters, or letters of another case."""
    # This search finds nearly every target, and compiles no pattern.
    first = start = sentence.find(token)
    while start != -1:
        if _is_whole(sentence, start, start + len(token)):
            return start, start + len(token)
        # A whole word does not begin inside the word that begins or continues here.
        gap = _NOT_IN_WORD.search(sentence, start)
        start = -1 if gap is None else sentence.find(token, gap.end())
    inside = None if first == -1 else (first, first + len(token))
    if inside is None and _folded_text(token) not in _folded_text(sentence):
        return None
    token = token.strip()
    return (
        _first_match(sentence, token, whole=True, any_space=False)
        or inside
        or _first_match(sentence, token, whole=False, any_space=False)
        or _first_match(sentence, token, whole=True, any_space=True)
        or _first_match(sentence, token, whole=False, any_space=True)
    )


def edges_of(sentence: str, span: Span, target: str) -> tuple[int, ...] | None:
    """Return the start and end of each part of a target in its span; None if it is not there.

    >>> edges_of("He took his hat off.", (3, 19), "take off")
    (3, 7, 16, 19)
    """
    text = sentence[slice(*span)]
    if is_target(text, target):
        return span
    for edges in occurrences(text, target):
        if (edges[0], edges[-1]) == (0, len(text)):
            return tuple(span[0] + edge for edge in edges)
    return None


def find_targets(sentence: str, token: str) -> list[Span]:
    """Return the character spans of all occurrences of a target, in order.

    Occurrences are the whole words or expressions that equal the target except for case, white
    space, apostrophes and the composition of letters, and the span of :func:`find_target`, which
    may be inside a longer word. Without any, expressions in another form count.

    Examples
    --------
    >>> find_targets("Unfit to fit, fitting: Fit.", "fit"), find_targets("A lamb.", "ewe")
    ([(9, 12), (23, 26)], [])
    """
    first = find_target(sentence, token)
    if first is None:
        return _expression_spans(sentence, token)
    if sentence.isascii() and token.isascii():
        return sorted({first, *_matches(sentence, token, whole=True)})
    standard, offsets = standard_letters_with_offsets(sentence)
    spans = _matches(standard, standard_letters(token), whole=True)
    return sorted({first, *((offsets[start], offsets[end]) for start, end in spans)})


def with_whole_target(sentence: str, token: str) -> str:
    r"""Return a sentence, on one line if only a line end divides its target.

    >>> with_whole_target("His perse-\nverance\npaid", "perseverance")
    'His perseverance paid'
    """
    divided = "\n" in sentence and not find_targets(sentence, token)
    return on_one_line(sentence) if divided else sentence


def form_in(sentence: str, *edges: int) -> str:
    """Return a target as it is in its sentence, with single spaces; `edges` as for its parts.

    >>> form_in("The RIVER rose.", 4, 9), form_in("He took his hat off.", 3, 7, 16, 19)
    ('RIVER', 'took off')
    """
    parts = zip(edges[::2], edges[1::2], strict=True)
    return " ".join(word for start, end in parts for word in sentence[start:end].split())


def surrounding_word(sentence: str, span: Span) -> str | None:
    """Return the longer word that a target is a part of; None if it is a whole word.

    Scripts without capitals are not divided into words, since several have no spaces.

    >>> surrounding_word("The cats sat.", (4, 7)), surrounding_word("The cats sat.", (4, 8))
    ('cats', None)
    """
    start, end = span
    if _is_whole(sentence, start, end):
        return None
    if any(unicodedata.category(character) == "Lo" for character in sentence[start:end]):
        return None
    while start > 0 and _joined(sentence[start - 1]):
        start -= 1
    while end < len(sentence) and _joined(sentence[end]):
        end += 1
    return form_in(sentence, start, end)


def check_text(name: str, value: object, where: str | None = None) -> None:
    """Check that a sentence or target is a string of valid Unicode.

    Raises
    ------
    InputError
        If `value` is not a string, or contains a lone surrogate, which results from decoding bytes
        with the wrong encoding.
    """
    if not isinstance(value, str):
        raise InputError(
            f"The {name} must be a string, not {value!r}.",
            where=where,
            hint="Every instance needs a sentence and a token.",
        )
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            f"The {name} contains the surrogate U+{ord(value[error.start]):04X}, "
            "which is not a character.",
            where=where,
            hint="Decode the text with its actual encoding.",
        ) from error


def check_target(value: str, where: str | None = None) -> None:
    """Check that a target is neither empty nor too long.

    Raises
    ------
    InputError
        If `value` is empty, or has more characters than :data:`LONGEST_TARGET`.
    """
    if not value.strip():
        raise InputError(
            "The target is empty.",
            where=where,
            hint="Give a word or expression of the sentence.",
        )
    if len(value) > LONGEST_TARGET:
        raise InputError(
            f"The target has {len(value):,} characters; the limit is {LONGEST_TARGET:,}.",
            where=where,
            hint="Give a word or expression, or rate a whole text with `lcp annotate`.",
        )


def place_target(
    sentence: str, target: str, occurrence: int | None = None
) -> tuple[Span, list[str]]:
    """Select one occurrence of a target in its sentence.

    Parameters
    ----------
    sentence, target : str
        An instance.
    occurrence : int, optional
        Number of the occurrence (:func:`find_targets`), counted from 1. Default: the one that
        :func:`find_target` returns, which is the first in the same case.

    Returns
    -------
    span : tuple of (int, int)
        The span ``[start, end)`` in characters.
    notes : list of str
        A note on the selected occurrence, if there are several and `occurrence` is None.

    Raises
    ------
    InputError
        If the sentence or target is not a string or is empty, the target is too long, not in the
        sentence or only a part of a word, or there is no such occurrence.

    Examples
    --------
    >>> place_target("Unfit to fit, fitting: Fit.", "fit", 2)
    ((23, 26), [])
    """
    for name, value in (("sentence", sentence), ("target", target)):
        check_text(name, value)
    check_target(target)
    if not sentence.strip():
        raise InputError("The sentence is empty.", hint="Give a sentence with at least one word.")
    spans = find_targets(sentence, target)
    if not spans:
        raise not_in_sentence(target, sentence=sentence)
    first = find_target(sentence, target) or spans[0]
    word = surrounding_word(sentence, first)
    if word is not None:
        raise InputError(
            f"The target {quoted(target)} is only a part of the word {quoted(word)}.",
            hint=f"Did you mean {quoted(word)}? Give whole words of the sentence.",
        )
    number = spans.index(first) + 1 if occurrence is None else occurrence
    if number not in range(1, len(spans) + 1):
        raise InputError(
            f"There is no occurrence {occurrence} of the target {quoted(target)} "
            f"({_numbered(sentence, spans)}).",
            where="occurrence",
            hint=f"Give a number from 1 to {len(spans)}.",
        )
    if len(spans) == 1 or occurrence is not None:
        return spans[int(number) - 1], []
    note = (
        f"“{target}” occurs {len(spans):,} times ({_numbered(sentence, spans)}); "
        f"occurrence {number} is used."
    )
    return first, [note]


def _expression_spans(sentence: str, target: str) -> list[Span]:
    """Return where an expression of the lexicon occurs, inflected or apart, with its gaps."""
    if len(target.split()) == 1:
        return []
    return [(edges[0], edges[-1]) for edges in occurrences(sentence, target)]


def not_in_sentence(token: str, where: str | None = None, *, sentence: str) -> InputError:
    """Return the error for a target that is not in its sentence, which suggests a similar word."""
    words = re.findall(r"\w[\w'’-]*", sentence[:_SUGGESTED])
    # Long targets would take seconds to compare.
    close = get_close_matches(token[:100], words, n=1, cutoff=_SIMILAR)
    suggestion = f"Did you mean {quoted(close[0])}? " if close else ""
    return InputError(
        f"The target {quoted(token)} is not in its sentence.",
        where=where,
        hint=f"{suggestion}Give the target as it occurs in the sentence; only case and white space "
        "may differ, and the form of listed expressions.",
    )


def is_target(text: str, token: str) -> bool:
    """Return whether a text equals the target, apart from what :func:`find_target` ignores."""
    text, token = standard_letters(text), standard_letters(token)
    if text.lower() == token.lower():
        return True
    patterns = (re.escape(token), _with_any_space(token))
    return any(re.fullmatch(pattern, text, re.IGNORECASE) for pattern in patterns)


def _numbered(sentence: str, spans: list[Span]) -> str:
    """Quote the first occurrences with their numbers."""
    quotes = [
        f"{number}: “{_in_context(sentence, span)}”"
        for number, span in enumerate(spans[:_QUOTED], start=1)
    ]
    return "; ".join([*quotes, *(["…"] if len(spans) > _QUOTED else [])])


def _in_context(sentence: str, span: Span) -> str:
    """Quote a span in brackets with the characters around it."""
    start, end = max(0, span[0] - _CONTEXT), span[1] + _CONTEXT
    before, after = "…" * (start > 0), "…" * (end < len(sentence))
    quote = f"{sentence[start : span[0]]}[{sentence[slice(*span)]}]{sentence[span[1] : end]}"
    return f"{before}{quote.strip()}{after}"


def _with_any_space(token: str) -> str:
    """Return a pattern for a target, in which a space matches any run of white space."""
    return r"\s+".join(map(re.escape, token.split()))


def _folded_text(text: str) -> str:
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
    for position, character in enumerate(text):
        space = any_space and character.isspace()
        if space and after_space:
            continue
        # In patterns that ignore case, "ı" and "İ" match "i".
        piece = " " if space else character.upper().casefold().replace("\u0307", "")
        pieces.append(piece)
        starts += [position] * len(piece)
        ends += [position + 1] * len(piece)
        after_space = space
    return "".join(pieces), starts, ends


def _first_match(sentence: str, token: str, *, whole: bool, any_space: bool) -> Span | None:
    """Return the first span of :func:`_matches`, or None."""
    return next(_matches(sentence, token, whole=whole, any_space=any_space), None)


def _matches(sentence: str, token: str, *, whole: bool, any_space: bool = True) -> Iterator[Span]:
    """Yield the spans of a target in any case, of whole words if `whole`.

    The search for a pattern takes a time that grows with the product of the lengths, because it
    begins anew at each character. The search for a string does not.
    """
    escaped = _with_any_space(token) if any_space else re.escape(token)
    pattern = re.compile(escaped, re.IGNORECASE)
    folded, starts, ends = _folded_with_ends(sentence, any_space=any_space)
    sought = _folded_with_ends(token.strip(), any_space=any_space)[0]
    position = folded.find(sought) if sought else -1
    while position != -1:
        after = position + len(sought)
        start, end = starts[position], ends[after - 1]
        if pattern.fullmatch(sentence, start, end) and (
            not whole or _is_whole(sentence, start, end)
        ):
            yield start, end
        else:
            gap = _NOT_IN_WORD.search(folded, position) if whole else None
            if whole and gap is None:
                return
            after = position + 1 if gap is None else gap.end()
        position = folded.find(sought, after)


def _is_whole(sentence: str, start: int, end: int) -> bool:
    """Return whether a span has no letter, digit or underscore next to it."""
    if start > 0 and _in_word(sentence[start - 1]):
        return False
    if end == len(sentence):
        return True
    # A combining mark belongs to the letter before it: "resume" is not in "resumé".
    return not _joined(sentence[end])


def _joined(character: str) -> bool:
    """Return whether a character continues a word."""
    return _in_word(character) or bool(unicodedata.combining(character))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
