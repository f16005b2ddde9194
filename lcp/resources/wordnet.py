"""Open WordNet: NLTK's reader of the database, with a faster index."""

from __future__ import annotations

import warnings
from array import array
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache, partial
from threading import RLock
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.base.caches import CACHED_WORDS
from lcp.english.spellings import without_accents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

# NLTK's reader seeks in shared files: only one thread at a time may use it.
_LOCK = RLock()


@contextmanager
def opened_wordnet(pointer: Any) -> Iterator[Any]:
    """Return NLTK's reader of the database, for one thread at a time."""
    with _LOCK:
        yield _reader(pointer)


def has_entry(pointer: Any, forms: Iterable[Sequence[str]]) -> list[bool]:
    """Return whether WordNet contains each expression in any of its forms, spelled with spaces."""
    with opened_wordnet(pointer) as wordnet:
        return [any(wordnet.synsets(form.replace(" ", "_")) for form in either) for either in forms]


@cache
def _reader(pointer: Any) -> Any:
    """Return NLTK's reader of the database, loaded once per process."""
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

        def lemma_count(self, lemma: Any) -> int:
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
