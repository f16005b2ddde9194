"""Synonyms of words: a table of pairs that ships."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.lexicon.arrays import stored_arrays, text_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FILE = Path(__file__).with_name("synonyms.npz")
#: Steps from 0 to 1 in the table.
STEPS = 255
_COLUMNS = ("ends", "others", "similarity", "shared", "listed")


class Tie(NamedTuple):
    """How a word is related to another.

    Attributes
    ----------
    similarity : float
        Cosine of their vectors in an encoder, 0-1.
    shared : float
        Cosine of their sets of synonyms in a thesaurus, 0-1.
    listed, lists : bool
        Whether the other word is one of the word's synonyms in the thesaurus, and the reverse.
    """

    similarity: float = 0.1
    shared: float = 0.0
    listed: bool = False
    lists: bool = False


def ties(word: str) -> dict[str, Tie]:
    """Return the related words of a base form in the table that ships.

    The synonyms are those of the Moby Thesaurus (Ward 1996), the vectors those of all-MiniLM-L6-v2
    (Wang et al. 2020) for words alone, less their mean.
    ``tools/lexicon/synonyms.py`` builds the table.

    >>> ties("begin")["start"].similarity > ties("begin")["launch"].similarity
    True
    """
    numbers, words, table = _table()
    number = numbers.get(word)
    if number is None:
        return {}
    rows = slice(table["ends"][number - 1] if number else 0, table["ends"][number])
    names = ("others", "similarity", "shared", "listed")
    return {
        words[other]: Tie(similarity / STEPS, shared / STEPS, bool(listed & 1), bool(listed & 2))
        for other, similarity, shared, listed in zip(
            *(table[name][rows].tolist() for name in names), strict=True
        )
    }


@cache
def _table() -> tuple[Mapping[str, int], list[str], Mapping[str, NDArray[Any]]]:
    """Return the numbers of the words, the words, and the columns of their sorted pairs.

    ``ends`` (integers of shape (n_words,)): end of each word's rows in the other columns.
    ``others`` (integers of shape (n_rows,)): number of the related word.
    """
    with stored_arrays(FILE, "table of synonyms") as stored:
        table = {name: stored[name] for name in _COLUMNS}
        words = text_lines(stored["words"])
    # The file has each pair once. The two bits of ``listed`` say who lists whom.
    first = np.repeat(np.arange(len(words)), np.diff(table["ends"], prepend=0))
    reverse = {"others": first, "listed": table["listed"] >> 1 | (table["listed"] & 1) << 1}
    order = np.lexsort((np.append(table["others"], first), np.append(first, table["others"])))
    counts = np.bincount(np.append(first, table["others"]), minlength=len(words))
    for name in ("others", "similarity", "shared", "listed"):
        table[name] = np.append(table[name], reverse.get(name, table[name]))[order]
    table["ends"] = np.cumsum(counts)
    return {word: number for number, word in enumerate(words)}, words, table
