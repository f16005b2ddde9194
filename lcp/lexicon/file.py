"""The lexicon as one file: arrays of whole numbers, read at once and looked up by word."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lcp.errors import InputError, ResourceError
from lcp.files import written_aside
from lcp.lexicon.letters import letter_rows
from lcp.lexicon.pairs import PairCounts, frequency_ranks, unpack_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable

Floats = NDArray[np.float64]
Rows = NDArray[np.intp]

#: Raised by one when the layout changes; a file of another layout is refused.
SCHEMA = 2
#: Steps of a value that is kept in one byte; 255 says that it is unknown.
STEPS, UNKNOWN = 254, 255


@dataclass(frozen=True)
class Lexicon:
    """What is known of each word, quantised, and how to predict the rest from letters.

    Attributes
    ----------
    about : dict
        ``schema``, ``seed``, ``norms`` (a dict for each: ``name``, ``description``, ``unit``,
        ``source``, ``low``, ``high``, and its held-out scores), ``registers`` (``name``,
        ``low``, ``high``, ``words``), ``tokens`` (running words), ``pair_minimum`` (the least
        count of a pair that was kept), ``pair_registers`` (names of those with running text).
    words : list of str of length n_words
        In lower case.
    norms : uint8 array of shape (n_words, n_norms)
        Predictions, in steps from ``low`` to ``high``.
    registers : uint8 array of shape (n_words, n_registers)
        Zipf frequencies, in steps from ``low`` to ``high``.
    capitals : uint8 array of shape (n_words,)
        Share of the occurrences inside sentences that begin with a capital, in steps.
    counts : int32 array of shape (n_words,)
        Occurrences in the running texts.
    vectors : int8 array of shape (n_words, n_dimensions)
        Principal components of the word vectors; all zero where there is none.
    scales : float32 array of shape (n_dimensions,)
        What one step of each dimension is worth.
    pair_steps, pair_repeats, register_steps, register_repeats : uint8 array
        Pairs of words and their counts; see :func:`lcp.lexicon.pairs.pack_pairs`.
    function_words : int32 array
        Numbers of the words whose pairs were not counted.
    letters : float32 array of shape (n_letter_features + 1, n_norms)
        Weights that predict norms from letters and wordfreq, the intercept last.
    """

    about: dict[str, Any]
    words: list[str]
    norms: NDArray[np.uint8]
    registers: NDArray[np.uint8]
    capitals: NDArray[np.uint8]
    counts: NDArray[np.int32]
    vectors: NDArray[np.int8]
    scales: NDArray[np.float32]
    pair_steps: NDArray[np.uint8]
    pair_repeats: NDArray[np.uint8]
    register_steps: NDArray[np.uint8]
    register_repeats: NDArray[np.uint8]
    function_words: NDArray[np.int32]
    letters: NDArray[np.float32]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Number of each word."""
        return dict(zip(self.words, range(len(self.words)), strict=True))

    def rows(self, words: Iterable[str]) -> Rows:
        """Numbers of words, whatever their case; -1 for what is not in the lexicon."""
        numbers = self.numbers
        return np.array(
            [numbers.get(word.lower().replace("’", "'"), -1) for word in words], dtype=np.intp
        )

    def norm_values(self, words: Iterable[str]) -> Floats:
        """Predicted norms, shape (n, n_norms); from the letters where a word is not known."""
        listed = list(words)
        rows = self.rows(listed)
        entries = self.about["norms"]
        values = _restored(self.norms, rows, entries)
        unknown = np.flatnonzero(rows < 0)
        if len(unknown) and entries:
            features = letter_rows([listed[number] for number in unknown])
            predicted = features @ self.letters[:-1] + self.letters[-1]
            limits = np.array([[entry["low"], entry["high"]] for entry in entries]).T
            values[unknown] = np.clip(predicted, *limits)
        return values

    def register_values(self, rows: Rows) -> Floats:
        """Zipf frequency in each register, shape (n, n_registers); NaN for -1."""
        return _restored(self.registers, rows, self.about["registers"])

    def capital_share(self, rows: Rows) -> Floats:
        """Share of capitalised occurrences, shape (n,); NaN where there are none."""
        return _restored(self.capitals[:, None], rows, [{"low": 0.0, "high": 1.0}])[:, 0]

    def vector_values(self, rows: Rows) -> Floats:
        """Compact vectors, shape (n, n_dimensions); NaN where there is none."""
        steps = self.vectors[rows]
        values = steps.astype(np.float64) * self.scales
        values[(rows < 0) | ~steps.any(axis=1)] = np.nan
        return values

    @cached_property
    def pairs(self) -> PairCounts:
        """Counts of pairs of words, unpacked when they are first asked for.

        Raises
        ------
        ResourceError
            When they contradict themselves.
        """
        packed = {name: getattr(self, name) for name in _PAIRS}
        ranks, registers = frequency_ranks(self.counts), len(self.about["pair_registers"])
        try:
            return unpack_pairs(packed, ranks, registers, self.function_words)
        except ValueError as error:
            raise _broken("the lexicon's pairs", error) from error


def _restored(steps: NDArray[np.uint8], rows: Rows, entries: list[dict[str, Any]]) -> Floats:
    low = np.array([entry["low"] for entry in entries], dtype=np.float64)
    high = np.array([entry["high"] for entry in entries], dtype=np.float64)
    taken = steps[rows]
    values = low + taken / STEPS * (high - low)
    values[(taken == UNKNOWN) | (rows < 0)[:, None]] = np.nan
    return values


