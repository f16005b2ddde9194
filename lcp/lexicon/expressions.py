"""The bundled lexicon of expressions, their counts, and the word classes that tell them apart."""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from operator import contains
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lcp.english.text import CACHED_WORDS, WordCache
from lcp.lexicon.arrays import stored_arrays, text_lines
from lcp.lexicon.file import listed_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

#: Version of the file format. Files of other versions raise an error.
SCHEMA = 1
#: Kinds of expressions.
KINDS = ("compound", "phrasal verb", "idiom", "fixed phrase", "name")
#: Universal parts of speech of expressions.
PARTS = (*("NOUN", "VERB", "ADJ", "ADV", "ADP", "SCONJ", "DET", "PRON", "INTJ", "AUX", "PROPN"),)
#: Classes of words: Penn Treebank tags (Marcus et al. 1993), partly joined. VB is any finite or
#: base form, IN also "to", DT also possessive pronouns, and PUNCT all marks.
CLASSES = (
    *("NN", "NNP", "VB", "VBG", "VBN", "MD", "JJ", "RB", "DT", "PRP", "IN", "RP", "CC", "CD"),
    *("POS", "PUNCT"),
)
#: Words of dictionary forms that stand for other words: a possessive, and an object.
POSSESSIVE_SLOTS = frozenset({"one's", "someone's", "somebody's"})
OBJECT_SLOTS = frozenset({"someone", "somebody", "something"})
_SLOTS = POSSESSIVE_SLOTS | OBJECT_SLOTS | {"oneself"}
#: What fills them in base forms.
_FILLED = dict.fromkeys(POSSESSIVE_SLOTS, "your") | {"oneself": "yourself"}
#: Words that fill a possessive slot, and the ending of others, which are in the gap before it.
POSSESSIVES = ("my", "your", "his", "her", "its", "our", "their", "whose")
_REFLEXIVE = ("myself", "yourself", "himself", "herself", "itself", "ourselves", "yourselves")
_SLOT_OF = dict.fromkeys((*POSSESSIVES, "'s"), "one's") | dict.fromkeys(
    (*_REFLEXIVE, "themselves"), "oneself"
)
_FILE = Path(__file__).with_name("expressions.npz")
ARRAYS = {
    **dict.fromkeys(("kinds", "parts", "gaps", "shares", "emissions"), "uint8"),
    "counts": "int32",
    "transitions": "float32",
}
_TEXTS = ("forms", "inflected", "words")
#: Row of an expression, the places of its words, and of its gap.
Placement = tuple[int, Sequence[int], range]


