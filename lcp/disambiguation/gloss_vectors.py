"""Similarity between a sentence and the glosses of a target's senses, by a pre-trained encoder.

As the extended Lesk algorithm with vectors in place of shared words (Basile et al. 2014), with the
sentence vectors of Sentence-BERT (Reimers & Gurevych 2019).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.disambiguation.usage import spelled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.encoders.encoder import Encoder

    Floats = NDArray[np.float64]


def gloss_similarities(
    encoder: Encoder, sentences: Sequence[str], senses: Sequence[Sequence[Any]]
) -> list[Floats]:
    """Compare sentences with the glosses of senses.

    Each distinct text is encoded once, in batches of similar lengths.

    Parameters
    ----------
    encoder : Encoder
        Encoder whose mean vectors represent sentences, such as those of Sentence-BERT.
    sentences : sequence of str of length n_targets
        Sentence of each target; may repeat.
    senses : sequence of sequence of NLTK's Synset, of length n_targets
        The senses of each target.

    Returns
    -------
    list of ndarray of shape (n_senses,)
        Cosine between the vectors of the sentence and of each :func:`gloss_text`, -1 to 1.
    """
    glosses = [list(map(gloss_text, own)) for own in senses]
    # Nothing is compared with the sentences of targets without senses.
    compared = [sentence for sentence, own in zip(sentences, glosses, strict=True) if own]
    texts = list(dict.fromkeys([*compared, *(text for own in glosses for text in own)]))
    vectors = encoder.text_vectors(texts).astype(np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    place = {text: number for number, text in enumerate(texts)}
    return [
        vectors[[place[text] for text in own]] @ vectors[place[sentence]] if own else np.zeros(0)
        for sentence, own in zip(sentences, glosses, strict=True)
    ]


def gloss_text(sense: Any) -> str:
    """Return the text that represents a sense: its names and its definition.

    Its usage examples are left out, because they lower the accuracy on WordNet's other examples;
    see benchmarks/abstractness.md.
    """
    names = ", ".join(map(spelled, sense.lemma_names()))
    return f"{names}: {sense.definition()}"
