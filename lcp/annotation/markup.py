"""Find HTML markup in running text, and blank it out without moving other characters."""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Comments, scripts and styles with their content, tags, and character references. If the end
#: tag of a script is missing, only its start tag matches, so that the text after it is kept. The
#: search for an end stops at the next start: otherwise thousands of unclosed elements would take
#: seconds.
_MARKUP = re.compile(
    r"""
      <!--(?:(?!<!--).)*?-->
    | <(?P<element>script|style)\b[^<>]*>(?:(?!<(?P=element)\b).)*?</(?P=element)\s*>
    | <!doctype\b[^<>]*>
    | </?[a-z][\w:-]*(?P<attributes>\s[^<>]*)?/?>
    | &(?:\#\d{1,7}|\#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def markup(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the markup in a text, in order.

    Text in angle brackets is a tag if it is a single name, or has attributes with values; "a <b
    and c> d" contains no tag. A reference to a letter is part of its word.

    >>> list(markup("<p>The <i>ewe</i>&nbsp;slept: a <b and c> d, caf&eacute;.</p>"))
    [(0, 3), (7, 10), (13, 17), (17, 23), (57, 61)]
    """
    if "<" not in text and "&" not in text:
        return
    for match in _MARKUP.finditer(text):
        attributes = (match["attributes"] or "").strip().rstrip("/")
        if attributes and "=" not in attributes:
            continue
        if match.group().startswith("&") and _in_a_word(match.group()[1:]):
            continue
        yield match.span()


def _in_a_word(reference: str) -> bool:
    """Whether a character reference is to a letter, or is not a valid reference."""
    valid = reference.startswith("#") or reference in html5
    return not valid or html.unescape(f"&{reference}").isalpha()


def without_markup(text: str) -> str:
    """Replace every character of the markup by a space.

    >>> without_markup("The <i>ewe</i> slept.")
    'The    ewe     slept.'
    """
    parts, copied = [], 0
    for begin, end in markup(text):
        parts += [text[copied:begin], " " * (end - begin)]
        copied = end
    return "".join([*parts, text[copied:]])
