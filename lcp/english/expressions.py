"""Expressions: those of the lexicon, inflected or apart, and names of several words.

A listed expression occurs where its words do, its head in any inflected form, if the tags of its
words and of their neighbours allow it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, count, islice, pairwise
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.caches import Computed
from lcp.english.columns import Expression, Span
from lcp.english.kinds import KINDS as TOKEN_KINDS
from lcp.english.kinds import Fact
from lcp.english.lemmas import candidates, is_irregular
from lcp.english.literal import is_literal, movement
from lcp.english.model import load_model_of_english
from lcp.english.tags import NOMINAL
from lcp.english.tokens import divided
from lcp.lexicon.expressions import KINDS, PARTS, POSSESSIVE_SLOTS, load_expressions
from lcp.lexicon.sequences import Occurrences, Sequences

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lcp.arrays import Bools, Ints
    from lcp.english.columns import Columns
    from lcp.english.vocabulary import Vocabulary

#: Number of a sentence, places of tokens, kind and form of an expression.
_Unit = tuple[int, list[int], str, str]

#: Penn Treebank tags of verbs, of the last word of a noun ("human being"), of particles, of
#: prepositions, and of possessives before a noun.
VERB = ("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD")
_NOUN = ("NN", "NNS", "NNP", "NNPS", "VBG")
_PARTICLE = ("RP", "RB")
_PREPOSITION = ("IN", "TO")
_POSSESSIVE = ("POS", "PRP$", "WP$")
#: Tags of plural nouns, which the tagger also takes for verbs.
_PLURAL = ("NNS", "VBZ")
#: Tags of what follows a particle at the end of a clause.
_FINAL = (".", "VBD", "VBZ", "MD")
#: Tags of the first word of an object.
_OBJECT = ("DT", "PRP$", "CD", "JJ", "NNS")
#: Tags that occur in no gap of an expression: of other verbs, their particles, marks and markup.
_BARRIER = (
    *("VB", "VBD", "VBP", "VBZ", "MD", "RP", "CC"),
    *(".", ",", ":", "``", "''", "-LRB-", "-RRB-", ""),
)
#: Words after the head of a noun: "heads of state".
_LINKS = frozenset({"of", "in", "for", "to", "on", "at", "by", "and", "with", "from"})
_SLOT = "one's"
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
    >>> [(expression.form, expression.edges) for expression in sentence.expressions]
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
            units.append((sentence, places, KINDS[lexicon.kinds[row]], lexicon.forms[row]))
    return _expressions(columns, units)


def occurrences_of(columns: Columns, row: int) -> list[Expression]:
    """Return the occurrences of one listed expression in order, whatever it means."""
    lexicon, matches = load_expressions(), sequences_of(columns)
    matches = matches.take((matches.rows == row) & _is_connected(columns, matches))
    kind, form = KINDS[lexicon.kinds[row]], lexicon.forms[row]
    units = [(sentence, places, kind, form) for sentence, _, places in _disjoint(columns, matches)]
    return [expression for group in _expressions(columns, units) for expression in group]


def _expressions(columns: Columns, units: list[_Unit]) -> list[list[Expression]]:
    """Return the expressions of each sentence in order from their places."""
    units.sort()
    flat = np.array([place for _, places, *_ in units for place in places], dtype=np.intp)
    spans = zip(columns.starts[flat].tolist(), columns.ends[flat].tolist(), strict=True)
    follows_slot = iter(has_tag(columns, _POSSESSIVE)[flat - 1].tolist())
    expressions: list[list[Expression]] = [[] for _ in columns.sentence_ends]
    for sentence, places, kind, form in units:
        parts = tuple(islice(spans, len(places)))
        edges = [*parts[0]]
        gaps = [False, *(place - before > 1 for before, place in pairwise(places))]
        for part, is_after_gap, is_filled in zip(parts, gaps, follows_slot, strict=False):
            if is_after_gap and not is_filled:
                edges += part
            edges[-1] = part[1]
        expressions[sentence].append(Expression(parts, kind, form, tuple(edges)))
    return expressions


def sequences_of(columns: Columns) -> Occurrences:
    """Return where the words of listed expressions are, whatever they mean; rows of the lexicon."""
    index, options = _index(), _options(columns.vocabulary)
    numbers = chain.from_iterable(map(options.__getitem__, columns.codes))
    rows = np.fromiter(numbers, np.intp, 4 * len(columns.codes)).reshape(-1, 4)
    stops = np.repeat(columns.sentence_ends, np.diff(columns.sentence_ends, prepend=0))
    matches = index.sequences.find(rows, stops)
    return matches._replace(rows=index.rows[matches.rows])


def _places(row: int, start: int, end: int, gap_start: int, gap_end: int) -> list[int]:
    """Return the places of the words of an occurrence, without the possessive in a slot."""
    places = [*range(start, gap_start), *range(gap_end, end)] if gap_end else [*range(start, end)]
    if (slot := _index().slots.get(row)) is not None:
        del places[slot]
    return places


@dataclass(frozen=True)
class _Index:
    """The listed expressions as sequences of numbers.

    Attributes
    ----------
    rows : int array of shape (n_expressions,)
        Row in the lexicon of each sequence.
    slots : dict of int to int
        Place of the possessive slot in the expressions that have one, by row.
    exact, heads, after_slot : dict of str to int
        Number of each word that occurs as it is, of each word that is inflected, and of each word
        after a possessive slot that is no plural: nouns may be one there ("changed their minds").
    ends_in_noun : bool array of shape (n_listed,)
        Whether the last word of the expression in each row is a noun: in compounds always, in
        other nouns usually ("a taste of things to come").
    """

    sequences: Sequences
    rows: Ints
    slots: dict[int, int]
    exact: dict[str, int]
    heads: dict[str, int]
    after_slot: dict[str, int]
    ends_in_noun: Bools


@cache
def _index() -> _Index:
    lexicon, numbers = load_expressions(), count(1)
    # The shortest form is the dictionary form: "have to do with" before those with an object.
    rows = sorted(range(len(lexicon.forms)), key=lambda row: len(lexicon.forms[row]))
    listed: list[list[int]] = []
    slots: dict[int, int] = {}
    exact, heads, after_slot = (defaultdict[str, int](numbers.__next__) for _ in range(3))
    for row in rows:
        words = _tokens(lexicon.without_objects(row))
        head = head_place(words, PARTS[lexicon.parts[row]])
        slot = words.index(_SLOT) if _SLOT in words else len(words)
        if slot < len(words):
            slots[row] = slot
        tables = [
            heads if place == head else after_slot if place > slot and _is_base(word) else exact
            for place, word in enumerate(words)
        ]
        listed.append([table[word] for table, word in zip(tables, words, strict=True)])
    ends_in_noun = lexicon.kinds == _COMPOUND
    for row in np.flatnonzero((lexicon.parts == PARTS.index("NOUN")) & ~ends_in_noun).tolist():
        ends_in_noun[row] = _is_noun(lexicon.forms[row].split()[-1])
    sequences = Sequences(listed, lexicon.gaps[rows])
    numbered = dict(exact), dict(heads), dict(after_slot)
    return _Index(sequences, np.array(rows), slots, *numbered, ends_in_noun)


def _is_base(word: str) -> bool:
    """Return whether a word has neither an ending of plurals nor an irregular form."""
    return len(candidates(word, "s")) == 1 and not is_irregular(word)


def _is_noun(word: str) -> bool:
    """Return whether a word is most often a noun or name, or is not known."""
    shares = load_expressions().class_shares(word)
    return not shares or max(shares, key=shares.__getitem__) in {"NN", "NNP"}


def _tokens(words: list[str]) -> list[str]:
    """Return the tokens of words of a dictionary form; a possessive slot is one."""
    if "".join(words).isalpha():
        return words
    tokens = []
    for word in words:
        pieces = [word[start:end] for start, end in divided(word)]
        tokens += [_SLOT] if word in POSSESSIVE_SLOTS else pieces
    return tokens


def head_place(words: Sequence[str], part: str) -> int:
    """Return the place of the word that is inflected, or -1."""
    if part == "VERB" or (part == "AUX" and words[0] in {"be", "have"}):
        return 0
    if part not in {"NOUN", "PROPN"}:
        return -1
    last = len(words) - 1
    return next((place - 1 for place in range(1, last) if words[place] in _LINKS), last)


@lru_cache(1)
def _options(vocabulary: Vocabulary) -> Computed[int, tuple[int, int, int, int]]:
    """Return the numbers of tokens by their codes; see :func:`_numbers`."""
    return Computed(lambda code: _numbers(*vocabulary.pair(code), vocabulary.lemmas[code].lower()))


def _numbers(form: str, tag: str, base: str) -> tuple[int, int, int, int]:
    """Return the numbers of a token: as it is, as a head and its lemma, in or after a slot."""
    index, lowered = _index(), form.lower()
    head, of_base = index.heads.get(lowered, 0), index.heads.get(base, 0)
    is_reflexive = tag == "PRP" and lowered.endswith(("self", "selves"))
    slot = _SLOT if tag in _POSSESSIVE else "oneself" if is_reflexive else ""
    base_only = of_base if of_base != head else 0
    last = index.exact.get(slot, 0) or index.after_slot.get(base if tag in _PLURAL else lowered, 0)
    return index.exact.get(lowered, 0), head, base_only, last


def has_tag(columns: Columns, tags: Sequence[str]) -> Bools:
    """Return whether each token has one of the tags, and False for the place after the last."""
    allowed = np.array([tag in tags for tag in columns.vocabulary.tags])
    return np.append(allowed[columns.tags], False)


def is_allowed(columns: Columns, matches: Occurrences) -> Bools:
    """Return whether tags and capitals allow an expression at each of its occurrences."""
    lexicon, firsts, lasts = load_expressions(), matches.starts, matches.ends - 1
    columns_of = (lexicon.parts, lexicon.kinds, lexicon.gaps, lexicon.shares)
    parts, kinds, gaps, shares = (column[matches.rows] for column in columns_of)
    capital = columns.has(Fact.CAPITAL | Fact.CAPITALS)
    preposition, pair = has_tag(columns, _PREPOSITION), firsts == lasts - 1
    # "told him off for it", "brought about a change", but not "took it off the shelf"
    least = load_model_of_english().settings["usually_particle"] * 255
    usual = (matches.gap_starts == matches.gap_ends) & (shares > least)
    particle = has_tag(columns, _PARTICLE)[lasts] | usual
    particle |= preposition[lasts] & (preposition | has_tag(columns, _FINAL))[matches.ends]
    # "put on your coat", but not "it was put on the list"
    needs = np.isin(matches.rows, [lexicon.row_of[form] for form in movement("object")])
    needs &= (matches.gap_starts == matches.gap_ends) & ~has_tag(columns, ("VBN",))[firsts]
    particle |= needs & has_tag(columns, _OBJECT)[matches.ends]
    is_about = has_tag(columns, ("RB",))[lasts] & has_tag(columns, ("CD", "PDT"))[matches.ends]
    of_noun = has_tag(columns, NOMINAL)[matches.ends]
    edges, word = np.append(0, columns.sentence_ends), np.append(columns.has(Fact.SPOKEN), False)
    aside = np.isin(firsts, edges) | np.isin(matches.ends, edges)
    aside |= ~(word[firsts - 1] & word[matches.ends])
    is_allowed = (shares > 0) & _is_connected(columns, matches)
    for applies, holds in (
        (parts == PARTS.index("VERB"), has_tag(columns, VERB)[firsts]),
        (
            (parts == PARTS.index("NOUN")) & _index().ends_in_noun[matches.rows],
            has_tag(columns, _NOUN)[lasts],
        ),
        # "going to leave", but not "going to the park"
        (parts == PARTS.index("AUX"), ~has_tag(columns, ("IN",))[lasts]),
        # "used to go", but not "is used to cut"
        ((parts == PARTS.index("AUX")) & pair, ~has_tag(columns, ("VBN",))[firsts]),
        # "so that it was fun", but not "so that was fun"
        (parts == PARTS.index("SCONJ"), ~has_tag(columns, ("DT",))[lasts]),
        # "made good on it", "in full", but not "made good cakes", "in full uniform"
        (
            (parts == PARTS.index("VERB")) | preposition[firsts],
            ~(of_noun & has_tag(columns, ("JJ",))[lasts]),
        ),
        # "the former", "no one", but not "the former leader", "no one group"
        (parts == PARTS.index("PRON"), ~of_noun),
        # "You know, he left.", but not "If you know him"
        (parts == PARTS.index("INTJ"), aside),
        (kinds == _NAME, capital[firsts] & capital[lasts]),
        # "The boot" is the name of a torture, and nearly always a boot.
        (kinds == _COMPOUND, ~has_tag(columns, ("DT",))[firsts]),
        ((kinds == _PHRASAL_VERB) & (gaps > 0), particle),
        # "We get over 10 letters a day."
        (kinds == _PHRASAL_VERB, ~is_about),
        # "turned to his wife", "listened to music" mean what their words mean
        ((kinds == _PHRASAL_VERB) & pair & ~usual, ~_is_form(columns, "to", lasts)),
        # "looked it up on the map"
        (parts == PARTS.index("ADP"), ~has_tag(columns, ("RP",))[firsts]),
        # "hold storm water" is about another noun
        (
            (kinds == _IDIOM) & (gaps > 0),
            ~(
                has_tag(columns, ("NN",))[matches.gap_ends - 1]
                & has_tag(columns, _NOUN)[matches.gap_ends]
            ),
        ),
        # "kicked the bucket of water"
        (
            (parts == PARTS.index("VERB"))
            & (kinds == _IDIOM)
            & has_tag(columns, ("DT",))[lasts - 1],
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
    barriers = np.cumsum(has_tag(columns, _BARRIER))
    return np.asarray(barriers[matches.gap_starts - 1] == barriers[matches.gap_ends - 1])


def _disjoint(columns: Columns, matches: Occurrences) -> Iterator[tuple[int, int, list[int]]]:
    """Yield sentence, row and places of the occurrences that count; they share no words."""
    lexicon = load_expressions()
    sentences = np.searchsorted(columns.sentence_ends, matches.starts, side="right")
    gaps, spans = matches.gap_ends - matches.gap_starts, matches.ends - matches.starts
    slots = np.isin(matches.rows, [*_index().slots])
    # "at once" in "came at once", not "come at"
    is_verb = (lexicon.kinds[matches.rows] == _PHRASAL_VERB) & (lexicon.gaps[matches.rows] == 0)
    order = np.lexsort((gaps, matches.starts, is_verb, spans, gaps + slots - spans, sentences))
    rows = zip(*[column[order].tolist() for column in (sentences, *matches)], strict=True)
    used: set[int] = set()
    spans_of: defaultdict[int, list[Span]] = defaultdict(list)
    for sentence, row, start, end, *gap in rows:
        places = _places(row, start, end, *gap)
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
    places = np.flatnonzero(is_name | (is_short & has_tag(columns, ("NNP",))[:-1]))
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
