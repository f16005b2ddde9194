"""The project's own definitions in easy words, and which senses it finds usual.

Rows of ``definitions.tsv``: of senses that WordNet defines in harder words, by their names, of
senses that WordNet lacks, by names with the number 00, and of expressions, by their dictionary
forms: that WordNet lacks, or all of whose senses there one easy definition covers.

Rows of ``usual_senses.tsv``: of words that sense-tagged texts hardly contain, with the one to three
senses that most of their occurrences in today's English have, the most frequent first. They were
chosen from all senses in random order, one reader's judgement without a corpus.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lcp.english.lexicon.expression_table import PARTS, load_expressions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.english import Sentence

#: WordNet's parts of speech of expressions; the others are like adverbs.
_PARTS_OF_WORDNET = {"NOUN": "n", "VERB": "v", "ADJ": "a"}

_PARTS_OF_TAGS = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}


@cache
def easy_definitions() -> dict[str, str]:
    """Return the definitions by names of senses and by expressions."""
    return dict(_rows("definitions.tsv"))


@cache
def usual_senses() -> dict[tuple[str, str], list[str]]:
    """Return the names of usual senses by word and part of speech, n, v, a or r."""
    return {(word, part): names.split() for word, part, names in _rows("usual_senses.tsv")}


def _rows(name: str) -> Iterator[list[str]]:
    with files("lcp.reader.meaning").joinpath("data", name).open(encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def own_name(form: str, part: str) -> str:
    """Return the name of a sense that WordNet lacks.

    >>> own_name("roll out", "v")
    'roll_out.v.00'
    """
    return f"{form.replace(' ', '_')}.{part}.00"


def defined_word(sentence: Sentence, edges: Sequence[int]) -> tuple[str, str] | None:
    """Return the lemma and the part of speech of a word with a definition, n, v, a or r."""
    for token in sentence.tokens:
        part = _PARTS_OF_TAGS.get(token.tag[:2], "")
        lemma = token.lemma.lower()
        if (token.start, token.end) == tuple(edges) and own_name(lemma, part) in easy_definitions():
            return lemma, part
    return None


def defined_expression(sentence: Sentence, edges: Sequence[int]) -> tuple[str, str] | None:
    """Return an expression that has a definition and its part of speech, n, v, a or r.

    Parameters
    ----------
    sentence : Sentence
        The sentence.
    edges : sequence of int
        Start and end of each run of its words, as offsets of the sentence's tokens.
    """
    lemmas = [each.lemma for each in sentence.expressions if each.edges == tuple(edges)]
    if not lemmas or lemmas[0] not in easy_definitions():
        return None
    lexicon = load_expressions()
    part = PARTS[lexicon.parts[lexicon.row_of[lemmas[0]]]]
    return lemmas[0], _PARTS_OF_WORDNET.get(part, "r")
