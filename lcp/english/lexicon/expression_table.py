"""The bundled lexicon of expressions, with their counts, and the classes of words."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.caches import cached_property
from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Version of the file format. Files of other versions raise an error.
SCHEMA = 2
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
#: Words of lemmas that stand for other words: a possessive, and an object.
POSSESSIVE_SLOTS = frozenset({"one's", "someone's", "somebody's"})
OBJECT_SLOTS = frozenset({"someone", "somebody", "something"})
#: What fills them in targets.
_FILLED = dict.fromkeys(POSSESSIVE_SLOTS, "your") | {"oneself": "yourself"}
_FILE = Path(__file__).parent / "data/expressions.npz"
COLUMNS = ("kinds", "parts", "gaps", "shares", "counts")
#: Attributes of the texts in the file by their names there.
TEXTS = {"forms": "lemmas", "words": "words"}


@dataclass(frozen=True)
class Expressions:
    """Expressions of several words by their lemmas, in lower case.

    Attributes
    ----------
    lemmas : list of str of length n_expressions
        Lemmas, words separated by spaces, sorted by words. The row of an expression is
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
    words : list of str
        Words with known classes, in lower case.
    emissions : uint8 array of shape (n_words, n_classes)
        Share of each class of a word, in steps of 1/255.
    """

    lemmas: list[str]
    words: list[str]
    kinds: NDArray[np.uint8]
    parts: NDArray[np.uint8]
    gaps: NDArray[np.uint8]
    counts: NDArray[np.int32]
    shares: NDArray[np.uint8]
    emissions: NDArray[np.uint8]

    @cached_property
    def row_of_word(self) -> dict[str, int]:
        """Row of each of the words with known classes."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row of each lemma."""
        return dict(zip(self.lemmas, range(len(self.lemmas)), strict=True))

    def class_shares(self, word: str) -> dict[str, float]:
        """Return the share of each class in the counted occurrences of a word, empty without any.

        >>> load_expressions().class_shares("keeping")
        {'VBG': 1.0}
        """
        row = self.row_of_word.get(word)
        if row is None:
            return {}
        steps = self.emissions[row].tolist()
        total = sum(steps)
        return {name: step / total for name, step in zip(CLASSES, steps, strict=True) if step}

    def class_share(self, word: str, name: str) -> float:
        """Return the share of a class in the counted occurrences of a word, 0 without any."""
        row = self.row_of_word.get(word)
        if row is None or name not in CLASSES:
            return 0.0
        steps = self.emissions[row].tobytes()
        return float(steps[CLASSES.index(name)] / sum(steps))

    def filled(self, row: int) -> str:
        """Return an expression with "your" in the slot of a possessive, and without objects.

        >>> lexicon = load_expressions()
        >>> lexicon.filled(lexicon.lemmas.index("pull someone's leg"))
        'pull your leg'
        """
        return " ".join([_FILLED.get(word, word) for word in self.without_objects(row)])

    def usual(self) -> list[str]:
        """Return the expressions that occur in the texts, without names."""
        rows = np.flatnonzero((self.counts > 0) & (self.kinds != KINDS.index("name")))
        return [*map(self.filled, rows.tolist())]

    def without_objects(self, row: int) -> list[str]:
        """Return the words of the lemma; "something or other" has no object."""
        words = self.lemmas[row].split()
        if PARTS[self.parts[row]] != "VERB":
            return words
        return [word for word in words if word not in OBJECT_SLOTS]


def read_expressions(path: Path = _FILE) -> Expressions:
    """Read a lexicon of expressions without running code from the file.

    Raises
    ------
    ResourceError
        If the file is missing, damaged, inconsistent, or of another format version.
    """
    with stored_arrays(path, "lexicon of expressions") as stored:
        about = json.loads(stored["about"].tobytes())
        texts: dict[str, Any] = {each: text_lines(stored[name]) for name, each in TEXTS.items()}
        arrays: dict[str, Any] = {name: stored[name] for name in (*COLUMNS, "emissions")}
        sizes = {len(texts["lemmas"]), *(len(arrays[name]) for name in COLUMNS)}
        consistent = len(sizes) == 1 and len(arrays["emissions"]) == len(texts["words"])
        if about["schema"] != SCHEMA or not consistent:
            raise ValueError("another format version, or lengths that differ")
    return Expressions(**texts, **arrays)


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
