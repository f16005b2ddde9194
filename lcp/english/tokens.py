"""Divide text into tokens: words, numbers and marks.

White space divides a text into chunks. Most chunks occur again and again, so each distinct one is
divided once. Hyphenated words are one token, as in CompLex; contractions and possessives are
divided as in the Penn Treebank (Marcus et al. 1993).
"""

from __future__ import annotations

import re
from array import array
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import Computed
from lcp.english.tables import abbreviations, clipped_words, contractions
from lcp.english.word_frequency import frequencies

if TYPE_CHECKING:
    from lcp.base.array_types import Ints
    from lcp.english.tables import Context


_ANYWHERE: Context = "any"
#: Length from which a chunk is not divided and is no target: an encoded image, for example.
LONG_RUN = 200
#: Beginnings of addresses, addresses without one, and e-mail addresses.
PROTOCOL = r"(?:https?://|ftp://|www\.)"
DOMAIN = r"\w[\w-]*(?:\.\w[\w-]*)*\.(?:com|org|net|edu|gov|info|html?|co\.uk)(?!\w)"
#: Names of newsgroups, modules and keys: "alt.animals.cat".
DOTTED = r"[a-z]{2,}(?:\.[a-z]{2,}(?:-[a-z]{2,})*){2,}"
E_MAIL = r"[\w.+-]+@\w[\w-]*(?:\.\w[\w-]*)+"

_LETTER = r"[^\W\d_\u00b2\u00b3\u00b9\u2070-\u209f][\u0300-\u036f]*"
_PART = rf"(?:{_LETTER}|\d)+"
#: Parts of a chunk; the first alternative that matches at a place counts.
_PIECES = r"""
    {protocol}[^\s<>"“”]*[^\s<>"“”'‘’.,;:!?)\]}}…]
    | {e_mail}
    | {domain}(?:/[^\s<>"]*[\w/])?
    | ^[a-z]:\\[\w\\.-]+ | ^/(?:[\w.-]+/)+[\w.-]*
    | [@\#][^\W\d][\w-]* | \w[\w-]*\.(?:docx?|xlsx?|pdf|pptx?|txt|jpe?g|gif|png)(?!\w)
    | \w+(?:_\w+)+ | ^{dotted}(?!\w|\.\w)
    | ^(?:[:;=8]['o-]?[()DPpO/\\|\[\]3*]+|<3)(?!\w)
    | (?:{letter}\.){{2,}}(?:{letter}(?!\w))? | ^[A-HJ-Z]\.(?:-?[A-Z]\.)*(?!\w)
    | (?:{abbreviations})(?!\w)
    | \d{{3}}-\d{{4}}(?![\w-]) | \d+(?:-\d+){{2,}}(?!\w)
    | [+−±~]?\d+(?:[.,:/]\d+)*(?:st|nd|rd|th|'?s)?(?![\w]|[.,:/]\d|-{letter}) | '\d0s(?!\w)
    | '(?i:{clipped})(?!\w)
    | \d+(?:[.:]\d+)?(?=[ap]\.?m(?!\w))
    | [A-Z]{{1,3}}[$£€] | \d+[.,]\d+(?:{letter})+ | {part}(?:(?:'?-|['&]){part}|-\d+\.\d+)*(?:\+\+)?
    | \.{{2,}} | …+ | -{{2,}} | [–—―⸺⸻‒]+ | [\u00b2\u00b3\u00b9\u2070-\u209f]+
    | ([^\w\s])\1* | _+ | .
"""
#: Endings of contractions and possessives, not of plurals such as "the 70's".
_ENDING = re.compile(r"(?<=[^\W\d_])(?:n't|'(?:s|ll|re|ve|d|m))$", re.IGNORECASE)
#: A verb in -ing whose last letter is left out: "runnin'".
_CLIPPED = re.compile(r"([^\W\d_]+in)'(?!\w)")
_SPACES = np.array([chr(code).isspace() for code in range(0x3002)])
#: A number in the same paragraph.
_NUMBER_FOLLOWS = re.compile(r"[^\S\n]*\n?[^\S\n]*[(\[]?\d")
_NUMBER_PRECEDES = re.compile(r"\d[^\S\n]*\n?[^\S\n]*\Z")


def divided(chunk: str, context: Context = "any") -> list[tuple[int, int]]:
    """Return the spans of the tokens of a text without white space.

    Parameters
    ----------
    chunk : str
        Text without white space, in normal characters.
    context : {"any", "before number", "after number"}
        Which abbreviations besides the usual ones keep their full stop.

    Examples
    --------
    >>> [("captain;—never"[start:end]) for start, end in divided("captain;—never")]
    ['captain', ';', '—', 'never']
    >>> [len(divided(chunk)) for chunk in ("don't", "well-known", "Mr.", "end.", "No.")]
    [2, 1, 1, 2, 2]
    >>> len(divided("No.", "before number"))
    1
    """
    # Most chunks are a word, or a word and a mark.
    word = chunk if chunk.isalpha() else chunk[:-1]
    if word.isalpha() and word.lower() not in contractions():
        if word is chunk:
            return [(0, len(chunk))]
        if chunk[-1] in ",;:!?" or (chunk[-1] == "." and not _pattern(context).fullmatch(chunk)):
            return [(0, len(word)), (len(word), len(chunk))]
    if len(chunk) >= LONG_RUN:
        return [(0, len(chunk))]
    pieces: list[tuple[int, int]] = []
    for match in _pattern(context).finditer(chunk):
        start, end = match.span()
        if pieces and match[0] == "'" and _is_clipped(chunk, pieces[-1][0]):
            pieces[-1] = (pieces[-1][0], end)
            continue
        parts = contractions().get(match[0].lower())
        cuts = [start + len(parts[0])] if parts else []
        while ending := _ENDING.search(chunk, start, cuts[0] if cuts else end):
            cuts.insert(0, ending.start())
        pieces += pairwise([start, *cuts, end])
    return pieces


