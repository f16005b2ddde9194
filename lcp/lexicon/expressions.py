"""The bundled lexicon of expressions, their counts, and the word classes that tell them apart."""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lcp.english.text import WordCache
from lcp.lexicon.arrays import stored_arrays, text_lines
from lcp.lexicon.file import listed_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
_SLOTS = POSSESSIVE_SLOTS | OBJECT_SLOTS
#: Words that fill a possessive slot, and the ending of others, which are in the gap before it.
POSSESSIVES = ("my", "your", "his", "her", "its", "our", "their", "whose")
_REFLEXIVE = ("myself", "yourself", "himself", "herself", "itself", "ourselves", "yourselves")
_SLOT_OF = dict.fromkeys((*POSSESSIVES, "'s"), "one's") | dict.fromkeys(
    (*_REFLEXIVE, "themselves"), "oneself"
)
#: Occurrences in the texts from which an expression is rated in advance.
USUAL = 3
_FILE = Path(__file__).with_name("expressions.npz")
ARRAYS = {
    **dict.fromkeys(("kinds", "parts", "gaps", "shares", "emissions"), "uint8"),
    **dict.fromkeys(("counts", "documents"), "int32"),
    "ngrams": "int64",
    "transitions": "float32",
}
_TEXTS = ("forms", "inflected", "words")
#: Keys of the row of an expression that ends at a node, and of the largest gap after it.
_END, _GAP = "", " "
#: Number of keys of the last node of an expression.
_LEAF = 2
Node = dict[str, Any]


@dataclass(frozen=True)
class Expressions:
    """Expressions of several words in their dictionary forms, in lower case.

    Attributes
    ----------
    about : dict
        ``schema``; ``sources`` (name, tokens and parts of the counted texts, name and estimated
        tokens of the n-gram lists).
    forms : list of str of length n_expressions
        Dictionary forms, words separated by spaces, sorted by words. The row of an expression is
        its index. ``one's`` and ``someone's`` stand for a possessive, ``oneself`` for a reflexive
        pronoun, ``someone`` and ``something`` for an object.
    kinds, parts : uint8 array of shape (n_expressions,)
        Index in `KINDS` and in `PARTS`.
    gaps : uint8 array of shape (n_expressions,)
        Largest number of words that may divide the expression; 0 if it is never apart.
    counts, documents : int32 array of shape (n_expressions,)
        Occurrences in the texts, in any inflected form, and the parts of 10,000 words with one.
    ngrams : int64 array of shape (n_expressions,)
        Occurrences in the lists of frequent n-grams; 0 if it is not among them.
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
    documents: NDArray[np.int32]
    ngrams: NDArray[np.int64]
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

    def zipf(self, rows: Rows) -> Floats:
        """Return the Zipf frequency of whole expressions: log10 of occurrences per billion words.

        The mean of the estimates from the texts, where one is added to the count, and from the
        n-gram lists, if they contain the expression. NaN for the row -1.
        """
        texts, lists = (source["tokens"] for source in self.about["sources"])
        of_texts = np.log10((self.counts[rows] + 1) / texts * 1e9)
        listed = self.ngrams[rows]
        of_lists = np.log10(np.maximum(listed, 1) / lists * 1e9)
        values = np.where(listed > 0, (of_texts + of_lists) / 2, of_texts)
        return np.where(rows < 0, np.nan, values)

    def keys(self, word: str) -> tuple[str, ...]:
        """Return a word in lower case, its base forms with part of speech, and its slot."""
        return self._keys.get(word) or (word, f"{word}/v", f"{word}/n")

    def matches(self, words: Sequence[str]) -> list[Match]:
        """Return the expressions in a sequence of words, whatever is in their gaps.

        Parameters
        ----------
        words : sequence of str
            Words and punctuation marks of a sentence.
        """
        found: list[Match] = []
        entries = [*map(self._entries.__getitem__, words)]
        for start, (first, second) in enumerate(pairwise(entries), 1):
            # Few words are followed by the next word of an expression.
            misses = first.following.isdisjoint
            if misses(second.keys) and (
                first.reach <= 1
                or all(misses(entry.keys) for entry in entries[start + 1 : start + first.reach])
            ):
                continue
            for root in first.roots:
                _walk(entries, root, Match(start, (start - 1,), range(0)), found)
        return [match for match in found if len(match.skipped) <= self.gaps[match.row]]

    def usual(self) -> list[str]:
        """Return the expressions that occur at least `USUAL` times in the texts, also inflected.

        Without names, and expressions with slots.
        """
        inflected = defaultdict(list)
        for form, part, base in map(str.split, self.inflected):
            inflected[f"{base}/{part}"].append(form)
        found: dict[str, None] = {}
        is_name = self.kinds == KINDS.index("name")
        for row in np.flatnonzero((self.counts >= USUAL) & ~is_name).tolist():
            words, keys = self.forms[row].split(), self.pattern(row)
            if len(words) == len(keys) and _SLOTS.isdisjoint(words):
                for place, key in enumerate(keys):
                    for form in [words[place], *inflected.get(key, ())]:
                        found[" ".join([*words[:place], form, *words[place + 1 :]])] = None
        return [*found]

    def _row(self, target: str) -> int:
        words = [part for word in target.split() for part in parted(word)]
        if not words:
            return -1
        full = [
            (len(places), row)
            for row, places, _ in self.matches(words)
            if places[0] == 0 and places[-1] == len(words) - 1
        ]
        return max(full, default=(0, -1))[1]

    @cached_property
    def _keys(self) -> dict[str, tuple[str, ...]]:
        keys: dict[str, tuple[str, ...]] = {word: (word, slot) for word, slot in _SLOT_OF.items()}
        for line in self.inflected:
            form, part, base = line.split(" ")
            keys[form] = (*keys.get(form, (form, f"{form}/v", f"{form}/n")), f"{base}/{part}")
        return keys

    @cached_property
    def _ranges(self) -> dict[str, tuple[int, int]]:
        """First and last row of the expressions with each first word."""
        ranges: dict[str, tuple[int, int]] = {}
        for row, form in enumerate(self.forms):
            first = parted(form[: form.index(" ")])[0]
            ranges[first] = (ranges[first][0] if first in ranges else row, row + 1)
        return ranges

    @cached_property
    def _entries(self) -> WordCache[_Entry]:
        """Words as parts of expressions; trees of what follows them are built at first use."""

        def read(word: str) -> _Entry:
            keys = self.keys(word.lower().replace("’", "'"))
            bases = [key.partition("/")[0] for key in keys]
            found = [
                trees(base).get(key)
                for base, key in zip(bases, keys, strict=True)
                if base in self._ranges
            ]
            roots = tuple([root for root in found if root])
            reach = max((1 + root[_GAP] for root in roots), default=0)
            return _Entry(keys, roots, frozenset().union(*roots), reach)

        trees = cache(self._trees)
        return WordCache(read)

    def _trees(self, word: str) -> dict[str, Node]:
        """Return the tree of each key of the first words in a range of expressions."""
        roots: dict[str, Node] = {}
        for row in range(*self._ranges[word]):
            first, *others = self.pattern(row)
            node, gap = roots.setdefault(first, {_GAP: 0}), int(self.gaps[row])
            for each in others:
                node[_GAP] = max(node[_GAP], gap)
                node = node.setdefault(each, {_GAP: 0})
            node[_END] = row
        return roots

    def pattern(self, row: int) -> list[str]:
        """Return the keys of an expression's words; see :meth:`keys`."""
        words = self.forms[row].split()
        if not _SLOTS.isdisjoint(words) or "'" in self.forms[row]:
            listed = [word for word in words if word not in OBJECT_SLOTS]
            words = [
                part
                for word in listed
                for part in (["one's"] if word in POSSESSIVE_SLOTS else parted(word))
            ]
        part = PARTS[self.parts[row]]
        if part == "VERB" or (part == "AUX" and words[0] in {"be", "have"}):
            words[0] += "/v"
        elif part in {"NOUN", "PROPN"}:
            head = next((i for i, word in enumerate(words[1:]) if word in _LINKS), -1)
            words[head] += "/n"
        return words


