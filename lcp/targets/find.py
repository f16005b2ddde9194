"""Find a target in its sentence."""

from __future__ import annotations

import re
import unicodedata
from difflib import get_close_matches
from typing import TYPE_CHECKING

from lcp.english.analysis import words_of
from lcp.english.characters import normal_text, one_line
from lcp.english.expression_forms import occurrences
from lcp.errors import InputError, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english.columns import Span

#: Characters of the longest target.
LONGEST_TARGET = 1_000
_NOT_IN_WORD = re.compile(r"\W")


def find_target(sentence: str, target: str) -> tuple[int, ...] | None:
    """Return the start and end of each part of a target in its sentence.

    The first whole word or expression that equals the target is preferred, then one that differs
    in case, then the same letters inside a longer word (in CompLex, ``Commission`` occurs once in
    ``theCommission``), then a listed expression in another form. White space and the typographic
    form of characters (:mod:`lcp.english.characters`) may differ.

    Parameters
    ----------
    sentence : str
        The sentence.
    target : str
        The target: a word or an expression.

    Returns
    -------
    tuple of int or None
        The span ``[start, end)``, or the spans of all parts one after the other; None if the target
        is not in the sentence. A whole word has no letter, digit or underscore next to it, and no
        combining mark after it.

    Examples
    --------
    >>> find_target("He took his hat off.", "take off")
    (3, 7, 16, 19)
    >>> find_target("Unfit to fit, he said.", "fit"), find_target("An o\ufb03cer", "officer")
    ((9, 12), (3, 8))
    >>> find_target("Lamb and ewe lamb", "lamb"), find_target("Lamb and ewe", "lamb")
    ((13, 17), (0, 4))
    >>> find_target("A lamb.", "ewe") is None
    True
    """
    found, preferred = _occurrences(sentence, target)
    return found[preferred] if found else None


def find_targets(sentence: str, target: str) -> list[Span]:
    """Return the character spans of all occurrences of a target, in order.

    Occurrences are the whole words or expressions that equal the target as for
    :func:`find_target`, in any case; without any, what that function returns.

    Examples
    --------
    >>> find_targets("Unfit to fit, fitting: Fit.", "fit"), find_targets("A lamb.", "ewe")
    ([(9, 12), (23, 26)], [])
    """
    return [(edges[0], edges[-1]) for edges in _occurrences(sentence, target)[0]]


def _occurrences(sentence: str, target: str) -> tuple[Sequence[tuple[int, ...]], int]:
    """Return the edges of all occurrences of a target, and the number of the preferred one."""
    line, form = one_line(sentence), normal_text(target)
    folded, folded_form = _lower(line.text), _lower(form)
    if not form or folded_form not in folded:
        return occurrences(sentence, form) if " " in form else [], 0
    spans = list(_whole_words(line.text, folded, folded_form))
    if not spans:
        start = line.text.find(form)
        start = folded.find(folded_form) if start < 0 else start
        spans = [(start, start + len(form))]
    preferred = (index for index, span in enumerate(spans) if line.text[slice(*span)] == form)
    return [line.span(*span) for span in spans], next(preferred, 0)


def _whole_words(text: str, folded: str, folded_form: str) -> Iterator[Span]:
    """Yield the spans of whole words or expressions in a text."""
    start = folded.find(folded_form)
    while start >= 0:
        end = start + len(folded_form)
        if _is_whole(text, start, end):
            yield start, end
        else:
            # A whole word does not begin inside the word that begins or continues here.
            gap = _NOT_IN_WORD.search(text, start)
            end = gap.end() if gap else len(text)
        start = folded.find(folded_form, end)


