"""Synonyms of words: a table of pairs that ships."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from lcp.files.npz import stored_arrays, text_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

FILE = Path(__file__).parent / "data/synonyms.npz"
#: Steps from 0 to 1 in the table.
STEPS = 255
_COLUMNS = ("ends", "others", "similarity", "shared")


class Tie(NamedTuple):
    """How a word is related to another.

    Attributes
    ----------
    similarity : float
        Cosine of their vectors in an encoder, 0-1.
    shared : float
        Cosine of their sets of synonyms in a thesaurus, 0-1.
    """

    similarity: float = 0.1
    shared: float = 0.0


def ties(word: str) -> dict[str, Tie]:
    """Return the related words of a lemma in the table that ships.

    The synonyms are from the Moby Thesaurus (Ward 1996), the vectors from all-MiniLM-L6-v2
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
    similarity, shared = (table[name][rows] / STEPS for name in ("similarity", "shared"))
    related = map(words.__getitem__, table["others"][rows].tolist())
    return dict(zip(related, map(Tie, similarity.tolist(), shared.tolist()), strict=True))


@cache
def _table() -> tuple[Mapping[str, int], list[str], Mapping[str, NDArray[Any]]]:
    """Return the numbers of the words, the words, and the columns of their sorted pairs.

    ``ends`` (integers of shape (n_words,)): end of each word's rows in the other columns.
    ``others`` (integers of shape (n_rows,)): number of the related word.
    """
    with stored_arrays(FILE, "table of synonyms") as stored:
        table = {name: stored[name] for name in _COLUMNS}
        words = text_lines(stored["words"])
    # The file has each pair once.
    numbers = np.arange(len(words), dtype=table["others"].dtype)
    first = np.repeat(numbers, np.diff(table["ends"], prepend=0))
    both, others = np.append(first, table["others"]), np.append(table["others"], first)
    order = np.lexsort((others, both))
    table = {name: np.tile(column, 2)[order] for name, column in table.items() if name != "ends"}
    table |= {"others": others[order], "ends": np.cumsum(np.bincount(both, minlength=len(words)))}
    return {word: index for index, word in enumerate(words)}, words, table
