"""The lexicon and its file format: integer arrays, indexed by word."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.caches import cached_property
from lcp.english.lexicon.pairs import PairCounts, frequency_ranks, unpack_pairs
from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lcp.base.array_types import Floats, Ints, Singles


#: Version of the file format. Files of other versions raise an error.
SCHEMA = 3
#: Highest step of a value that is quantised to one byte, and the byte for NaN.
STEPS, UNKNOWN = 254, 255


@dataclass(frozen=True)
class Lexicon:
    """Quantised norms, vectors and counts of words, and a model of norms for other words.

    Attributes
    ----------
    about : dict
        ``schema``; ``seed``; ``norms`` (dicts of ``name``, ``description``, ``unit``, ``source``,
        ``low``, ``high`` and held-out scores); ``registers`` (dicts of ``name``, ``low``,
        ``high``, ``words``); ``tokens`` (length of the running text in words); ``pair_minimum``
        (minimum count of stored pairs); ``pair_registers`` (names of those with running text).
    words : list of str of length n_words
        Words in lower case, sorted. The number of a word is its index.
    norms : uint8 array of shape (n_words, n_norms)
        Predicted norms, in steps from ``low`` to ``high``.
    registers : uint8 array of shape (n_words, n_registers)
        Zipf frequencies, in steps from ``low`` to ``high``.
    capitals : uint8 array of shape (n_words,)
        Share of the occurrences inside sentences that are capitalised, in steps.
    counts : int32 array of shape (n_words,)
        Occurrences in the running text.
    vectors : int8 array of shape (n_words, n_dimensions)
        Principal components of the word vectors, in steps; all zero for words without a vector.
    scales : float32 array of shape (n_dimensions,)
        Size of a step in each dimension.
    pair_steps, pair_counts, register_steps, register_counts : uint8 array
        Compressed counts of word pairs; see :func:`lcp.english.lexicon.pairs.unpack_pairs`.
    function_words : int32 array
        Numbers of the words whose pairs were not counted.
    letters : float32 array of shape (n_letter_features + 1, n_norms)
        Weights of the model of norms for other words, the intercept last.
    checksum : str
        Hash of the names and checksums of the arrays in the file; empty before it is written.
    """

    about: dict[str, Any]
    words: list[str]
    norms: NDArray[np.uint8]
    registers: NDArray[np.uint8]
    capitals: NDArray[np.uint8]
    counts: NDArray[np.int32]
    vectors: NDArray[np.int8]
    scales: Singles
    pair_steps: NDArray[np.uint8]
    pair_counts: NDArray[np.uint8]
    register_steps: NDArray[np.uint8]
    register_counts: NDArray[np.uint8]
    function_words: NDArray[np.int32]
    letters: Singles
    checksum: str = ""

    def __contains__(self, word: str) -> bool:
        return listed_form(word) in self.row_of

    @cached_property
    def row_of(self) -> dict[str, int]:
        """Row of each word."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

    def rows(self, words: Iterable[str]) -> Ints:
        """Return the rows of words, ignoring case; -1 for words that are not in the lexicon."""
        row_of = self.row_of
        return np.array([row_of.get(listed_form(word), -1) for word in words], dtype=np.intp)

    def norm_values(self, rows: Ints) -> Floats:
        """Return predicted norms, shape (n, n_norms); NaN for -1."""
        return _restored(self.norms, rows, self.about["norms"])

    def register_values(self, rows: Ints) -> Floats:
        """Return Zipf frequencies by register, shape (n, n_registers); NaN for -1."""
        return _restored(self.registers, rows, self.about["registers"])

    def capital_share(self, rows: Ints) -> Floats:
        """Return shares of capitalised occurrences, shape (n,); NaN without occurrences."""
        return _restored(self.capitals[:, None], rows, [{"low": 0.0, "high": 1.0}])[:, 0]

    def vector_values(self, rows: Ints) -> Floats:
        """Return compact vectors, shape (n, n_dimensions); NaN for words without a vector."""
        steps = self.vectors[rows]
        values = steps.astype(np.float64) * self.scales
        values[(rows < 0) | ~steps.any(axis=1)] = np.nan
        return values

    def directions(self, words: Iterable[str]) -> Floats:
        """Return vectors of length 1, shape (n, n_dimensions); NaN for words without a vector."""
        return self.unit_vectors(self.rows(words))

    def unit_vectors(self, rows: Ints) -> Floats:
        """Return the same by the numbers of words."""
        vectors = self.vector_values(rows)
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))

    @cached_property
    def pairs(self) -> PairCounts:
        """Counts of word pairs, unpacked at first use."""
        packed = {name: getattr(self, name) for name in _PAIRS}
        ranks, registers = frequency_ranks(self.counts), len(self.about["pair_registers"])
        return unpack_pairs(packed, ranks, registers, self.function_words)


def listed_form(word: str) -> str:
    """Return the form of a word that a lexicon lists: lower case, with straight apostrophes."""
    return word.lower().replace("’", "'")


def _restored(steps: NDArray[np.uint8], rows: Ints, entries: list[dict[str, Any]]) -> Floats:
    limits = np.array([(entry["low"], entry["high"]) for entry in entries], dtype=np.float64)
    low, high = limits.reshape(-1, 2).T
    selected = steps[rows]
    values = low + selected / STEPS * (high - low)
    values[(selected == UNKNOWN) | (rows < 0)[:, None]] = np.nan
    return values


def cosines(left: Floats, right: Floats) -> Floats:
    """Return the cosine of each pair of vectors; NaN if one of the two is zero."""
    lengths = np.linalg.norm(left, axis=-1) * np.linalg.norm(right, axis=-1)
    products = np.einsum("...j,...j->...", left, right)
    return np.asarray(products / np.where(lengths > 0, lengths, np.nan))


#: The bundled lexicon.
SHIPPED = Path(__file__).parent / "data/lexicon.npz"
_PAIRS = ("pair_steps", "pair_counts", "register_steps", "register_counts")
#: Fields of the lexicon but the first two and the last.
ARRAYS = [field.name for field in fields(Lexicon)[2:-1]]


def read_lexicon(path: Path) -> Lexicon:
    """Read a lexicon without running code from the file.

    Raises
    ------
    ResourceError
        If the file is missing, damaged, or of another format version.
    """
    with stored_arrays(path, "lexicon") as stored:
        about = json.loads(stored["about"].tobytes())
        if about["schema"] != SCHEMA:
            raise ValueError(f"format version {about['schema']} instead of {SCHEMA}")
        words = text_lines(stored["words"])
        arrays = {name: stored[name] for name in ARRAYS}
        members = sorted(f"{entry.filename} {entry.CRC:08x}" for entry in stored.zip.infolist())
    checksum = hashlib.sha256("\n".join(members).encode()).hexdigest()
    return Lexicon(about=about, words=words, **arrays, checksum=checksum)


@cache
def load_lexicon() -> Lexicon:
    """Read the bundled lexicon, once per process.

    Raises
    ------
    ResourceError
        As :func:`read_lexicon`.
    """
    return read_lexicon(SHIPPED)