class Tokenizer:
    """Divides texts into tokens, each distinct chunk and token once.

    Attributes
    ----------
    forms : list of str
        Distinct tokens; the number of a form is its index.

    Examples
    --------
    >>> tokenizer = Tokenizer()
    >>> starts, ends, numbers = tokenizer.divide("No. 5 is the best; the rest is not.")
    >>> [tokenizer.forms[number] for number in numbers]
    ['No.', '5', 'is', 'the', 'best', ';', 'the', 'rest', 'is', 'not', '.']
    """

    def __init__(self) -> None:
        self.forms: list[str] = []
        self._numbers: dict[str, int] = {}
        #: Number of each chunk, or of each pair of a chunk and its context.
        self._chunks: Computed[str | tuple[str, Context], int] = Computed(self._add)
        #: First piece and number of pieces of each chunk, and whether they depend on its context.
        self._first, self._counts, self._depends = array("q"), array("q"), array("b")
        #: Start, end and number of each piece.
        self._pieces = array("q"), array("q"), array("q")

    def number(self, form: str) -> int:
        """Return the number of a form."""
        number = self._numbers.get(form)
        if number is None:
            number = self._numbers[form] = len(self.forms)
            self.forms.append(form)
        return number

    def divide(self, text: str) -> tuple[Ints, Ints, Ints]:
        """Return where the tokens of a text begin and end, and the numbers of their forms."""
        chunks = text.split()
        codes = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
        is_space = _SPACES[np.minimum(codes, len(_SPACES) - 1)]
        begins = np.flatnonzero(~is_space & np.append(True, is_space[:-1]))
        numbers = np.fromiter(map(self._chunks.__getitem__, chunks), np.intp, len(chunks))
        depends = np.frombuffer(self._depends, dtype=np.int8)[numbers]
        for place in np.flatnonzero(depends).tolist():
            begin = int(begins[place])
            if _NUMBER_FOLLOWS.match(text, begin + len(chunks[place])):
                numbers[place] = self._chunks[chunks[place], "before number"]
            elif _NUMBER_PRECEDES.search(text, int(begins[place - 1]) if place else begin, begin):
                numbers[place] = self._chunks[chunks[place], "after number"]
        counts = np.frombuffer(self._counts, dtype=np.int64)[numbers]
        offsets = np.repeat(np.frombuffer(self._first, dtype=np.int64)[numbers], counts)
        offsets += np.arange(len(offsets)) - np.repeat(np.cumsum(counts) - counts, counts)
        starts, ends, forms = (
            np.frombuffer(part, dtype=np.int64)[offsets] for part in self._pieces
        )
        begins = np.repeat(begins, counts)
        return starts + begins, ends + begins, forms

    def _add(self, key: str | tuple[str, Context]) -> int:
        """Divide a chunk, and return its number."""
        chunk, context = key if isinstance(key, tuple) else (key, _ANYWHERE)
        pieces = divided(chunk, context)
        starts, ends, forms = self._pieces
        self._first.append(len(starts))
        self._counts.append(len(pieces))
        for start, end in pieces:
            starts.append(start)
            ends.append(end)
            forms.append(self.number(chunk[start:end]))
        self._depends.append(context == "any" and "." in chunk and _depends(chunk))
        return len(self._first) - 1


def _depends(chunk: str) -> bool:
    """Return whether an abbreviation is one only next to a number."""
    inner, table = chunk.strip("()[],;:"), abbreviations()
    return table.get(inner, table.get(inner.lower(), "any")) != "any"


def _is_clipped(chunk: str, start: int) -> bool:
    match = _CLIPPED.match(chunk, start)
    if match is None:
        return False
    form, counted = match[1].lower(), frequencies()
    return counted.get(f"{form}g", 0) > counted.get(form, 0)


@cache
def _pattern(context: Context) -> re.Pattern[str]:
    listed = sorted(
        (form for form, where in abbreviations().items() if where in {"any", context}),
        key=len,
        reverse=True,
    )
    forms = [f"(?:{re.escape(form[0])}|{form[0].upper()}){re.escape(form[1:])}" for form in listed]
    text = _PIECES.format(
        letter=_LETTER,
        part=_PART,
        abbreviations="|".join(forms),
        clipped="|".join(clipped_words()),
        protocol=PROTOCOL,
        domain=DOMAIN,
        e_mail=E_MAIL,
        dotted=DOTTED,
    )
    return re.compile(text, re.VERBOSE)
