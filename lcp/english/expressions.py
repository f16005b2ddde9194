"""Expressions: those of the lexicon, inflected or apart, and names of several words.

A listed expression occurs where its words do, its head in any inflected form, if the tags of its
words and of their neighbours allow it.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import CACHED_TOKENS
from lcp.english.columns import Expression, Span
from lcp.english.expression_index import POSSESSIVE, SLOT, expression_index, places_of
from lcp.english.kinds import KINDS as TOKEN_KINDS
from lcp.english.kinds import Fact
from lcp.english.lexicon.expression_table import KINDS, PARTS, load_expressions
from lcp.english.literal import is_literal
from lcp.english.network import load_model_of_english
from lcp.english.tags import NOMINAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lcp.base.array_types import Bools, Ints
    from lcp.english.columns import Columns
    from lcp.english.lexicon.sequences import Occurrences

#: Number of a sentence, places of tokens, kind and lemma of an expression.
_Unit = tuple[int, list[int], str, str]

#: Penn Treebank tags of verbs, of the last word of a noun ("human being"), of particles, and of
#: prepositions.
VERB = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD")
_NOUN = ("NN", "NNS", "NNP", "NNPS", "VBG")
_PARTICLE = ("RP", "RB")
#: Tags of plural nouns, which the tagger also takes for verbs.
_PLURAL = ("NNS", "VBZ")
_PREPOSITION = ("IN", "TO")
#: Tags of what follows a particle at the end of a clause.
_FINAL = (".", "VBD", "VBZ", "MD")
#: Tags of the first word of an object.
_OBJECT = ("DT", "PRP$", "CD", "JJ", "NNS")
#: Tags that occur in no gap of an expression: of other verbs, their particles, marks and markup.
_BARRIER = (
    *("VB", "VBD", "VBP", "VBZ", "MD", "RP", "CC"),
    *(".", ",", ":", "``", "''", "-LRB-", "-RRB-", ""),
)
_NAME, _PHRASAL_VERB, _IDIOM, _COMPOUND = map(
    KINDS.index, ("name", "phrasal verb", "idiom", "compound")
)


def expressions_of(columns: Columns) -> list[list[Expression]]:
    """Return the expressions of each sentence in order; they share no words.

    Of listed expressions that overlap, the one with the most words counts, then one that is not
    apart, then the first; one may be nested in the gap of another. Names count first.

    Examples
    --------
    >>> from lcp.english import analyse
    >>> [sentence] = analyse("Ann Lee took her hat off and kicked the bucket.")
    >>> [(expression.lemma, expression.edges) for expression in sentence.expressions]
    [('Ann Lee', (0, 7)), ('take off', (8, 12, 21, 24)), ('kick the bucket', (29, 46))]
    """
    lexicon, matches = load_expressions(), sequences_of(columns)
    units = [*_names(columns)]
    covered = {place for _, places, *_ in units for place in places}
    edges = np.append(0, columns.sentence_ends).tolist()
    for sentence, row, places in _disjoint(columns, matches.take(is_allowed(columns, matches))):
        tokens = range(edges[sentence], edges[sentence + 1])
        # "turned the page down" is neither "turn the page" nor "turn down".
        if covered.isdisjoint(places) and not is_literal(columns, row, places, tokens):
            units.append((sentence, places, KINDS[lexicon.kinds[row]], lexicon.lemmas[row]))
    return _expressions(columns, units)


def sequences_of(columns: Columns) -> Occurrences:
    """Return where the words of listed expressions are, whatever they mean; rows of the lexicon."""
    index = expression_index()
    numbers = [*map(_numbers, columns.texts, columns.tag_names, columns.lemmas)]
    rows = np.fromiter(chain.from_iterable(numbers), np.intp, 4 * len(numbers)).reshape(-1, 4)
    stops = np.repeat(columns.sentence_ends, np.diff(columns.sentence_ends, prepend=0))
    matches = index.sequences.find(rows, stops)
    return matches._replace(rows=index.rows[matches.rows])


@lru_cache(maxsize=CACHED_TOKENS)
def _numbers(form: str, tag: str, lemma: str) -> tuple[int, int, int, int]:
    """Return the numbers of a token: as it is, as a head and its lemma, in or after a slot."""
    index, lowered, lemma = expression_index(), form.lower(), lemma.lower()
    head, of_lemma = index.heads.get(lowered, 0), index.heads.get(lemma, 0)
    is_reflexive = tag == "PRP" and lowered.endswith(("self", "selves"))
    slot = SLOT if tag in POSSESSIVE else "oneself" if is_reflexive else ""
    lemma_only = of_lemma if of_lemma != head else 0
    last = index.exact.get(slot, 0) or index.after_slot.get(lemma if tag in _PLURAL else lowered, 0)
    return index.exact.get(lowered, 0), head, lemma_only, last


def occurrences_of(columns: Columns, row: int) -> list[Expression]:
    """Return the occurrences of one listed expression in order, whatever it means."""
    lexicon, matches = load_expressions(), sequences_of(columns)
    matches = matches.take((matches.rows == row) & _is_connected(columns, matches))
    kind, lemma = KINDS[lexicon.kinds[row]], lexicon.lemmas[row]
    units = [(sentence, places, kind, lemma) for sentence, _, places in _disjoint(columns, matches)]
    return [expression for group in _expressions(columns, units) for expression in group]


def _expressions(columns: Columns, units: list[_Unit]) -> list[list[Expression]]:
    """Return the expressions of each sentence in order from their places."""
    units.sort()
    flat = np.array([place for _, places, *_ in units for place in places], dtype=np.intp)
    spans = zip(columns.starts[flat].tolist(), columns.ends[flat].tolist(), strict=True)
    follows_slot = iter(columns.has_tag(POSSESSIVE)[flat - 1].tolist())
    expressions: list[list[Expression]] = [[] for _ in columns.sentence_ends]
    for sentence, places, kind, lemma in units:
        parts = tuple(islice(spans, len(places)))
        edges = [*parts[0]]
        gaps = [False, *(place - before > 1 for before, place in pairwise(places))]
        for part, is_after_gap, is_filled in zip(parts, gaps, follows_slot, strict=False):
            if is_after_gap and not is_filled:
                edges += part
            edges[-1] = part[1]
        expressions[sentence].append(Expression(parts, kind, lemma, tuple(edges)))
    return expressions


def is_allowed(columns: Columns, matches: Occurrences) -> Bools:
    """Return whether tags and capitals allow an expression at each of its occurrences."""
    lexicon, firsts, lasts = load_expressions(), matches.starts, matches.ends - 1
    columns_of = (lexicon.parts, lexicon.kinds, lexicon.gaps, lexicon.shares)
    parts, kinds, gaps, shares = (column[matches.rows] for column in columns_of)
    capital = columns.has(Fact.CAPITAL | Fact.CAPITALS)
    preposition, pair = columns.has_tag(_PREPOSITION), firsts == lasts - 1
    # "told him off for it", "brought about a change", but not "took it off the shelf"
    least = load_model_of_english().settings["usually_particle"] * 255
    usual = (matches.gap_starts == matches.gap_ends) & (shares > least)
    particle = columns.has_tag(_PARTICLE)[lasts] | usual
    particle |= preposition[lasts] & (preposition | columns.has_tag(_FINAL))[matches.ends]
    # "put on your coat", but not "it was put on the list"
    needs = expression_index().takes_object[matches.rows]
    needs &= (matches.gap_starts == matches.gap_ends) & ~columns.has_tag(("VBN",))[firsts]
    particle |= needs & columns.has_tag(_OBJECT)[matches.ends]
    is_about = columns.has_tag(("RB",))[lasts] & columns.has_tag(("CD", "PDT"))[matches.ends]
    of_noun = columns.has_tag(NOMINAL)[matches.ends]
    edges, word = np.append(0, columns.sentence_ends), np.append(columns.has(Fact.SPOKEN), False)
    is_edge = np.zeros(len(word), dtype=bool)
    is_edge[edges] = True
    aside = is_edge[firsts] | is_edge[matches.ends] | ~(word[firsts - 1] & word[matches.ends])
    is_allowed = (shares > 0) & _is_connected(columns, matches)
    for applies, holds in (
        (parts == PARTS.index("VERB"), columns.has_tag(VERB)[firsts]),
        (
            (parts == PARTS.index("NOUN")) & expression_index().ends_in_noun[matches.rows],
            columns.has_tag(_NOUN)[lasts],
        ),
        # "going to leave", but not "going to the park"
        (parts == PARTS.index("AUX"), ~columns.has_tag(("IN",))[lasts]),
        # "used to go", but not "is used to cut"
        ((parts == PARTS.index("AUX")) & pair, ~columns.has_tag(("VBN",))[firsts]),
        # "so that it was fun", but not "so that was fun"
        (parts == PARTS.index("SCONJ"), ~columns.has_tag(("DT",))[lasts]),
        # "made good on it", "in full", but not "made good cakes", "in full uniform"
        (
            (parts == PARTS.index("VERB")) | preposition[firsts],
            ~(of_noun & columns.has_tag(("JJ",))[lasts]),
        ),
        # "the former", "no one", but not "the former leader", "no one group"
        (parts == PARTS.index("PRON"), ~of_noun),
        # "You know, he left.", but not "If you know him"
        (parts == PARTS.index("INTJ"), aside),
        (kinds == _NAME, capital[firsts] & capital[lasts]),
        # "The boot" is the name of a torture, and nearly always a boot.
        (kinds == _COMPOUND, ~columns.has_tag(("DT",))[firsts]),
        ((kinds == _PHRASAL_VERB) & (gaps > 0), particle),
        # "We get over 10 letters a day."
        (kinds == _PHRASAL_VERB, ~is_about),
        # "turned to his wife", "listened to music" mean what their words mean
        ((kinds == _PHRASAL_VERB) & pair & ~usual, ~_is_form(columns, "to", lasts)),
        # "looked it up on the map"
        (parts == PARTS.index("ADP"), ~columns.has_tag(("RP",))[firsts]),
        # "hold storm water" is about another noun
        (
            (kinds == _IDIOM) & (gaps > 0),
            ~(
                columns.has_tag(("NN",))[matches.gap_ends - 1]
                & columns.has_tag(_NOUN)[matches.gap_ends]
            ),
        ),
        # "kicked the bucket of water"
        (
            (parts == PARTS.index("VERB"))
            & (kinds == _IDIOM)
            & columns.has_tag(("DT",))[lasts - 1],
            ~_is_form(columns, "of", matches.ends),
        ),
    ):
        is_allowed &= ~applies | holds
    return is_allowed


def _is_form(columns: Columns, form: str, places: Ints) -> Bools:
    """Return whether a token at each place is a word; False after the last token."""
    texts = [*columns.texts, ""]
    return np.array([texts[place].lower() == form for place in places.tolist()], dtype=bool)


def _is_connected(columns: Columns, matches: Occurrences) -> Bools:
    """Return whether no word or mark in a gap divides an expression."""
    barriers = np.cumsum(columns.has_tag(_BARRIER))
    return np.asarray(barriers[matches.gap_starts - 1] == barriers[matches.gap_ends - 1])


def _disjoint(columns: Columns, matches: Occurrences) -> Iterator[tuple[int, int, list[int]]]:
    """Yield sentence, row and places of the occurrences that count; they share no words."""
    lexicon = load_expressions()
    sentences = np.searchsorted(columns.sentence_ends, matches.starts, side="right")
    gaps, spans = matches.gap_ends - matches.gap_starts, matches.ends - matches.starts
    slots = expression_index().has_slot[matches.rows]
    # "at once" in "came at once", not "come at"
    is_verb = (lexicon.kinds[matches.rows] == _PHRASAL_VERB) & (lexicon.gaps[matches.rows] == 0)
    order = np.lexsort((gaps, matches.starts, is_verb, spans, gaps + slots - spans, sentences))
    rows = zip(*[column[order].tolist() for column in (sentences, *matches)], strict=True)
    used: set[int] = set()
    spans_of: defaultdict[int, list[Span]] = defaultdict(list)
    for sentence, row, start, end, *gap in rows:
        places = places_of(row, start, end, *gap)
        if used.isdisjoint(places) and not any(_cross((start, end), o) for o in spans_of[sentence]):
            used.update(places)
            spans_of[sentence].append((start, end))
            yield sentence, row, places


def _cross(one: Span, other: Span) -> bool:
    """Return whether only a part of one expression is in a gap of the other."""
    return one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]


def _names(columns: Columns) -> Iterator[_Unit]:
    """Yield the names of several words: "Dr. Lee", "Bank of England"."""
    is_name = columns.kinds == TOKEN_KINDS.index("name")
    is_short = columns.kinds == TOKEN_KINDS.index("abbreviation")
    places = np.flatnonzero(is_name | (is_short & columns.has_tag(("NNP",))[:-1]))
    touches = np.append(False, columns.starts[1:] == columns.ends[:-1])[places].tolist()
    sentences = np.searchsorted(columns.sentence_ends, places, side="right").tolist()
    runs: list[tuple[int, list[int]]] = []
    for sentence, place, is_part in zip(sentences, places.tolist(), touches, strict=True):
        owner, run = runs[-1] if runs else (-1, [])
        gap = place - run[-1] if owner == sentence else 0
        if gap == 1 and not is_part:
            run.append(place)
        elif gap == 2 and columns.texts[place - 1] == "of":  # noqa: PLR2004 - the word between
            run += [place - 1, place]
        else:
            runs.append((sentence, [place]))
    for sentence, run in runs:
        if len(run) > 1 and is_name[run].any():
            yield sentence, run, "name", " ".join(columns.texts[run[0] : run[-1] + 1])
