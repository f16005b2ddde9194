"""HTML in running text: what is markup, and the text without it, character for character."""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Comments, scripts and styles with what they hold, tags, and character references. A script
#: that does not end is no more than its tag, so that no text is lost behind it. The end of one
#: is sought up to the next beginning only: thousands that do not end would else take seconds.
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
    """Spans of the markup in a text, in order.

    What stands between angle brackets is a tag if it is a name alone, or has attributes with
    values: "a <b and c> d" is none. A reference to a letter belongs to its word.

    >>> list(markup("<p>The <i>ewe</i>&nbsp;slept: a <b and c> d, caf&eacute;.</p>"))
    [(0, 3), (7, 10), (13, 17), (17, 23), (57, 61)]
    """
    if "<" not in text and "&" not in text:
        return
    for found in _MARKUP.finditer(text):
        attributes = (found["attributes"] or "").strip().rstrip("/")
        if attributes and "=" not in attributes:
            continue
        if found.group().startswith("&") and _in_a_word(found.group()[1:]):
            continue
        yield found.span()


def _in_a_word(reference: str) -> bool:
    """Whether a character reference is that of a letter, or none."""
    known = reference.startswith("#") or reference in html5
    return not known or html.unescape(f"&{reference}").isalpha()


def without_markup(text: str) -> str:
    """The text with spaces in place of its markup, as many as there were characters.

    >>> without_markup("The <i>ewe</i> slept.")
    'The    ewe     slept.'
    """
    parts, written = [], 0
    for begin, end in markup(text):
        parts += [text[written:begin], " " * (end - begin)]
        written = end
    return "".join([*parts, text[written:]])
