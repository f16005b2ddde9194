"""Normal forms of sentences and targets, so that a word is rated the same in every typography.

- Words divided at the end of a line are whole, and every run of white space is one space.
- Letters are composed (Unicode NFC), and apostrophes straight.
- An ordinary word is in lower case, also where it is in capitals for emphasis, or begins with a
  capital because of its position: at the start of a sentence and in headings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lcp.english.letters import standard_letters
from lcp.english.line_ends import on_one_line
from lcp.english.names import (
    CAPITALS_SHARE,
    LOWER_IN_HEADINGS,
    is_ordinary_at_start,
    is_ordinary_in_capitals,
)
from lcp.english.text import WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

#: Text before the first word of a sentence. Not after a full stop of abbreviations, such as "Mr.".
_BEFORE_START = re.compile(r"(?:^|(?:[a-z]{3}|[^\w\s])[.!?…][\"'”)]*\s+)[^\w]*$")


def normal_text(text: str) -> str:
    r"""Return a text on one line, with whole words, composed letters and straight apostrophes.

    >>> normal_text("The detec-\ntion  of\nJane\u2019s error")
    "The detection of Jane's error"
    """
    flat = on_one_line(text)
    return flat if flat.isascii() and "`" not in flat else standard_letters(flat)


def normal_instance(
    sentence: str, start: int, end: int, form: Callable[[str], str] = normal_text
) -> tuple[str, int, int]:
    r"""Return the normal form of a sentence and the span of its target in it.

    Parameters
    ----------
    sentence : str
        The sentence.
    start, end : int
        Character span ``[start, end)`` of the target.
    form : callable
        Function that returns the form of a text, such as
        :func:`lcp.english.line_ends.on_one_line`.

    >>> normal_instance("A  com-\nplex word", 3, 11)
    ('A complex word', 2, 9)
    """
    normal = form(sentence)
    if normal == sentence:
        return sentence, start, end
    target, before = form(sentence[start:end]), form(sentence[:start])
    first = len(before) + (before != "" and sentence[start - 1].isspace())
    return normal, first, first + len(target)


def rated_form(target: str, sentence: str, start: int) -> str:
    """Return the form in which a target is rated: ordinary words in lower case.

    In a sentence set in capitals and for a word without a sentence, every word in capitals is
    ordinary unless it is usually capitalised. In other sentences, only long and frequent words
    are, because short ones are acronyms: of CompLex's targets in capitals, HEAT, RING, RACE and
    CAST are names of genes, programs and projects.

    Inside a sentence, an initial capital marks a name. At the start of a sentence, in a heading
    with capitals and without a sentence, a word is ordinary unless it is usually capitalised.

    Parameters
    ----------
    target : str
        Word or expression.
    sentence : str
        Its sentence; "" for a target alone.
    start : int
        Where the target begins in the sentence.

    >>> rated_form("RESULTS", "The RESULTS were clear.", 4), rated_form("RING", "A RING domain", 2)
    ('results', 'RING')
    >>> rated_form("RING", "THE RING WAS LOST", 4), rated_form("DNA", "", 0)
    ('ring', 'DNA')
    >>> rated_form("Ring", "The Ring was lost.", 4), rated_form("Ring", "The Ring of Fire", 4)
    ('Ring', 'ring')
    >>> rated_form("Rings", "Rings are lost.", 0), rated_form("Paris", "Paris is lost.", 0)
    ('rings', 'Paris')
    """
    if target.islower() or len(target) == 1:
        return target
    words = target.split()
    if target.isupper():
        in_capitals = _in_capitals(WORD.findall(sentence) or [target])
        ordinary = all(is_ordinary_in_capitals(word, in_capitals=in_capitals) for word in words)
    else:
        capitalised = [word for word in words if not word.islower()]
        first = _BEFORE_START.search(sentence[:start]) and capitalised == words[:1]
        by_position = bool(first) or _is_heading(sentence or target)
        ordinary = by_position and all(map(is_ordinary_at_start, capitalised))
    return target.lower() if ordinary else target


def _is_heading(text: str) -> bool:
    """Return whether only short function words of a text are in lower case."""
    words = WORD.findall(text)
    return all(not word[0].islower() or word in LOWER_IN_HEADINGS for word in words)


def _in_capitals(words: Iterable[str]) -> bool:
    """Return whether most words of two letters or more are in capitals."""
    upper = [word.isupper() for word in words if len(word) > 1 and word[0].isalpha()]
    return sum(upper) >= CAPITALS_SHARE * max(len(upper), 1)
