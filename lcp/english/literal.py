"""Occurrences of listed expressions that mean what their words mean."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from lcp.english.lexicon.expression_table import KINDS, load_expressions
from lcp.english.tables import pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.english.columns import Columns

_PARTICLE, _NOUN = ("RP", "RB"), ("NN", "NNS")
#: Tags inside a noun phrase, the noun last.
_PHRASE = ("JJ", "JJR", "JJS", "VBN", *_NOUN)


def is_literal(columns: Columns, row: int, places: Sequence[int], sentence: range) -> bool:
    """Return whether an occurrence of an expression means what its words mean.

    A verb of movement with a particle does before a place ("ran into the garden"), and so does a
    verb after whose object the particle is ("took it off the shelf"); and "up to" before a number
    is no particle ("faced up to six years"), nor is "for" before a time ("fell for the third
    month"). An idiom does before a particle ("turned the page down") and before a place ("spilled
    the beans on the floor").

    Parameters
    ----------
    columns : Columns
        The tokens.
    row : int
        Row of the expression in the lexicon.
    places : sequence of int
        Places of its words.
    sentence : range
        Places of the tokens of its sentence.
    """
    lexicon, after = load_expressions(), places[-1] + 1
    lemma, kind = lexicon.lemmas[row], KINDS[lexicon.kinds[row]]
    if kind == "phrasal verb":
        if lemma.endswith(" up to") and _token(columns, after, sentence)[1] == "CD":
            return True
        verb, _, particle = lemma.partition(" ")
        if particle == "for" and _noun_after(columns, after, sentence) in movement("time"):
            return True
        is_apart = places[-1] - places[0] >= len(places)
        moves = is_apart or verb in movement("verb") or lemma in movement("object")
        return moves and particle in movement("particle") and _is_place(columns, after, sentence)
    # Not "put the guinea pig into the box".
    is_compound = all(_token(columns, place, sentence)[1] in _NOUN for place in places)
    if kind != "idiom" or is_compound:
        return False
    follows, tag = _token(columns, after, sentence)
    if tag in _PARTICLE:
        return lexicon.class_share(follows, "RP") > 0
    return follows in movement("surface") and _is_place(
        columns, after + 1, sentence, movement("place") | movement("container")
    )


def movement(name: str) -> frozenset[str]:
    """Return a row of ``movement.tsv``.

    Verbs ("verb"), particles ("particle"), verbs whose particle follows only if an object does
    ("object"), prepositions of surfaces ("surface"), and nouns of places ("place"), of what may
    contain or bear a thing ("container"), and of times ("time").
    """
    return _rows()[name]


@cache
def _rows() -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split(", ")) for name, words in pairs("movement.tsv")}


def _is_place(
    columns: Columns, start: int, sentence: range, nouns: frozenset[str] | None = None
) -> bool:
    """Return whether "the" or a possessive, and the noun of a place, begin at a token."""
    word, tag = _token(columns, start, sentence)
    is_known = word == "the" or tag == "PRP$"
    return is_known and _noun_after(columns, start, sentence) in (nouns or movement("place"))


def _noun_after(columns: Columns, start: int, sentence: range) -> str:
    """Return the lemma of the last word of a noun phrase that begins at a token."""
    end = start + 1
    while _token(columns, end, sentence)[1] in _PHRASE:
        end += 1
    return columns.lemmas[end - 1] if end - 1 in sentence else ""


def _token(columns: Columns, place: int, sentence: range) -> tuple[str, str]:
    """Return a token in lower case and its tag; empty texts outside the sentence."""
    if place not in sentence:
        return "", ""
    return columns.texts[place].lower(), columns.tag_names[place]
