"""Ends of sentences.

A sentence may end after certain tokens and at the end of a line; a model of the words around the
place and of the lines decides. It always ends at an empty line.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.model import spaced, with_empty_row

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lcp.english.model import Codes, Floats, Model

#: Endings of tokens after which a sentence may end: marks, abbreviations, closing quotation marks.
_MAY_END = re.compile(r"[.!?…:;)\]}\"'”»*†‡\u00b2\u00b3\u00b9\u2070-\u209f]$|^[:;=8]-?\S$")
_MAY_BEGIN = re.compile(r"[^\W_a-zß-öø-ÿ]|[*•<>=_+~|#\[(-]|https?:|www\.")
#: Marks at the start of a line that is an item of a list or a turn of a dialogue.
_ITEM = re.compile(r"[-–—*•·▪◦>]|\(?\w{1,2}[.)](?!\S)")
#: Number of columns of :func:`layout`.
COLUMNS = 8
#: Lengths of lines are in units of this usual length.
_LINE = 80


def may_end(form: str) -> bool:
    """Return whether a sentence may end after a token, wherever it is in its line.

    >>> may_end("."), may_end("Mr."), may_end(")"), may_end("river")
    (True, True, True, False)
    """
    return bool(_MAY_END.search(form))


def may_begin(form: str) -> bool:
    """Return whether a sentence may begin with a token after any other.

    >>> may_begin("Thanks"), may_begin("http://a.org"), may_begin("thanks"), may_begin(",")
    (True, True, False, False)
    """
    return bool(_MAY_BEGIN.match(form))


def layout(text: str, starts: Codes, ends: Codes) -> tuple[Floats, NDArray[np.bool_]]:
    """Describe the place after each token.

    Parameters
    ----------
    text : str
        The text, in which empty lines divide paragraphs.
    starts, ends : int arrays of shape (n_tokens,)
        Where each token begins and ends.

    Returns
    -------
    columns : float array of shape (n_tokens, 8)
        Whether white space follows. At the end of a line also 1, the room in it for the next word,
        its length, that of the next line and of the longest in the paragraph, whether the next line
        begins with the mark of a list, and the number of lines.
    is_paragraph_end : bool array of shape (n_tokens,)
        Whether an empty line follows.
    """
    columns = np.zeros((len(starts), COLUMNS), dtype=np.float32)
    columns[:-1, 0] = starts[1:] > ends[:-1]
    is_end = np.zeros(len(starts), dtype=bool)
    is_end[-1:] = True
    if "\n" not in text:
        return columns, is_end
    paragraph: list[tuple[int, str]] = []
    position = 0
    for line in (*text.split("\n"), ""):
        if line.strip():
            paragraph.append((position, line.rstrip()))
        elif paragraph:
            tokens = np.searchsorted(starts, [begin + len(row) for begin, row in paragraph]) - 1
            if len(tokens) > 1:
                columns[tokens[:-1], 1:] = _line_ends([row.strip() for _, row in paragraph])
            is_end[tokens[-1]] = True
            paragraph = []
        position += len(line) + 1
    return columns, is_end


def _line_ends(lines: list[str]) -> list[tuple[float, ...]]:
    """Return the columns of the ends of lines, but the last."""
    widest = max(map(len, lines))
    return [
        (
            1,
            (widest - len(line) - 1 - len(following.split(maxsplit=1)[0])) / _LINE,
            len(line) / _LINE,
            len(following) / _LINE,
            widest / _LINE,
            bool(_ITEM.match(following)),
            min(len(lines), _LINE) / _LINE,
        )
        for line, following in pairwise(lines)
    ]


def sentence_ends(
    model: Model,
    rows: Floats,
    codes: Codes,
    *,
    may_end: NDArray[np.bool_],
    columns: Floats,
    is_paragraph_end: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Return after which tokens a sentence ends, shape (n_tokens,).

    Parameters
    ----------
    model : Model
        The model.
    rows : float32 array of shape (n_rows, n_dimensions)
        Rows of distinct tokens.
    codes : int array of shape (n_tokens,)
        Row of each token.
    may_end : bool array of shape (n_tokens,)
        Whether :func:`may_end` holds for a token, or :func:`may_begin` for the next.
    columns, is_paragraph_end : float and bool array
        See :func:`layout`.
    """
    weights = model.layers["ends_first"]
    candidates, around, between = candidate_windows(
        codes, may_end, columns, is_paragraph_end, width=len(weights), empty=len(rows)
    )
    hidden = between @ model.layers["ends_places"] + model.layers["ends_first_bias"]
    padded = with_empty_row(rows)
    for offset, matrix in enumerate(weights):
        hidden += (padded @ matrix)[around[:, offset]]
    np.maximum(hidden, 0, out=hidden)
    scores = hidden @ model.layers["ends_output"] + model.layers["ends_output_bias"]
    is_end = is_paragraph_end.copy()
    is_end[candidates] = scores[:, 0] > 0
    return is_end


def candidate_windows(
    codes: Codes,
    may_end: NDArray[np.bool_],
    columns: Floats,
    is_paragraph_end: NDArray[np.bool_],
    *,
    width: int,
    empty: int,
) -> tuple[Codes, Codes, Floats]:
    """Return the places where a sentence may end, and what is around them.

    Returns
    -------
    candidates : int array of shape (n_candidates,)
        Tokens after which a sentence may end inside a paragraph.
    around : int array of shape (n_candidates, width)
        Codes of the tokens around each place; `empty` outside the paragraph.
    between : float array of shape (n_candidates, width * 8)
        Columns of the places after these tokens.
    """
    (candidates,) = np.nonzero((may_end | (columns[:, 1] > 0)) & ~is_paragraph_end)
    lengths = np.diff(np.flatnonzero(is_paragraph_end), prepend=-1)
    margin = width // 2
    stream, places = spaced(codes, lengths, margin, empty)
    gaps = np.zeros((len(stream), COLUMNS), dtype=np.float32)
    gaps[places] = columns
    around = places[candidates, None] + np.arange(-margin, width - margin)
    return candidates, stream[around], gaps[around].reshape(len(around), width * COLUMNS)
