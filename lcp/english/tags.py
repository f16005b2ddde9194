"""Parts of speech: Penn Treebank tags (Marcus et al. 1993) of the tokens of sentences.

Two layers of windows over the rows of words (Collobert et al. 2011), trained by ``tools/english``.
The tags of a sentence depend on its tokens alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.model import spaced, window, with_empty_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.english.model import Codes, Floats, Model


#: Tags of proper nouns.
PROPER = ("NNP", "NNPS")


def tag_numbers(
    model: Model,
    rows: Floats,
    codes: Codes,
    lengths: Codes,
    *,
    is_common: NDArray[np.bool_] | None = None,
    leaders: Codes | None = None,
) -> Codes:
    """Return the number of each token's tag.

    Parameters
    ----------
    model : Model
        The model.
    rows : float32 array of shape (n_rows, n_dimensions)
        Rows of distinct tokens.
    codes : int array of shape (n_tokens,)
        Row of each token.
    lengths : int array of shape (n_sentences,)
        Number of tokens of each sentence, at least one.
    is_common : bool array of shape (n_tokens,), optional
        Which tokens are no proper nouns, whatever their capitals.
    leaders : int array of shape (n_tokens,), optional
        Row of each token in the layer `tags_after`: scores of the tags of the next token.
    """
    first, second = model.layers["tags_first"], model.layers["tags_second"]
    margin, reach = len(first) // 2, len(second) // 2
    empty = len(rows)
    stream, places = spaced(codes, lengths, margin, empty)
    ends = np.full(margin, empty)
    hidden = window(with_empty_row(rows), np.concatenate([ends, stream, ends]), first)
    hidden += model.layers["tags_first_bias"]
    np.maximum(hidden, 0, out=hidden)
    hidden[stream == empty] = 0
    inner = hidden[reach : len(hidden) - reach]
    upper = np.zeros((len(inner), second.shape[2]), dtype=np.float32)
    for offset, weights in enumerate(second):
        upper += hidden[offset : offset + len(inner)] @ weights
    upper += model.layers["tags_second_bias"]
    np.maximum(upper, 0, out=upper)
    scores = np.hstack([upper, inner]) @ model.layers["tags_output"]
    scores += model.layers["tags_output_bias"]
    scores = scores[places - reach]
    if is_common is not None:
        proper = [model.tags[tag] for tag in PROPER]
        scores[np.flatnonzero(is_common)[:, None], proper] = -np.inf
    if leaders is not None:
        before = np.append(0, leaders[:-1])
        before[np.cumsum(lengths) - lengths] = 0
        scores += model.layers["tags_after"][before]
    numbers: Codes = scores.argmax(axis=1)
    return numbers


def tags_alone(model: Model, forms: Sequence[str]) -> list[str]:
    """Return the tags of words without a sentence."""
    places = np.arange(len(forms))
    numbers = tag_numbers(model, model.rows(forms), places, np.ones_like(places))
    return [*map([*model.tags].__getitem__, numbers.tolist())]