@dataclass(frozen=True)
class Expressions:
    """Expressions of several words in their dictionary forms, in lower case.

    Attributes
    ----------
    about : dict
        ``schema``; ``tokens`` (of the counted texts); ``classes`` (shares of the classes of words).
    forms : list of str of length n_expressions
        Dictionary forms, words separated by spaces, sorted by words. The row of an expression is
        its index. ``one's`` and ``someone's`` stand for a possessive, ``oneself`` for a reflexive
        pronoun, ``someone`` and ``something`` for an object.
    kinds, parts : uint8 array of shape (n_expressions,)
        Index in `KINDS` and in `PARTS`.
    gaps : uint8 array of shape (n_expressions,)
        Largest number of words that may divide the expression; 0 if it is never apart.
    counts : int32 array of shape (n_expressions,)
        Occurrences in the texts, in any inflected form.
    shares : uint8 array of shape (n_expressions,)
        Share of the occurrences of its words in this order that are the expression, in steps of
        1/255; 0 for expressions that are nearly always literal, such as "come in".
    inflected : list of str
        Inflected form, part of speech and base form of verbs and nouns, separated by spaces.
    words : list of str
        Words with known classes, in lower case, and endings such as ``-ing`` for other words.
    emissions : uint8 array of shape (n_words, n_classes)
        Share of each class of a word, in steps of 1/255.
    transitions : float32 array of shape (n_classes + 1, n_classes)
        Log probability of each class after another; the last row is for the first word.
    """

    about: dict[str, Any]
    forms: list[str]
    inflected: list[str]
    words: list[str]
    kinds: NDArray[np.uint8]
    parts: NDArray[np.uint8]
    gaps: NDArray[np.uint8]
    counts: NDArray[np.int32]
    shares: NDArray[np.uint8]
    emissions: NDArray[np.uint8]
    transitions: NDArray[np.float32]

    def rows(self, targets: Iterable[str]) -> Rows:
        """Return the rows of expressions, also inflected; -1 for those that are not listed.

        A slot may be filled, and determiners of idioms may differ. Words between the parts of an
        expression are ignored within its gap.

        >>> found = load_expressions().rows(["Kicked the bucket", "take off", "hat off"])
        >>> int(found[2]), [load_expressions().forms[row] for row in found[:2]]
        (-1, ['kick the bucket', 'take off'])
        """
        return np.array([self._row(listed_form(target)) for target in targets], dtype=np.intp)

    def matches(self, words: Sequence[str]) -> list[Match]:
        """Return the expressions in a sequence of words, whatever is in their gaps.

        Parameters
        ----------
        words : sequence of str
            Words and punctuation marks of a sentence.
        """
        matches: list[Match] = []
        for row, places, gap in self._placements(words):
            pattern = self._pattern(row)
            if places[-1] < len(words):
                keys = [self.keys[words[place]] for place in places]
                if all(map(contains, keys, pattern)):
                    # A possessive in a slot does not belong to the expression.
                    pairs = zip(places, pattern, strict=True)
                    filled = tuple([place for place, key in pairs if key != "one's"])
                    matches.append(Match(row, filled, gap))
        return matches

    def base(self, row: int) -> str:
        """Return an expression with "your" in the slot of a possessive, and without objects.

        >>> lexicon = load_expressions()
        >>> [lexicon.base(row) for row in lexicon.rows(["gone back on", "pulled Tom's leg"])]
        ['go back on', 'pull your leg']
        """
        return " ".join([_FILLED.get(word, word) for word in self._without_objects(row)])

    def usual(self) -> list[str]:
        """Return the expressions that occur in the texts, without names."""
        rows = np.flatnonzero((self.counts > 0) & (self.kinds != KINDS.index("name")))
        return [*map(self.base, rows.tolist())]

    def _placements(self, words: Sequence[str]) -> list[Placement]:
        """Return what may be the expressions in a sentence, by the groups of their words."""
        groups = [*map(self._groups.__getitem__, words), ""]
        placements: list[Placement] = []
        pairs, openings = self._openings
        starts = [(at, pair) for at, pair in enumerate(pairwise(groups)) if pair in pairs]
        for start, pair in starts:
            for key in pair, (*pair, groups[start + 2]):
                for row in openings.get(key, ()):
                    places = range(start, start + len(self._pattern(row)))
                    placements.append((row, places, range(0)))
        for start in [start for start, group in enumerate(groups) if group in self._apart]:
            lasts, reach = self._apart[groups[start]]
            window = groups[start + 1 : start + reach]
            if not lasts.keys().isdisjoint(window):
                ends = [end for end, last in enumerate(window, start + 2) if last in lasts]
                rows = [(end, row) for end in ends for row in lasts[groups[end - 1]]]
                placements += [placement for pair in rows for placement in self._gaps(start, *pair)]
        return placements

    def _gaps(self, start: int, end: int, row: int) -> Iterator[Placement]:
        """Yield each way in which an expression from `start` to `end` may be apart."""
        size = end - start - len(self._pattern(row))
        if 0 < size <= self.gaps[row]:
            for at in range(start + 1, end - size):
                yield row, (*range(start, at), *range(at + size, end)), range(at, at + size)

    @cached_property
    def _row(self) -> Callable[[str], int]:
        return lru_cache(CACHED_WORDS)(self._longest)

    def _longest(self, target: str) -> int:
        """Return the row of the expression with the most words that is the whole target."""
        words = [part for word in target.split() for part in parted(word)]
        if not words:
            return -1
        full = [
            match
            for match in self.matches(words)
            if match.places[0] == 0 and match.places[-1] == len(words) - 1
        ]
        return max(full, key=lambda match: len(match.places)).row if full else -1

    @cached_property
    def keys(self) -> WordCache[tuple[str, ...]]:
        """A word in lower case, its base forms with part of speech, and its slot."""
        listed: dict[str, tuple[str, ...]] = {word: (word, slot) for word, slot in _SLOT_OF.items()}
        for form, part, base in map(str.split, self.inflected):
            listed[form] = (*listed.get(form, _uninflected(form)), f"{base}/{part}")
        return WordCache(lambda word: listed.get(form := folded(word)) or _uninflected(form))

    @cached_property
    def _group_of(self) -> dict[str, str]:
        """One word for all inflected forms that share base forms, or a slot."""
        groups: dict[str, list[str]] = {}
        inflected = [(form, base) for form, _, base in map(str.split, self.inflected)]
        for form, base in [*_SLOT_OF.items(), *inflected]:
            one, other = groups.setdefault(base, [base]), groups.setdefault(form, [form])
            if one is not other:
                one += other
                groups |= dict.fromkeys(other, one)
        return {form: group[0] for form, group in groups.items()}

    @cached_property
    def _groups(self) -> WordCache[str]:
        return WordCache(lambda word: self._group_of.get(form := folded(word), form))

    @cached_property
    def _openings(self) -> tuple[set[tuple[str, ...]], dict[tuple[str, ...], list[int]]]:
        """Groups of the first two words of expressions, and the rows by those of three words."""
        groups, openings = self._group_of, defaultdict(list)
        # The shortest form is the dictionary form: "have to do with" before those with an object.
        for row in sorted(range(len(self.forms)), key=lambda row: len(self.forms[row])):
            opening = [groups.get(word, word) for word in self._words(row)[:3]]
            openings[tuple(opening)].append(row)
        return {key[:2] for key in openings}, dict(openings)

    @cached_property
    def _apart(self) -> dict[str, tuple[dict[str, list[int]], int]]:
        """Rows of expressions that may be apart, by the groups of their first and last words.

        With the largest number of places from the first word to the last.
        """
        apart: dict[str, tuple[dict[str, list[int]], int]] = {}
        for row in sorted(np.flatnonzero(self.gaps).tolist(), key=lambda row: len(self.forms[row])):
            words = [*map(self._groups.__getitem__, self._words(row))]
            lasts, reach = apart.get(words[0], ({}, 0))
            lasts.setdefault(words[-1], []).append(row)
            apart[words[0]] = lasts, max(reach, len(words) + int(self.gaps[row]))
        return apart

    @cached_property
    def _pattern(self) -> Callable[[int], list[str]]:
        return lru_cache(CACHED_WORDS)(self.pattern)

    def pattern(self, row: int) -> list[str]:
        """Return the keys of an expression's words; see :attr:`keys`."""
        words, part = self._words(row), PARTS[self.parts[row]]
        if part == "VERB" or (part == "AUX" and words[0] in {"be", "have"}):
            words[0] += "/v"
        elif part in {"NOUN", "PROPN"}:
            head = next((i for i, word in enumerate(words[1:]) if word in _LINKS), -1)
            words[head] += "/n"
        return words

    def _words(self, row: int) -> list[str]:
        """Return the words of an expression without its objects; a possessive is "one's"."""
        words = self.forms[row].split()
        if _SLOTS.isdisjoint(words) and "'" not in self.forms[row]:
            return words
        return [
            part
            for word in self._without_objects(row)
            for part in (["one's"] if word in POSSESSIVE_SLOTS else parted(word))
        ]

    def _without_objects(self, row: int) -> list[str]:
        """Return the words of the dictionary form; "something or other" has no object."""
        words = self.forms[row].split()
        if PARTS[self.parts[row]] != "VERB":
            return words
        return [word for word in words if word not in OBJECT_SLOTS]