def quantised(values: Floats, low: Floats | float, high: Floats | float) -> NDArray[np.uint8]:
    """Values as steps from `low` to `high`, column by column; NaN as 255.

    >>> quantised(np.array([0.0, 0.5, 1.0, np.nan]), 0.0, 1.0).tolist()
    [0, 127, 254, 255]
    """
    width = np.where(np.asarray(high) > low, np.asarray(high) - low, 1.0)
    steps = np.clip(np.rint((values - low) / width * STEPS), 0, STEPS)
    return np.where(np.isnan(values), UNKNOWN, np.nan_to_num(steps)).astype(np.uint8)


_PAIRS = ("pair_steps", "pair_repeats", "register_steps", "register_repeats")
_ARRAYS = {
    "norms": ("uint8", 2),
    "registers": ("uint8", 2),
    "capitals": ("uint8", 1),
    "counts": ("int32", 1),
    "vectors": ("int8", 2),
    "scales": ("float32", 1),
    **dict.fromkeys(_PAIRS, ("uint8", 1)),
    "function_words": ("int32", 1),
    "letters": ("float32", 2),
}


def write_lexicon(lexicon: Lexicon, path: Path) -> None:
    """Write a lexicon whole or not at all; the same lexicon gives the same bytes.

    Raises
    ------
    InputError
        When the file cannot be written.
    """
    about = json.dumps(lexicon.about, sort_keys=True, ensure_ascii=False)
    texts = {"about": about, "words": "\n".join(lexicon.words)}
    arrays = {name: np.frombuffer(text.encode(), dtype=np.uint8) for name, text in texts.items()}
    arrays |= {name: getattr(lexicon, name) for name in _ARRAYS}
    try:
        with written_aside(path) as aside, aside.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **arrays)
    except OSError as error:
        raise InputError(
            f"The lexicon cannot be written ({error.strerror}).", where=str(path)
        ) from error


def read_lexicon(path: Path) -> Lexicon:
    """Read a lexicon; nothing in the file is run.

    Raises
    ------
    ResourceError
        When the file is missing, truncated, of another layout, or contradicts itself.
    """
    try:
        # NumPy leaves a file open that it opened and could not read.
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            about = json.loads(stored["about"].tobytes().decode())
            words = stored["words"].tobytes().decode().split("\n")
            arrays = {name: stored[name] for name in _ARRAYS}
        _check(about, words, arrays)
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise _broken(path, error) from error
    except (zipfile.BadZipFile, zlib.error, NotImplementedError) as error:
        raise _broken(path, error) from error
    return Lexicon(about=about, words=words, **arrays)


def _broken(place: Path | str, error: Exception) -> ResourceError:
    if isinstance(error, FileNotFoundError):
        return ResourceError("There is no such lexicon.", where=str(place))
    return ResourceError(
        f"The file is no lexicon of this version, or it is damaged ({error}).",
        where=str(place),
        hint="Build it anew with `lcp lexicon build`, or install lcp again.",
    )


def _check(about: dict[str, Any], words: list[str], arrays: dict[str, NDArray[Any]]) -> None:
    if about["schema"] != SCHEMA:
        raise ValueError(f"its layout is {about['schema']}, not {SCHEMA}")
    for name, (kind, dimensions) in _ARRAYS.items():
        if arrays[name].dtype != kind or arrays[name].ndim != dimensions:
            raise ValueError(f"'{name}' is not an array of {kind} with {dimensions} dimensions")
    count = len(words)
    fits = [
        all(len(arrays[name]) == count for name in ("norms", "registers", "capitals", "counts")),
        arrays["vectors"].shape == (count, len(arrays["scales"])),
        arrays["norms"].shape[1] == len(about["norms"]) == arrays["letters"].shape[1],
        arrays["registers"].shape[1] == len(about["registers"]),
        len(about["pair_registers"]) > 0,
    ]
    if not all(fits):
        raise ValueError("its arrays do not fit each other")
    numbers = arrays["function_words"]
    if numbers.min(initial=0) < 0 or numbers.max(initial=0) >= count:
        raise ValueError("it names words that it does not hold")
    ranges = [*about["norms"], *about["registers"]]
    if not all(np.isfinite([entry["low"], entry["high"]]).all() for entry in ranges):
        raise ValueError("a range is not finite")


def load_lexicon(path: str | Path = "") -> Lexicon:
    """The lexicon in a file, or the one that ships; read once per process.

    Raises
    ------
    ResourceError
        As :func:`read_lexicon`.
    """
    chosen = Path(path).expanduser() if path else shipped()
    try:
        modified = chosen.stat().st_mtime_ns
    except OSError as error:
        raise _broken(chosen, error) from error
    return _loaded(chosen, modified)


def checksum(path: str | Path = "") -> str:
    """What tells a lexicon from another: a hash of its arrays' names and checksums.

    Raises
    ------
    ResourceError
        As :func:`read_lexicon`.
    """
    chosen = Path(path).expanduser() if path else shipped()
    try:
        with zipfile.ZipFile(chosen) as archive:
            parts = sorted(f"{entry.filename} {entry.CRC:08x}" for entry in archive.infolist())
    except (OSError, zipfile.BadZipFile) as error:
        raise _broken(chosen, error) from error
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def shipped() -> Path:
    """Where the lexicon lies that travels in the wheel."""
    return Path(str(files("lcp.lexicon").joinpath("lexicon.npz")))


@cache
def _loaded(path: Path, _modified: int) -> Lexicon:
    return read_lexicon(path)
