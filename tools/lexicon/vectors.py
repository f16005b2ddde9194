"""Train word vectors on texts, and compress them."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.lexicon.norm_prediction import SEED
from tools.lexicon.texts import Text, sentences

Floats = NDArray[np.float32]

#: Dimensions of the trained vectors and of the compressed ones, and passes over the texts.
DIMENSIONS, COMPONENTS, EPOCHS = 100, 32, 5


def train_vectors(texts: Sequence[Text], counts: Mapping[str, int], words: Sequence[str]) -> Floats:
    """Train skip-gram vectors with negative sampling (Mikolov et al. 2013).

    Parameters
    ----------
    texts : sequence of Text
        Running text.
    counts : mapping of str to int
        Count of each word with a vector.
    words : sequence of str
        Words of the result.

    Returns
    -------
    float array of shape (n_words, DIMENSIONS)
        Vectors of the words; zero for words without one. Deterministic: training uses one thread,
        and hashes that do not vary by process.
    """
    from gensim.models import Word2Vec

    model: Any = Word2Vec(
        vector_size=DIMENSIONS,
        window=5,
        sg=1,
        negative=5,
        sample=1e-4,
        min_count=1,
        workers=1,
        seed=SEED,
        epochs=EPOCHS,
        hashfxn=lambda text: zlib.crc32(text.encode("utf-8")),
    )
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    model.build_vocab_from_freq(ordered)
    read = [
        [word for word in map(str.lower, sentence) if word in counts]
        for text in texts
        for sentence in sentences(text.path)
    ]
    model.train(read, total_words=sum(counts.values()), epochs=EPOCHS)
    none = np.zeros(DIMENSIONS, dtype=np.float32)
    return np.stack([model.wv.get_vector(word) if word in model.wv else none for word in words])


def compress(vectors: Floats) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Quantise the principal components of unit-length vectors to one byte each.

    Parameters
    ----------
    vectors : float array of shape (n_words, n_dimensions)
        Zero for words without a vector.

    Returns
    -------
    steps : int8 array of shape (n_words, COMPONENTS)
        Zero for words without a vector.
    scales : float32 array of shape (COMPONENTS,)
        Size of a step. The most extreme 0.1% of the words are clipped.
    """
    has_vector = vectors.any(axis=1)
    unit = vectors.astype(np.float64)
    unit[has_vector] /= np.linalg.norm(unit[has_vector], axis=1, keepdims=True)
    unit[has_vector] -= unit[has_vector].mean(axis=0)
    variances, axes = np.linalg.eigh(unit.T @ unit)
    axes = axes[:, np.argsort(-variances, kind="stable")[:COMPONENTS]]
    # The sign of an axis is arbitrary; the largest weight is made positive.
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])
    projected = unit @ axes
    limits = np.quantile(np.abs(projected), 0.999, axis=0)
    scales = (np.where(limits > 0, limits, 1.0) / 127).astype(np.float32)
    steps = np.clip(np.rint(projected / scales), -127, 127).astype(np.int8)
    # A vector whose steps are all zero would be treated as missing.
    steps[has_vector & ~steps.any(axis=1), 0] = 1
    steps[~has_vector] = 0
    return steps, scales
