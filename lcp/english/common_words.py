"""Lemmas and hyphenation of common words, computed in advance.

simplemma and Pyphen take 0.3 s to read their dictionaries, longer than the rest of a prediction,
and are slow for text whose words are new. The file ``common_words.npz`` contains their
results for the words of the bundled lexicon and of wordfreq's largest list; it is written by
``python -m lcp.lexicon.building.common_words`` and checked by the tests.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.english.text import CACHED_WORDS
from lcp.english.word_frequency import frequency_steps
from lcp.files import checksum_of_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FILE = Path(__file__).with_name("common_words.npz")


#: Number of an ending that is not stored.
RARE = 255


class Results(NamedTuple):
    """Lemma and hyphenation of each word of a list.

    Attributes
    ----------
    cuts : uint8 array of shape (n_words,)
        Number of letters to remove from the end of each word before adding its ending.
    endings : uint8 array of shape (n_words,)
        Number of the ending that makes the lemma; `RARE` if the word has no results.
    pieces : uint8 array of shape (n_words,)
        Number of pieces into which the word is hyphenated.
    """

    cuts: NDArray[np.uint8]
    endings: NDArray[np.uint8]
    pieces: NDArray[np.uint8]


class CommonWords(NamedTuple):
    """The lexicon's words in lower case, and their results.

    Attributes
    ----------
    words : bytes array of shape (n_words,)
        The words, sorted.
    results : Results
        Their results.
    texts : list of str
        The endings.
    """

    words: NDArray[np.bytes_]
    results: Results
    texts: list[str]

    def row(self, word: str) -> int | None:
        """Return the number of a word, None if it is not in the lexicon."""
        # NumPy would copy all words to compare them with a longer one.
        if not word.isascii() or len(word) > self.words.itemsize:
            return None
        key = np.bytes_(word.encode())
        row = int(self.words.searchsorted(key))
        return row if row < len(self.words) and self.words[row] == key else None


class ListedWords(NamedTuple):
    """The words of wordfreq's largest English list by their place in it, and their results."""

    places: Mapping[str, int]
    results: Results


@cache
def common_words() -> CommonWords:
    """Return the words of the lexicon, read once per process."""
    with np.load(FILE, allow_pickle=False) as stored:
        texts = stored["texts"].tobytes().decode().split("\n")
        return CommonWords(stored["words"], _results(stored, "common"), texts)


@cache
def listed_words() -> ListedWords:
    """Return the words of wordfreq's list, read once per process.

    The file contains their results in the order of the list. There are none if another version of
    wordfreq has another list.
    """
    words = frequency_steps("en")
    with np.load(FILE, allow_pickle=False) as stored:
        results = _results(stored, "listed")
        if stored["listed_checksum"].tobytes() != list_checksum():
            return ListedWords({}, results)
    return ListedWords({word: place for place, word in enumerate(words)}, results)


@cache
def list_checksum() -> bytes:
    """Return the checksum of the words of wordfreq's list, in their order."""
    return checksum_of_words(frequency_steps("en"), np.empty(0))


def _results(stored: Mapping[str, NDArray[np.uint8]], name: str) -> Results:
    return Results(*(stored[f"{name}_{column}"] for column in Results._fields))


def common_lemma(word: str) -> str | None:
    """Return the lemma of a common word in lower case, None for other words.

    >>> common_lemma("mountains"), common_lemma("mice"), common_lemma("xqzzt")
    ('mountain', 'mouse', None)
    """
    place = _row(word)
    if place is None:
        return None
    results, row = place
    ending = str(common_words().texts[results.endings[row]])
    return word[: len(word) - int(results.cuts[row])] + ending


def common_pieces(word: str) -> int | None:
    """Return the number of pieces of a hyphenated common word, None for other words.

    >>> common_pieces("mountain"), common_pieces("xqzzt")
    (2, None)
    """
    place = _row(word)
    return None if place is None else int(place[0].pieces[place[1]])


@lru_cache(maxsize=CACHED_WORDS)
def _row(word: str) -> tuple[Results, int] | None:
    """Return the place of a word's results, which is looked up for its lemma and for its pieces."""
    # A dictionary is faster than a binary search, once it has been read.
    if listed_words.cache_info().currsize and (place := _listed(word)):
        return place
    table = common_words()
    row = table.row(word)
    return _listed(word) if row is None else (table.results, row)


def _listed(word: str) -> tuple[Results, int] | None:
    # The numbers of all words are not needed for a word that is not in the list.
    if word not in frequency_steps("en"):
        return None
    listed = listed_words()
    place = listed.places.get(word)
    if place is None or listed.results.endings[place] == RARE:
        return None
    return listed.results, place
