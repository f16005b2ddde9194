"""Divide text into tokens: words, numbers and marks.

White space divides a text into chunks. Most chunks occur again and again, so each distinct one is
divided once. Hyphenated words are one token, as in CompLex; contractions and possessives are
divided as in the Penn Treebank (Marcus et al. 1993).
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import CACHED_TOKENS
from lcp.english.tables import abbreviations, clipped_words, contractions
from lcp.english.word_frequency import frequencies

if TYPE_CHECKING:
    from lcp.base.array_types import Ints
    from lcp.english.tables import Context


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


def tokenize(text: str) -> tuple[Ints, Ints, list[str]]:
    """Return where each token of a text begins and ends, and the tokens.

    >>> tokenize("No. 5 is the best; the rest is not.")[2]
    ['No.', '5', 'is', 'the', 'best', ';', 'the', 'rest', 'is', 'not', '.']
    """
    chunks = text.split()
    codes = np.frombuffer(text.encode("utf-32-le"), dtype="<u4")
    is_space = _SPACES[np.minimum(codes, len(_SPACES) - 1)]
    begins = np.flatnonzero(~is_space & np.append(True, is_space[:-1]))
    parts = [*map(divided, chunks)]
    for place, chunk in enumerate(chunks):
        if "." in chunk and _depends(chunk):
            begin = int(begins[place])
            if _NUMBER_FOLLOWS.match(text, begin + len(chunk)):
                parts[place] = divided(chunk, "before number")
            elif _NUMBER_PRECEDES.search(text, int(begins[max(0, place - 1)]), begin):
                parts[place] = divided(chunk, "after number")
    tokens = [*chain.from_iterable(parts)]
    counts = np.fromiter(map(len, parts), np.intp, len(parts))
    sizes = np.fromiter(map(len, tokens), np.intp, len(tokens))
    # In the text without white space.
    ends = np.cumsum(sizes)
    starts = ends - sizes
    shifts = np.repeat(begins - starts[np.cumsum(counts) - counts], counts)
    return starts + shifts, ends + shifts, tokens


@lru_cache(maxsize=CACHED_TOKENS)
def divided(chunk: str, context: Context = "any") -> tuple[str, ...]:
    """Return the tokens of a text without white space, which contain all its characters.

    Parameters
    ----------
    chunk : str
        Text without white space, in normal characters.
    context : {"any", "before number", "after number"}
        Which abbreviations besides the usual ones keep their full stop.

    Examples
    --------
    >>> divided("captain;—never")
    ('captain', ';', '—', 'never')
    >>> [len(divided(chunk)) for chunk in ("don't", "well-known", "Mr.", "end.", "No.")]
    [2, 1, 1, 2, 2]
    >>> len(divided("No.", "before number"))
    1
    """
    # Most chunks are a word, or a word and a mark.
    word = chunk if chunk.isalpha() else chunk[:-1]
    if word.isalpha() and word.lower() not in contractions():
        if word is chunk:
            return (chunk,)
        if chunk[-1] in ",;:!?" or (chunk[-1] == "." and not _pattern(context).fullmatch(chunk)):
            return word, chunk[-1]
    if len(chunk) >= LONG_RUN:
        return (chunk,)
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
    return tuple([chunk[start:end] for start, end in pieces])


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
