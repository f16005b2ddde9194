"""The project's own definitions in easy words.

Rows of ``definitions.tsv``: of senses that WordNet defines in harder words, by their names, and of
expressions that WordNet lacks, by their dictionary forms.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lcp.lexicon.expressions import PARTS, load_expressions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.english import Sentence

#: WordNet's parts of speech of expressions; the others are like adverbs.
_PARTS_OF_WORDNET = {"NOUN": "n", "VERB": "v", "ADJ": "a"}


@cache
def easy_definitions() -> dict[str, str]:
    """Return the definitions by names of senses and by expressions."""
    text = files("lcp.reading").joinpath("definitions.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t") for line in text.splitlines())


def defined_expression(sentence: Sentence, edges: Sequence[int]) -> tuple[str, str] | None:
    """Return an expression that WordNet lacks and its part of speech, n, v, a or r.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    edges : sequence of int
        Start and end of each run of its words, as offsets of the sentence's tokens.
    """
    forms = [each.form for each in sentence.expressions if each.edges == tuple(edges)]
    if not forms or forms[0] not in easy_definitions():
        return None
    lexicon = load_expressions()
    part = PARTS[lexicon.parts[lexicon.row_of[forms[0]]]]
    return forms[0], _PARTS_OF_WORDNET.get(part, "r")
