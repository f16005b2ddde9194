"""Parts of speech: Penn Treebank tags (Marcus et al. 1993) of the tokens of sentences.

Two layers of windows over the rows of words (Collobert et al. 2011), trained by ``tools/english``.
The tags of a sentence depend on its tokens alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lcp.english.network import around, product, window
from lcp.english.tables import degrees, near_adjectives, past_forms, plural_forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Bools, Ints, Singles
    from lcp.english.network import Model


#: Tags of proper nouns, and of past tenses and past participles.
PROPER, PAST = ("NNP", "NNPS"), ("VBD", "VBN")
#: Tags of forms that have no others: "swam", "cacti", "sleeker", "sleekest".
LIMITED = PAST, ("NNS", "NNPS"), ("JJR", "RBR"), ("JJS", "RBS")
#: Beginnings of the tags of verbs and their particles, and of what follows an adjective.
_VERBAL, _BEFORE_NOUN = ("VB", "RP"), ("NN", "JJ", "CD", "VB", "CC", "FW")
#: Tags of adjectives and common nouns.
NOMINAL = ("JJ", "NN", "NNS")


def tag_numbers(
    model: Model,
    rows: Singles,
    codes: Ints,
    lengths: Ints,
    *,
    limited: Sequence[Bools],
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
    limited : sequence of bool arrays of shape (n_tokens,)
        Which tokens have no other tags than each group of `LIMITED`.
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
    scores = product(upper, of_upper) + product(hidden, of_hidden) + layers["tags_output_bias"]
    if is_common is not None:
        proper = [model.tags[tag] for tag in PROPER]
        scores[np.flatnonzero(is_common)[:, None], proper] = -np.inf
    for tags, is_limited in zip(LIMITED, limited, strict=True):
        others = [index for index, tag in enumerate(model.tags) if tag not in tags]
        scores[np.flatnonzero(is_limited)[:, None], others] = -np.inf
    if leaders is not None:
        before = np.append(0, leaders[:-1])
        before[np.cumsum(lengths) - lengths] = 0
        scores += model.layers["tags_after"][before]
    numbers: Ints = scores.argmax(axis=1)
    return numbers


def with_adverbs(model: Model, numbers: Ints, stops: Ints, texts: Sequence[str]) -> Ints:
    """Return the tags with those of adverbs for comparatives and superlatives of verbs.

    One that follows a verb and precedes no noun is an adverb ("ran faster than"), but not near
    some words: verbs such as "become", and "for" ("easier for us"); and "more" may be a noun.

    Parameters
    ----------
    model : Model
        The model.
    numbers : int array of shape (n_tokens,)
        Number of the tag of each token.
    stops : int array of shape (n_sentences,)
        Places after the last token of each sentence.
    texts : sequence of str of length n_tokens
        The tokens.
    """
    adverb = {model.tags[f"JJ{degree}"]: model.tags[f"RB{degree}"] for degree in "RS"}
    is_verb, is_noun = (
        np.array([tag[:2] in starts for tag in model.tags])[numbers]
        for starts in (_VERBAL, _BEFORE_NOUN)
    )
    follows, precedes = np.append(False, is_verb[:-1]), np.append(is_noun[1:], False)
    follows[stops[:-1]] = precedes[stops - 1] = False
    tags = numbers.copy()
    for place in np.flatnonzero(np.isin(numbers, [*adverb]) & follows & ~precedes).tolist():
        near = {text.lower() for text in texts[place - 1 : place + 2]}
        if near.isdisjoint(near_adjectives()):
            tags[place] = adverb[tags[place]]
    return tags


def tags_alone(model: Model, forms: Sequence[str]) -> list[str]:
    """Return the tags of words without a sentence."""
    places = np.arange(len(forms))
    limited = [
        np.array([form.lower() in listed for form in forms], dtype=bool)
        for listed in (past_forms(), plural_forms(), degrees("er"), degrees("est"))
    ]
    rows = model.rows(forms)
    numbers = tag_numbers(model, rows, places, np.ones_like(places), limited=limited)
    return [*map([*model.tags].__getitem__, numbers.tolist())]
