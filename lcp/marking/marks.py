"""Marks on words of a document, and their insertion into its source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lcp.annotation.annotation import RatedWord
    from lcp.documents.mapping import Span

#: How words are marked: a gloss above the word, in a note at the end, or after the word; or a
#: colour for its complexity.
Style = Literal["ruby", "footnotes", "parentheses", "colours"]
#: A position in the source, and the text to insert there.
Insertion = tuple[int, str]

#: Differences from the threshold at which the second and the third colour begin.
_STEPS = (0.1, 0.2)


@dataclass(frozen=True, slots=True)
class Mark:
    """A word to mark.

    Attributes
    ----------
    word : RatedWord
        The word.
    spans : list of (int, int)
        Its spans in the source; not empty.
    gloss : str
        Text that explains it; empty for colours.
    step : int
        Number of its colour, 1 to 3.
    """

    word: RatedWord
    spans: list[Span]
    gloss: str = ""
    step: int = 1


def colour_step(complexity: float, threshold: float) -> int:
    """Return the number of the colour of a complex word.

    >>> [colour_step(complexity, 0.3) for complexity in (0.3, 0.45, 0.8)]
    [1, 2, 3]
    """
    return 1 + sum(complexity - threshold >= step for step in _STEPS)


def inserted(source: str, insertions: Iterable[Insertion]) -> str:
    """Return the source with insertions; those at the same position keep their order.

    >>> inserted("a word", [(2, "<b>"), (6, "</b>")])
    'a <b>word</b>'
    """
    parts, copied = [], 0
    for position, text in sorted(insertions, key=lambda insertion: insertion[0]):
        parts += [source[copied:position], text]
        copied = position
    return "".join([*parts, source[copied:]])
