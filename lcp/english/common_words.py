"""Lemmas and hyphenation of common words, computed in advance.

simplemma and Pyphen take 0.3 s to read their dictionaries, longer than the rest of a prediction.
The file ``common_words.npz`` contains their results for the words of the bundled lexicon; it is
written by ``python -m lcp.lexicon.building.common_words`` and checked by the tests.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lcp.english.text import CACHED_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

FILE = Path(__file__).with_name("common_words.npz")


class CommonWords(NamedTuple):
    """Results for words in lower case.

    Attributes
    ----------
    words : bytes array of shape (n_words,)
        The words, sorted.
    cuts : uint8 array of shape (n_words,)
        Number of letters to remove from the end of each word before adding its ending.
    endings : uint8 array of shape (n_words,)
        Number of the ending that makes the lemma.
    pieces : uint8 array of shape (n_words,)
        Number of pieces into which the word is hyphenated.
    texts : list of str
        The endings.
    """

    words: NDArray[np.bytes_]
    cuts: NDArray[np.uint8]
    endings: NDArray[np.uint8]
    pieces: NDArray[np.uint8]
    texts: list[str]

    def row(self, word: str) -> int | None:
        """Return the number of a word, None if it is not listed."""
        # NumPy would copy all words to compare them with a longer one.
        if not word.isascii() or len(word) > self.words.itemsize:
            return None
        key = np.bytes_(word.encode())
        row = int(self.words.searchsorted(key))
        return row if row < len(self.words) and self.words[row] == key else None


@cache
def common_words() -> CommonWords:
    """Return the words of the file, read once per process."""
    with np.load(FILE, allow_pickle=False) as stored:
        arrays = [stored[name] for name in ("words", "cuts", "endings", "pieces")]
        texts = stored["texts"].tobytes().decode().split("\n")
    words, cuts, endings, pieces = arrays
    return CommonWords(words, cuts, endings, pieces, texts)


def common_lemma(word: str) -> str | None:
    """Return the lemma of a common word in lower case, None for other words.

    >>> common_lemma("mountains"), common_lemma("mice"), common_lemma("xqzzt")
    ('mountain', 'mouse', None)
    """
    table, row = common_words(), _row(word)
    if row is None:
        return None
    return word[: len(word) - int(table.cuts[row])] + str(table.texts[table.endings[row]])


def common_pieces(word: str) -> int | None:
    """Return the number of pieces of a hyphenated common word, None for other words.

    >>> common_pieces("mountain"), common_pieces("xqzzt")
    (2, None)
    """
    row = _row(word)
    return None if row is None else int(common_words().pieces[row])


@lru_cache(maxsize=CACHED_WORDS)
def _row(word: str) -> int | None:
    """Return the number of a word, which is looked up for its lemma and for its pieces."""
    return common_words().row(word)
