"""Parts of speech: Penn Treebank tags (Marcus et al. 1993) of the tokens of sentences.

Two layers of windows over the rows of words (Collobert et al. 2011), trained by ``tools/english``.
The tags of a sentence depend on its tokens alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.model import around, window
from lcp.english.tables import past_forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.arrays import Bools, Ints, Singles
    from lcp.english.model import Model


#: Tags of proper nouns, and of past tenses and past participles.
PROPER, PAST = ("NNP", "NNPS"), ("VBD", "VBN")
#: Tags of adjectives and common nouns.
NOMINAL = ("JJ", "NN", "NNS")


def tag_numbers(
    model: Model,
    rows: Singles,
    codes: Ints,
    lengths: Ints,
    *,
    is_past: Bools,
    is_common: Bools | None = None,
    leaders: Ints | None = None,
) -> Ints:
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
    is_past : bool array of shape (n_tokens,)
        Which tokens can only be past tenses or past participles.
    is_common : bool array of shape (n_tokens,), optional
        Which tokens are no proper nouns, whatever their capitals.
    leaders : int array of shape (n_tokens,), optional
        Row of each token in the layer `tags_after`: scores of the tags of the next token.
    """
    layers = model.layers
    first, second = layers["tags_first"], layers["tags_second"]
    near = np.append(codes, -1)[around(lengths, len(first))]
    hidden = window(rows, near, first, layers["tags_first_bias"])
    upper = window(hidden, around(lengths, len(second)), second, layers["tags_second_bias"])
    of_upper, of_hidden = np.split(layers["tags_output"], [upper.shape[1]])
    scores = upper @ of_upper + hidden @ of_hidden + layers["tags_output_bias"]
    if is_common is not None:
        proper = [model.tags[tag] for tag in PROPER]
        scores[np.flatnonzero(is_common)[:, None], proper] = -np.inf
    others = [index for index, tag in enumerate(model.tags) if tag not in PAST]
    scores[np.flatnonzero(is_past)[:, None], others] = -np.inf
    if leaders is not None:
        before = np.append(0, leaders[:-1])
        before[np.cumsum(lengths) - lengths] = 0
        scores += model.layers["tags_after"][before]
    numbers: Ints = scores.argmax(axis=1)
    return numbers


def tags_alone(model: Model, forms: Sequence[str]) -> list[str]:
    """Return the tags of words without a sentence."""
    places = np.arange(len(forms))
    is_past = np.array([form.lower() in past_forms() for form in forms], dtype=bool)
    rows = model.rows(forms)
    numbers = tag_numbers(model, rows, places, np.ones_like(places), is_past=is_past)
    return [*map([*model.tags].__getitem__, numbers.tolist())]
