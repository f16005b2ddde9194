"""Variants of the same letters: composed or decomposed accents, straight or curly apostrophes."""

from __future__ import annotations

import unicodedata

#: Characters that are typed or typeset as an apostrophe.
APOSTROPHES = "\u2019\u2018\u02bc\u02b9\uff07\u00b4`"
#: Characters of the longest letter: no writing needs more combining marks (Unicode's UAX 15,
#: "Stream-Safe Text Format"), and the time to compose a letter is quadratic in their number.
LONGEST_LETTER = 31
_LONG_TEXT = 10_000
_STRAIGHT = str.maketrans(dict.fromkeys(APOSTROPHES, "'"))


def standard_letters(text: str) -> str:
    """Return the text in Unicode's composed form (NFC), with straight apostrophes.

    >>> standard_letters("don\u2019t"), len(standard_letters("cafe\u0301"))
    ("don't", 4)
    """
    if len(text) > _LONG_TEXT:
        return standard_letters_with_offsets(text)[0]
    return unicodedata.normalize("NFC", text).translate(_STRAIGHT)


def standard_letters_with_offsets(text: str) -> tuple[str, list[int]]:
    """Return :func:`standard_letters` of a text, and where each of its characters begins in it.

    Returns
    -------
    standard : str
        The text in standard letters.
    offsets : list of int of length len(standard) + 1
        Offset in `text` of each character of `standard`; the last one is the length of `text`.

    >>> standard_letters_with_offsets("e\u0301s")[1]
    [0, 2, 3]
    """
    pieces, offsets = [], []
    start = 0
    for end in range(1, len(text) + 1):
        # Combining marks form one letter with the character before them.
        joined = end < len(text) and unicodedata.combining(text[end])
        if joined and end - start <= LONGEST_LETTER:
            continue
        piece = standard_letters(text[start:end])
        pieces.append(piece)
        offsets += [start] * len(piece)
        start = end
    return "".join(pieces), [*offsets, len(text)]