class Match(NamedTuple):
    """An expression in a sequence of words: its row, the places of its words, and of its gap."""

    row: int
    places: tuple[int, ...]
    skipped: range


class _Entry(NamedTuple):
    """Keys of a word, what follows it in expressions that it begins, and within how many places."""

    keys: tuple[str, ...]
    roots: tuple[Node, ...]
    following: frozenset[str]
    reach: int


def _walk(words: Sequence[_Entry], node: Node, match: Match, found: list[Match]) -> None:
    """Add the expressions whose first words led to a node of a tree, with gaps of any size.

    The match has the places of these words; its row is the place after them.
    """
    place, taken, skipped = match
    if (row := node.get(_END)) is not None and len(taken) > 1:
        found.append(Match(row, taken, skipped))
        if len(node) == _LEAF:
            return
    if skipped or not node[_GAP]:
        window = words[place : place + 1]
    else:
        window = words[place : place + node[_GAP] + 1]
    for here, entry in enumerate(window, place):
        for key in entry.keys:
            if key in node:
                filled = taken if key == "one's" else (*taken, here)
                passed = skipped or range(place, here)
                _walk(words, node[key], Match(here + 1, filled, passed), found)


#: Words after the head of a noun: "heads of state".
_LINKS = frozenset({"of", "in", "for", "to", "on", "at", "by", "and", "with", "from"})


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
        each = ("kinds", "parts", "gaps", "shares", "counts", "documents", "ngrams")
        sizes = {len(texts["forms"]), *(len(arrays[name]) for name in each)}
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
