"""Pronunciations of words from the CMU Pronouncing Dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cachetools import cached

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A word's phonemes in ARPAbet. Vowels end with a digit, their stress.
Phonemes = tuple[str, ...]


@cached({}, key=str)  # NLTK's pointers into zip files do not compare equal
def pronunciations(root: Any) -> Mapping[str, Phonemes]:
    """Return the first pronunciation of each lower-case word (Weide 1998).

    `root` is the folder of the dictionary, as returned by ``store.nltk("cmudict")``. The result
    is read once per process and shared by all callers; do not modify it.
    """
    from nltk.corpus.reader.cmudict import CMUDictCorpusReader

    entries = CMUDictCorpusReader(root, ["cmudict"]).dict()
    return {word: tuple(first) for word, (first, *_) in entries.items()}
