"""Ends of sentences.

A sentence may end after certain tokens and at the end of a line; a model of the words around the
place and of the lines decides. It always ends at an empty line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from lcp.english.network import around, load_model_of_english, product, window

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lcp.base.array_types import Bools, Ints, Singles
    from lcp.english.network import Model

#: Characters that are read at once.
BLOCK = 50_000
#: Endings of tokens after which a sentence may end: marks, abbreviations, closing quotation marks.
_MAY_END = re.compile(r"[.!?…:;)\]}\"'”»*†‡\u00b2\u00b3\u00b9\u2070-\u209f]$|^[:;=8]-?\S$")
PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n\s*|\r[^\S\r\n]*\r(?!\n)\s*|\u2029\s*")
#: Where a text is divided, the best place first.
_PLACES = (
    PARAGRAPH_END,
    re.compile(r"\w{5}[.!?…][\"'”’)\]]*\s"),
    re.compile(r"[.!?…][\"'”’)\]]*\s"),
    re.compile(r"\s"),
)
_MAY_BEGIN = re.compile(r"[^\W_a-zß-öø-ÿ]|[*•<>=_+~|#\[(-]|https?:|www\.")
#: Marks at the start of a line that is an item of a list or a turn of a dialogue.
_ITEM = re.compile(r"[-–—*•·▪◦>]|\(?\w{1,2}[.)](?!\S)")


def blocks(pieces: Iterable[str]) -> Iterator[str]:
    """Yield parts of a text that end at an empty line, or a probable end of a sentence."""
    buffer = ""
    for piece in pieces:
        buffer += piece
        begin = 0
        while (limit := begin + BLOCK) < len(buffer):
            ends = ([m.end() for m in place.finditer(buffer, begin, limit)] for place in _PLACES)
            end = next(filter(None, ends), [limit])[-1]
            yield buffer[begin:end]
            begin = end
        buffer = buffer[begin:]
    if buffer:
        yield buffer


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


def layout(text: str, starts: Ints, ends: Ints, edges: Ints) -> tuple[Singles, Bools]:
    """Describe the place after each token.

    Parameters
    ----------
    text : str
        The text, in which empty lines divide paragraphs.
    starts, ends : int arrays of shape (n_tokens,)
        Where each token begins and ends; at least one.
    edges : int array of shape (n_blocks + 1,)
        Place of the first token of each block of the text, and after the last. White space after a
        block does not count.

    Returns
    -------
    columns : float array of shape (n_tokens, 8)
        Whether white space follows. At the end of a line also 1, the room in it for the next word,
        its length, that of the next line and of the longest in the paragraph, whether the next line
        begins with the mark of a list, and the number of lines.
    is_paragraph_end : bool array of shape (n_tokens,)
        Whether an empty line follows.
    """
    line = load_model_of_english().settings["line"]
    feeds = np.array([match.start() for match in re.finditer("\n", text)], dtype=np.intp)
    lines = np.searchsorted(feeds, starts)
    steps = np.diff(lines, append=lines[-1] + 2)
    is_space = np.append(starts[1:] > ends[:-1], False)
    is_space[edges[edges > 0] - 1] = False
    columns = np.zeros((len(starts), 8), dtype=np.float32)
    columns[:, 0] = is_space
    # Last tokens of lines, and those of paragraphs among them.
    lasts = np.flatnonzero(steps)
    is_last = steps[lasts] > 1
    firsts = np.append(0, lasts[:-1] + 1)
    sizes = (ends[lasts] - starts[firsts]) / line
    words = ends[np.flatnonzero(is_space | (steps > 0))]
    words = (words[np.searchsorted(words, starts[firsts], side="right")] - starts[firsts]) / line
    groups = np.append(0, np.cumsum(is_last)[:-1])
    widest = np.zeros(groups[-1] + 1)
    np.maximum.at(widest, groups, sizes)
    counts = np.minimum(np.bincount(groups) / line, 1)
    items = [bool(_ITEM.match(text, start)) for start in starts[firsts].tolist()]
    rows = np.column_stack(
        [
            np.ones(len(lasts)),
            widest[groups] - sizes - np.roll(words, -1) - 1 / line,
            sizes,
            np.roll(sizes, -1),
            widest[groups],
            np.roll(items, -1),
            counts[groups],
        ]
    )
    columns[lasts[~is_last], 1:] = rows[~is_last]
    return columns, steps > 1


def possible_ends(
    may_end: Bools,
    columns: Singles,
    is_paragraph_end: Bools,
    width: int,
) -> tuple[Ints, Ints, Singles]:
    """Return the tokens inside paragraphs after which a sentence may end, and what is near.

    Parameters
    ----------
    may_end : bool array of shape (n_tokens,)
        Whether :func:`may_end` holds for a token, or :func:`may_begin` for the next.
    columns, is_paragraph_end : float and bool array
        See :func:`layout`.
    width : int
        Number of tokens around each place.

    Returns
    -------
    places : int array of shape (n_candidates,)
        The tokens.
    near : int array of shape (n_candidates, width)
        Tokens around each; -1 outside the paragraph.
    between : float array of shape (n_candidates, width * 8)
        Columns of the places after these tokens.
    """
    (places,) = np.nonzero((may_end | (columns[:, 1] > 0)) & ~is_paragraph_end)
    near = around(np.diff(np.flatnonzero(is_paragraph_end), prepend=-1), width, places)
    columns = np.vstack([columns, np.zeros_like(columns[:1])])
    return places, near, columns[near].reshape(len(near), width * columns.shape[1])


def sentence_ends(
    model: Model,
    rows: Singles,
    codes: Ints,
    may_end: Bools,
    layout: tuple[Singles, Bools],
) -> Bools:
    """Return after which tokens a sentence ends, shape (n_tokens,).

    Parameters
    ----------
    model, rows, codes
        As for :func:`lcp.english.tags.tag_numbers`.
    may_end, layout
        As for :func:`possible_ends`.
    """
    layers, is_end = model.layers, layout[1].copy()
    weights = layers["ends_first"]
    places, near, between = possible_ends(may_end, *layout, len(weights))
    bias = product(between, layers["ends_places"]) + layers["ends_first_bias"]
    hidden = window(rows, np.append(codes, -1)[near], weights, bias)
    scores = product(hidden, layers["ends_output"]) + layers["ends_output_bias"]
    is_end[places] = scores[:, 0] > 0
    return is_end
