"""Open WordNet: NLTK's reader of the database, with a faster index."""

from __future__ import annotations

import logging
import warnings
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Protocol, Self

import numpy as np

from lcp.base.caches import CACHED_WORDS, cached_property
from lcp.english.spellings import without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet


class WordNetLemma(Protocol):
    """A word with one of its senses: NLTK's Lemma."""

    def name(self) -> str:
        """Return the word, with underscores between its parts."""

    def key(self) -> str:
        """Return the key of the word in WordNet's list of counts."""

    def count(self) -> int:
        """Return how often it occurs in WordNet's sense-tagged texts."""

    def antonyms(self) -> list[Self]:
        """Return its opposites."""

    def synset(self) -> Synset:
        """Return its sense."""


class Synset(Protocol):
    """A sense and the words that have it: NLTK's Synset."""

    _pointers: Mapping[str, Collection[object]]

    def name(self) -> str:
        """Return its name, such as ``dog.n.01``."""

    def pos(self) -> str:
        """Return its part of speech: n, v, a, s or r."""

    def lexname(self) -> str:
        """Return its class, such as ``noun.person``."""

    def definition(self) -> str:
        """Return its definition."""

    def examples(self) -> list[str]:
        """Return sentences with its words."""

    def lemmas(self) -> list[WordNetLemma]:
        """Return the words that have it, the most frequent first."""

    def lemma_names(self) -> list[str]:
        """Return their names."""

    def frame_ids(self) -> list[int]:
        """Return the numbers of the frames of a verb."""

    def min_depth(self) -> int:
        """Return the shortest distance to a root."""

    def __lt__(self, other: Self) -> bool: ...

    def __hash__(self) -> int: ...

    # Related senses, in any order.
    hypernyms: Callable[[], list[Synset]]
    instance_hypernyms: Callable[[], list[Synset]]
    hyponyms: Callable[[], list[Synset]]
    similar_tos: Callable[[], list[Synset]]
    also_sees: Callable[[], list[Synset]]
    verb_groups: Callable[[], list[Synset]]
    topic_domains: Callable[[], list[Synset]]
    usage_domains: Callable[[], list[Synset]]
    part_meronyms: Callable[[], list[Synset]]
    part_holonyms: Callable[[], list[Synset]]


class WordNet(Protocol):
    """The database: NLTK's reader."""

    def __hash__(self) -> int: ...

    def synsets(self, lemma: str, pos: str | None = None) -> list[Synset]:
        """Return the senses of a word, the most frequent first."""

    def morphy(self, form: str, pos: str | None = None) -> str | None:
        """Return the lemma of a form, if there is one."""


_LOG = logging.getLogger(__name__)
# NLTK's reader seeks in shared files: only one thread at a time may use it.
_LOCK = RLock()


@contextmanager
def opened_wordnet(pointer: Hashable) -> Iterator[WordNet]:
    """Return NLTK's reader of the database, for one thread at a time."""
    with _LOCK:
        yield _reader(pointer)


def has_entry(pointer: Hashable, forms: Iterable[Sequence[str]]) -> list[bool]:
    """Return whether WordNet contains each expression in any of its forms, spelled with spaces."""
    with opened_wordnet(pointer) as wordnet:
        return [any(wordnet.synsets(form.replace(" ", "_")) for form in either) for either in forms]


@cache
def _reader(pointer: Hashable) -> WordNet:
    """Return NLTK's reader of the database, loaded once per process."""
    _LOG.debug("Loading WordNet from %s.", pointer)
    from nltk.corpus.reader.wordnet import WordNetCorpusReader

    class Reader(WordNetCorpusReader):  # type: ignore[misc]
        # The map to other versions is used for other languages only. It takes two thirds of the
        # loading time and searches NLTK's path for a second WordNet.
        def map_wn(self, version: str = "wordnet") -> None:  # noqa: ARG002
            return None

        def _load_lemma_pos_offset_map(self) -> None:
            files = (self.open(f"index.{part}") for part in dict.fromkeys(self._FILEMAP.values()))
            contents = []
            for file in files:
                with file:
                    contents.append(file.read().encode())
            self._lemma_pos_offset_map = WordNetIndex(contents, self.satellite_offsets)

        def lemma_count(self, lemma: WordNetLemma) -> int:
            # NLTK searches the file for each entry.
            return self._counts.get(lemma.key(), 0)

        @cached_property
        def _counts(self) -> dict[str, int]:
            with self.open("cntlist.rev") as lines:
                entries = (line.split() for line in lines)
                return {entry[0]: int(entry[-1]) for entry in entries if entry}

    with warnings.catch_warnings():
        # Other languages are not needed.
        warnings.filterwarnings("ignore", message="The multilingual functions")
        return Reader(pointer, omw_reader=None)


class WordNetIndex(Mapping[str, dict[str, list[int]]]):
    """Offsets of the synsets of each lemma, by part of speech; none for other words.

    WordNet sorts the lines of its index files (Fellbaum 1998), so that a lemma is found by
    bisection. It spells lemmas without accents: "cafe".

    Parameters
    ----------
    files : iterable of bytes
        Contents of the index files.
    satellites : set of int
        Offsets of adjectives that are satellites, which are also listed under the part ``s``.
    """

    def __init__(self, files: Iterable[bytes], satellites: AbstractSet[int]) -> None:
        self._files = [(text, _starts(text)) for text in files]
        self._satellites = satellites
        self._entry = lru_cache(CACHED_WORDS)(self._read)

    def __getitem__(self, lemma: str) -> dict[str, list[int]]:
        return self._entry(lemma)

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and bool(self._entry(lemma))

    def __iter__(self) -> Iterator[str]:
        lemmas = (_lemma(text, start) for text, starts in self._files for start in starts)
        return iter(dict.fromkeys(lemma.decode() for lemma in lemmas))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _read(self, lemma: str) -> dict[str, list[int]]:
        key = without_accents(lemma).encode(errors="replace")
        entry = {}
        for text, starts in self._files:
            row = bisect_left(starts, key, key=partial(_lemma, text))
            if row == len(starts) or _lemma(text, starts[row]) != key:
                continue
            _, part, number, *fields = text[starts[row] : text.index(b"\n", starts[row])].split()
            offsets = [int(offset) for offset in fields[-int(number) :]]
            entry[part.decode()] = offsets
            if part == b"a" and (heads := [each for each in offsets if each in self._satellites]):
                entry["s"] = heads
        return entry


def _starts(text: bytes) -> array[int]:
    """Return the places of the lines, without the comments at the start of the file."""
    starts = np.flatnonzero(np.frombuffer(text, dtype=np.uint8) == ord("\n"))[:-1] + 1
    return array("I", (start for start in [0, *starts.tolist()] if text[start] != ord(" ")))


def _lemma(text: bytes, start: int) -> bytes:
    return text[start : text.index(b" ", start)]
