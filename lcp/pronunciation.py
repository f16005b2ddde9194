"""How words are pronounced: the CMU Pronouncing Dictionary, read once per process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

#: A word's phonemes in ARPAbet; vowels carry a digit, their stress.
Phonemes = tuple[str, ...]

#: Dictionaries that this process has read, by path: NLTK's pointers into zip files cannot
#: be compared, so that `functools.cache` would read them anew.
_READ: dict[str, Mapping[str, Phonemes]] = {}


def pronunciations(root: Any) -> Mapping[str, Phonemes]:
    """First pronunciation of each word, in lower case, of a dictionary (Weide 1998).

    Parameters
    ----------
    root : path or nltk.data.PathPointer
        The folder of the dictionary, as ``store.nltk("cmudict")`` finds it.

    Returns
    -------
    mapping of str to tuple of str
        Shared by all callers, not to be changed.
    """
    from nltk.corpus.reader.cmudict import CMUDictCorpusReader

    if str(root) not in _READ:
        entries = CMUDictCorpusReader(root, ["cmudict"]).dict()
        _READ[str(root)] = {word: tuple(first) for word, (first, *_) in entries.items()}
    return _READ[str(root)]
