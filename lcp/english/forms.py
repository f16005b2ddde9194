"""Normal forms of sentences and targets, so that a word is rated the same in every typography.

- Words divided at the end of a line are whole, and every run of white space is one space.
- Letters are composed (Unicode NFC), and apostrophes straight.
- An ordinary word in capitals, as in headings and for emphasis, is in lower case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lcp.english.letters import standard_letters
from lcp.english.line_ends import on_one_line
from lcp.english.names import CAPITALS_SHARE, is_ordinary_in_capitals
from lcp.english.text import WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


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


def rated_form(target: str, sentence: str) -> str:
    """Return the form in which a target is rated: ordinary words in capitals in lower case.

    In a sentence set in capitals and for a word without a sentence, every word in capitals is
    ordinary unless it is usually capitalised. In other sentences, only long and frequent words
    are, because short ones are acronyms: of CompLex's targets in capitals, HEAT, RING, RACE and
    CAST are names of genes, programs and projects.

    >>> rated_form("RESULTS", "The RESULTS were clear."), rated_form("RING", "The RING domain")
    ('results', 'RING')
    >>> rated_form("RING", "THE RING WAS LOST"), rated_form("DNA", "DNA"), rated_form("Ring", "")
    ('ring', 'DNA', 'Ring')
    """
    if len(target) == 1 or not target.isupper():
        return target
    in_capitals = _in_capitals(WORD.findall(sentence) or [target])
    words = target.split()
    ordinary = [is_ordinary_in_capitals(word, in_capitals=in_capitals) for word in words]
    return target.lower() if all(ordinary) else target


def _in_capitals(words: Iterable[str]) -> bool:
    """Return whether most words of two letters or more are in capitals."""
    upper = [word.isupper() for word in words if len(word) > 1 and word[0].isalpha()]
    return sum(upper) >= CAPITALS_SHARE * max(len(upper), 1)
