"""The index of WordNet, kept as its files: NLTK's dictionaries take ten times the memory."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.spellings import without_accents
from lcp.english.word_cache import CACHED_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet


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
