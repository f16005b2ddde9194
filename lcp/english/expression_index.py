"""The words of listed expressions, inflected or apart, found in text whatever they mean."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.lemmas import is_irregular, without_ending
from lcp.english.lexicon.expression_table import KINDS, PARTS, POSSESSIVE_SLOTS, load_expressions
from lcp.english.lexicon.sequences import Sequences
from lcp.english.literal import movement
from lcp.english.tokens import divided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Bools, Ints

#: Penn Treebank tags of possessives before a noun.
POSSESSIVE = ("POS", "PRP$", "WP$")
#: Words after the head of a noun: "heads of state".
_LINKS = frozenset({"of", "in", "for", "to", "on", "at", "by", "and", "with", "from"})
#: Word of lemmas that stands for a possessive.
SLOT = "one's"


@dataclass(frozen=True)
class Index:
    """The listed expressions as sequences of numbers.

    Attributes
    ----------
    rows : int array of shape (n_expressions,)
        Row in the lexicon of each sequence.
    slots : dict of int to int
        Place of the possessive slot in the expressions that have one, by row.
    has_slot : bool array of shape (n_listed,)
        Whether the expression in each row has one.
    exact, heads, after_slot : dict of str to int
        Number of each word that occurs as it is, of each word that is inflected, and of each word
        after a possessive slot that is no plural: nouns may be one there ("changed their minds").
    ends_in_noun : bool array of shape (n_listed,)
        Whether the last word of the expression in each row is a noun: in compounds always, in
        other nouns usually ("a taste of things to come").
    takes_object : bool array of shape (n_listed,)
        Whether an object follows the particle of the verb in each row: "put on your coat".
    """

    sequences: Sequences
    rows: Ints
    slots: dict[int, int]
    has_slot: Bools
    exact: dict[str, int]
    heads: dict[str, int]
    after_slot: dict[str, int]
    ends_in_noun: Bools
    takes_object: Bools


@cache
def expression_index() -> Index:
    """Index the listed expressions, once per process."""
    lexicon, numbers = load_expressions(), count(1)
    # The shortest is the lemma of all: "have to do with" before those with an object.
    rows = sorted(range(len(lexicon.lemmas)), key=lambda row: len(lexicon.lemmas[row]))
    listed: list[list[int]] = []
    slots: dict[int, int] = {}
    exact, heads, after_slot = (defaultdict[str, int](numbers.__next__) for _ in range(3))
    for row in rows:
        words = _tokens(lexicon.without_objects(row))
        head = head_place(words, PARTS[lexicon.parts[row]])
        slot = words.index(SLOT) if SLOT in words else len(words)
        if slot < len(words):
            slots[row] = slot
        tables = [
            heads if place == head else after_slot if place > slot and _is_lemma(word) else exact
            for place, word in enumerate(words)
        ]
        listed.append([table[word] for table, word in zip(tables, words, strict=True)])
    ends_in_noun = lexicon.kinds == KINDS.index("compound")
    for row in np.flatnonzero((lexicon.parts == PARTS.index("NOUN")) & ~ends_in_noun).tolist():
        ends_in_noun[row] = _is_noun(lexicon.lemmas[row].split()[-1])
    sequences = Sequences(listed, lexicon.gaps[rows])
    numbered = dict(exact), dict(heads), dict(after_slot)
    takes_object = np.array([lemma in movement("object") for lemma in lexicon.lemmas])
    has_slot = np.isin(np.arange(len(rows)), [*slots])
    return Index(sequences, np.array(rows), slots, has_slot, *numbered, ends_in_noun, takes_object)


def places_of(row: int, start: int, end: int, gap_start: int, gap_end: int) -> list[int]:
    """Return the places of the words of an occurrence, without the possessive in a slot."""
    places = [*range(start, gap_start), *range(gap_end, end)] if gap_end else [*range(start, end)]
    if (slot := expression_index().slots.get(row)) is not None:
        del places[slot]
    return places


def _is_lemma(word: str) -> bool:
    """Return whether a word has neither an ending of plurals nor an irregular form."""
    return len(without_ending(word, "s")) == 1 and not is_irregular(word)


def _is_noun(word: str) -> bool:
    """Return whether a word is most often a noun or name, or is not known."""
    shares = load_expressions().class_shares(word)
    return not shares or max(shares, key=shares.__getitem__) in {"NN", "NNP"}


def _tokens(words: list[str]) -> list[str]:
    """Return the tokens of words of a lemma; a possessive slot is one."""
    if "".join(words).isalpha():
        return words
    tokens: list[str] = []
    for word in words:
        tokens += [SLOT] if word in POSSESSIVE_SLOTS else divided(word)
    return tokens


def head_place(words: Sequence[str], part: str) -> int:
    """Return the place of the word that is inflected, or -1."""
    if part == "VERB" or (part == "AUX" and words[0] in {"be", "have"}):
        return 0
    if part not in {"NOUN", "PROPN"}:
        return -1
    last = len(words) - 1
    return next((place - 1 for place in range(1, last) if words[place] in _LINKS), last)
