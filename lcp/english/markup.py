"""Find HTML markup in running text, and blank it out without moving other characters."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The beginning of a comment or declaration, a tag, or a character reference.
_MARKUP = re.compile(
    r"""(?P<comment><!--)
    | (?P<declaration><\?xml\b | <!\[cdata\[ | <!doctype\b)
    | </[a-z][\w:-]*+\s*+>
    | <(?P<name>[a-z][\w:-]*+)
      (?P<attributes>(?:\s++[^\s=<>"'/]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>]++))?+)*+)
      \s*+/?>
    | (?P<reference>&\#?\w++;)""",
    re.IGNORECASE | re.VERBOSE,
)
#: Ends of comments, declarations and elements whose content is not text.
_ENDS = {"<!--": re.compile("-->"), "<": re.compile(">")} | {
    name: re.compile(rf"</{name}\s*>", re.IGNORECASE) for name in ("script", "style")
}


def markup(text: str) -> list[tuple[int, int]]:
    """Return the spans of the markup in a text, in order.

    Text in angle brackets is a tag if it is a single name, or has attributes with values; "a <b
    and c> d" contains no tag. A script or style is one span with its content. A reference to a
    letter is part of its word.

    >>> markup("<p>The <i>ewe</i>&nbsp;slept: a <b and c> d, caf&eacute;.</p>")
    [(0, 3), (7, 10), (13, 17), (17, 23), (57, 61)]
    """
    spans: list[tuple[int, int]] = []
    position = 0
    # Ends that do not occur any more.
    missing: set[str] = set()
    while match := _MARKUP.search(text, position):
        begin, position = match.span()
        name, attributes, reference = match.group("name", "attributes", "reference")
        character = unescape(reference) if reference else ""
        if character == reference or character.isalpha() or (attributes and "=" not in attributes):
            continue
        kind = "<!--" if match["comment"] else "<" if match["declaration"] else (name or "").lower()
        if kind in _ENDS:
            end = None if kind in missing else _ENDS[kind].search(text, position)
            if end:
                position = end.end()
            else:
                missing.add(kind)
                if not name:
                    continue
        spans.append((begin, position))
    return spans


def strip_markup(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Replace every character in the spans, which are in order, by a space.

    >>> strip_markup("The <i>ewe</i> slept.", [(4, 7), (10, 14)])
    'The    ewe     slept.'
    """
    parts, copied = [], 0
    for begin, end in spans:
        parts += [text[copied:begin], " " * (end - begin)]
        copied = end
    return "".join([*parts, text[copied:]])