class Match(NamedTuple):
    """An expression in a sequence of words: its row, the places of its words, and of its gap."""

    row: int
    places: tuple[int, ...]
    skipped: range


#: Words after the head of a noun: "heads of state".
_LINKS = frozenset({"of", "in", "for", "to", "on", "at", "by", "and", "with", "from"})


def folded(word: str) -> str:
    """Return a word in lower case, with straight apostrophes."""
    return word.lower().replace("’", "'")


def _uninflected(form: str) -> tuple[str, ...]:
    return form, f"{form}/v", f"{form}/n"


def parted(word: str) -> list[str]:
    """Return the parts of a word with a possessive ending or a contracted "not".

    >>> parted("devil's"), parted("can't"), parted("goodness'"), parted("'s")
    (['devil', "'s"], ['ca', "n't"], ['goodness', "'"], ["'s"])
    """
    for ending in ("'s", "n't", "'"):
        if word.endswith(ending) and len(word) > len(ending):
            return [word.removesuffix(ending), ending]
    return [word]


def read_expressions(path: Path = _FILE) -> Expressions:
    """Read a lexicon of expressions without running code from the file.

    Raises
    ------
    ResourceError
        If the file is missing, damaged, inconsistent, or of another format version.
    """
    with stored_arrays(path, "lexicon of expressions") as stored:
        about = json.loads(stored["about"].tobytes())
        texts: dict[str, Any] = {name: text_lines(stored[name]) for name in _TEXTS}
        arrays: dict[str, Any] = {name: stored[name] for name in ARRAYS}
        columns = ("kinds", "parts", "gaps", "shares", "counts")
        sizes = {len(texts["forms"]), *(len(arrays[name]) for name in columns)}
        consistent = len(sizes) == 1 and len(arrays["emissions"]) == len(texts["words"])
        if about["schema"] != SCHEMA or not consistent:
            raise ValueError("another format version, or lengths that differ")
    return Expressions(about=about, **texts, **arrays)


@cache
def load_expressions() -> Expressions:
    """Read the bundled lexicon of expressions, once per process.

    Raises
    ------
    ResourceError
        As :func:`read_expressions`.
    """
    return read_expressions()


@cache
def expressions_checksum() -> str:
    """Return the checksum of the bundled lexicon of expressions."""
    return str(zlib.crc32(_FILE.read_bytes()))
