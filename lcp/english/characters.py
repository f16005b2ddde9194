"""Normal characters: one form for all typographic variants of a text, with a map of offsets.

- Invisible characters, such as soft hyphens and zero-width spaces, are left out.
- Ligatures, full-width and mathematical letters are plain letters, and accents are composed
  (Unicode NFKC for these letters, NFC for others).
- Apostrophes and hyphens are ``'`` and ``-``.
- A word that is divided at the end of a line is whole: its hyphen is left out if the lexicon
  contains the word without it, and kept if it contains all parts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from lcp.english.lexicon.expression_table import load_expressions
from lcp.english.lexicon.word_table import load_lexicon
from lcp.errors import InputError, check_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.base.array_types import Ints


#: NUL and surrogates.
_INVALID = re.compile("[\x00\ud800-\udfff]")
#: Characters with one plain character instead.
_PLAIN = {
    **dict.fromkeys("\u2018\u2019\u02bc\u02b9\u02bb\uff07\u201b", "'"),
    **dict.fromkeys("\u2010\u2011\ufe63\uff0d", "-"),
    **dict.fromkeys(
        "\u00a0\u202f\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a", " "
    ),
}
#: Characters that are not seen (Unicode's Default_Ignorable_Code_Point), and marks of a letter.
_INVISIBLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff"
)
_MARK = rf"(?:[{_INVISIBLE}]*[\u0300-\u034e\u0350-\u036f])"
#: Letters with a plain form: of units and old prints, digraphs, numerals, in circles, wide.
_COMPATIBLES = (
    r"\u00b5\u0132\u0133\u017f\u01c4-\u01cc\u01f1-\u01f3\u2160-\u217f\u24b6-\u24e9"
    r"\ufb00-\ufb06\uff01-\uff5e\U0001d400-\U0001d7ff"
)
_COMPATIBLE = rf"[{_COMPATIBLES}]"
#: End of a line, perhaps also of a page, with blanks around it.
_BLANKS = r"[^\S\n\r\x0b\x0c\x85\u2028]*"
_LINE_END = rf"{_BLANKS}(?:\r?\n\x0c?|[\r\x0b\x0c\x85\u2028]){_BLANKS}"
#: A soft hyphen at the end of a line is a hyphen. A letter has at most 31 marks, as in Unicode's
#: "Stream-Safe Text Format" (UAX 15), because composing takes quadratic time. Accents may be typed
#: as apostrophes.
_VARIANT = re.compile(
    rf"""
    (?P<hyphen>\u00ad(?={_LINE_END}\w))
    | (?P<compatible>{_COMPATIBLE}{_MARK}{{0,31}}) | (?P<composed>[^\s{_INVISIBLE}]{_MARK}{{1,31}})
    | [{_INVISIBLE}]+
    | (?<=\w)(?P<apostrophe>[`\u00b4\u2032])(?=\w)
    """,
    re.VERBOSE,
)
_HAS_VARIANT = re.compile(rf"[`\u00b4\u0300-\u036f\u2032{_INVISIBLE}{_COMPATIBLES}]")
_LETTERS = r"[^\W\d_]+"
#: A word whose second half is in lower case: not the start of a name.
_DIVIDED = re.compile(rf"(?<![\w-])((?:{_LETTERS}-)*{_LETTERS})(-{_LINE_END})({_LETTERS})(?![\w-])")
_AT_LINE_END = re.compile(f"-{_LINE_END}")


class Normal(NamedTuple):
    """A text in normal characters.

    Attributes
    ----------
    text : str
        The text.
    starts, ends : int arrays of shape (len(text),)
        Where each character begins and ends in the original.
    """

    text: str
    starts: Ints
    ends: Ints

    @classmethod
    def of(cls, text: str) -> Normal:
        """Return a text that is in normal characters."""
        places = np.arange(len(text) + 1)
        return cls(text, places[:-1], places[1:])

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters ``[start, end)``, at least one, are in the original."""
        return int(self.starts[start]), int(self.ends[end - 1])

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return which characters are those ``[start, end)`` of the original, wholly or in part."""
        first = int(np.searchsorted(self.ends, start, side="right"))
        return first, max(first, int(np.searchsorted(self.starts, end)))

    def replaced(self, changes: Iterable[tuple[int, int, str]]) -> Normal:
        """Return the text with other characters in some spans, which are in order."""
        pieces: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        copied = 0
        for start, end, piece in (*changes, (len(self.text), len(self.text), "")):
            pieces += [self.text[copied:start], piece]
            starts += [*range(copied, start), *[start] * len(piece)]
            ends += [*range(copied, start), *[end - 1] * len(piece)]
            copied = end
        return Normal("".join(pieces), self.starts[starts], self.ends[ends])


def normal(text: str) -> Normal:
    r"""Return a text in normal characters, with its offsets in the original.

    Examples
    --------
    >>> normal("The o\ufb03cer\u2019s detec-\ntion").text
    "The officer's detection"
    >>> normal("dif\u00adficult").span(0, 9)
    (0, 10)
    """
    if not text.isascii():
        # Faster than str.translate.
        for character, plain in _PLAIN.items():
            text = text.replace(character, plain)
    result = Normal.of(text)
    if _HAS_VARIANT.search(result.text):
        pairs = ((match, _plain(match)) for match in _VARIANT.finditer(result.text))
        changes = [(*match.span(), plain) for match, plain in pairs if match[0] != plain]
        result = result.replaced(changes) if changes else result
    if _AT_LINE_END.search(result.text):
        matches = _DIVIDED.finditer(result.text)
        divided = ((match.span(2), _joint(match[1], match[3])) for match in matches)
        joints = [(*span, joint) for span, joint in divided if joint is not None]
        result = result.replaced(joints) if joints else result
    return result


def one_line(text: str) -> Normal:
    r"""Return a text in normal characters, in which every run of white space is one space.

    >>> line = one_line("The detec-\ntion  of\nJane\u2019s error")
    >>> line.text, line.span(4, 13), line.place(17, 23)
    ("The detection of Jane's error", (4, 15), (14, 20))
    """
    result = normal(text)
    if " ".join(result.text.split()) == result.text:
        return result
    size = len(result.text)
    runs = [match.span() for match in re.finditer(r"\s+", result.text)]
    return result.replaced((start, end, " " * (start > 0 and end < size)) for start, end in runs)


def normal_text(text: str) -> str:
    """Return the text of :func:`one_line`."""
    return text if text.isalpha() and text.isascii() else " ".join(normal(text).text.split())


def _plain(match: re.Match[str]) -> str:
    if match["hyphen"] or match["apostrophe"]:
        return "-" if match["hyphen"] else "'"
    form: Literal["NFKC", "NFC"] = "NFKC" if match["compatible"] else "NFC"
    return unicodedata.normalize(form, re.sub(f"[{_INVISIBLE}]", "", match[0]))


def _joint(first: str, second: str) -> str | None:
    """Return what joins the halves of a divided word, or None if the hyphen divides none."""
    lexicon = load_lexicon()
    if not second[0].islower():
        return None
    if "-" not in first and f"{first}{second}".lower() in lexicon:
        return ""
    parts = [*first.lower().split("-"), second]
    classes = load_expressions().class_shares(second)
    # The hyphen of "pre-\nand post-war" divides no word.
    is_joined = max(classes, key=lambda name: classes[name], default="") not in {"CC", "IN"}
    return "-" if is_joined and all(part in lexicon for part in parts) else None


def check_characters(text: str, where: str | None = None, *, before: int = 0) -> None:
    """Check that a text, after `before` other characters, is not binary.

    Raises
    ------
    InputError
        If the text contains NUL or a surrogate; the message gives its position, counted from 0.
    """
    if invalid := _INVALID.search(text):
        raise InputError(
            f"The character U+{ord(invalid.group()):04X} at position "
            f"{before + invalid.start():,} is not allowed in text.",
            where=where,
            hint="Use plain text in UTF-8, not a binary file or UTF-16.",
        )


def checked(pieces: Iterable[str], where: str | None = None) -> Iterator[str]:
    """Yield the pieces of a text, whose errors are in a place, unchanged.

    Raises
    ------
    InputError
        If a piece is not a string, or contains NUL or a surrogate; the message gives its
        position, counted from 0.
    """
    check_type(pieces, Iterable, "text", "a string or a list of strings")
    before = 0
    for piece in pieces:
        if not isinstance(piece, str):
            is_bytes = isinstance(piece, bytes | bytearray)
            raise InputError(
                f"The text is not a string but {type(piece).__name__}.",
                where=where,
                hint="Decode it." if is_bytes else "Remove missing values, or give strings.",
            )
        check_characters(piece, where, before=before)
        before += len(piece)
        yield piece