def _lower(text: str) -> str:
    """Return a text in lower case; letters whose lower case is longer are kept."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


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


def form_in(sentence: str, *edges: int) -> str:
    """Return a target as it is in its sentence, in normal characters; `edges` as for its parts.

    >>> form_in("The RIVER rose.", 4, 9), form_in("He took his hat off.", 3, 7, 16, 19)
    ('RIVER', 'took off')
    """
    parts = zip(edges[::2], edges[1::2], strict=True)
    return " ".join(normal_text(sentence[start:end]) for start, end in parts)


def surrounding_word(sentence: str, span: Span) -> str | None:
    """Return the longer word that a target is a part of; None if it is a whole word.

    Scripts without capitals are not divided into words, since several have no spaces.

    >>> surrounding_word("The cats sat.", (4, 7)), surrounding_word("The cats sat.", (4, 8))
    ('cats', None)
    """
    line = one_line(sentence)
    text, (start, end) = line.text, line.place(*span)
    if _is_whole(text, start, end):
        return None
    if any(unicodedata.category(character) == "Lo" for character in text[start:end]):
        return None
    while start > 0 and _continues_word(text[start - 1]):
        start -= 1
    while end < len(text) and _continues_word(text[end]):
        end += 1
    return text[start:end]


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
            hint="Every instance needs a sentence and a target.",
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
    if not normal_text(value):
        raise InputError(
            "The target is empty.",
            where=where,
            hint="Give a word or expression of the sentence.",
        )
    if len(value) > LONGEST_TARGET:
        raise InputError(
            f"The target has {len(value):,} characters; the limit is {LONGEST_TARGET:,}.",
            where=where,
            hint="Give a word or expression, or annotate a whole text with `lcp annotate`.",
        )


def check_name(name: str, value: object, where: str | None = None) -> None:
    """Raise :class:`InputError` unless a genre or kind of readers is text."""
    if not isinstance(value, str):
        raise InputError(
            f"The {name} must be a string, not {value!r}.",
            where=where or name,
            hint=f'Leave it out, or give "", if the {name} is not known.',
        )


def place_target(
    sentence: str, target: str, occurrence: int | None = None
) -> tuple[tuple[int, ...], list[str]]:
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
    edges : tuple of int
        Start and end of each part, as from :func:`find_target`.
    notes : list of str
        A note if the target is only a part of a word, and one on the selected occurrence if there
        are several and `occurrence` is None.

    Raises
    ------
    InputError
        If the sentence or target is not a string or is empty, the target is too long or not in the
        sentence, or there is no such occurrence.

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
    found, preferred = _occurrences(sentence, target)
    if not found:
        raise not_in_sentence(target, sentence=sentence)
    number = preferred + 1 if occurrence is None else occurrence
    if number not in range(1, len(found) + 1):
        raise InputError(
            f"There is no occurrence {occurrence} of the target {quoted(target)} "
            f"({_numbered(sentence, found)}).",
            where="occurrence",
            hint=f"Give a number from 1 to {len(found)}.",
        )
    edges, notes = found[int(number) - 1], []
    word = surrounding_word(sentence, (edges[0], edges[-1]))
    if word is not None:
        notes.append(f"“{target}” is only a part of “{word}”: the prediction is for the part.")
    if len(found) > 1 and occurrence is None:
        notes.append(
            f"“{target}” occurs {len(found):,} times ({_numbered(sentence, found)}); "
            f"occurrence {number} is used."
        )
    return edges, notes


def not_in_sentence(target: str, where: str | None = None, *, sentence: str) -> InputError:
    """Return the error for a target that is not in its sentence, which suggests a similar word."""
    # Long texts would take seconds to compare.
    words = words_of(sentence[:10_000])
    close = get_close_matches(normal_text(target[:100]), words, n=1, cutoff=0.7)
    suggestion = f"Did you mean {quoted(close[0])}? " if close else ""
    return InputError(
        f"The target {quoted(target)} is not in its sentence.",
        where=where,
        hint=f"{suggestion}Give the target as it occurs in the sentence; only case and white space "
        "may differ, and the form of listed expressions.",
    )


def is_target(text: str, target: str) -> bool:
    """Return whether a text equals the target, apart from what :func:`find_target` ignores."""
    return _lower(normal_text(text)) == _lower(normal_text(target))


def _numbered(sentence: str, found: Sequence[tuple[int, ...]], most: int = 5) -> str:
    """Quote the first occurrences, at most so many, with their numbers."""
    quotes = [
        f"{number}: “{_in_context(sentence, (edges[0], edges[-1]))}”"
        for number, edges in enumerate(found[:most], start=1)
    ]
    return "; ".join([*quotes, *(["…"] if len(found) > most else [])])


def _in_context(sentence: str, span: Span, around: int = 15) -> str:
    """Quote a span in brackets with so many characters on each side."""
    start, end = max(0, span[0] - around), span[1] + around
    before, after = "…" * (start > 0), "…" * (end < len(sentence))
    quote = f"{sentence[start : span[0]]}[{sentence[slice(*span)]}]{sentence[span[1] : end]}"
    return f"{before}{quote.strip()}{after}"


def _is_whole(sentence: str, start: int, end: int) -> bool:
    """Return whether a span has no letter, digit or underscore next to it."""
    if start > 0 and _in_word(sentence[start - 1]):
        return False
    if end == len(sentence):
        return True
    # A combining mark belongs to the letter before it: "resume" is not in "resumé".
    return not _continues_word(sentence[end])


def _continues_word(character: str) -> bool:
    """Return whether a character continues a word."""
    return _in_word(character) or bool(unicodedata.combining(character))


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
