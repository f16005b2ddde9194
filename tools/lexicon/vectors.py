"""Train word vectors on encoded text, and compress them."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Floats = NDArray[np.float32]

#: Maximum number of words of a sentence in gensim.
_LONGEST = 10_000


class _Paragraphs:
    """Paragraphs of encoded texts as lists of words. Each iteration is a pass over the texts."""

    def __init__(self, texts: list[NDArray[np.int32]], spelled: list[str | None]) -> None:
        self.texts = texts
        self.spelled = spelled

    def __iter__(self) -> Iterator[list[str]]:
        for ids in self.texts:
            for paragraph in np.split(ids, np.flatnonzero(ids == 0)):
                words = [self.spelled[number] for number in paragraph.tolist()]
                kept = [word for word in words if word is not None]
                for begin in range(0, len(kept), _LONGEST):
                    yield kept[begin : begin + _LONGEST]


def train_vectors(
    texts: list[NDArray[np.int32]],
    spelled: list[str | None],
    counts: Mapping[str, int],
    *,
    dimensions: int = 100,
    window: int = 5,
    epochs: int = 5,
    random_state: int = 0,
) -> tuple[list[str], Floats]:
    """Train skip-gram vectors with negative sampling (Mikolov et al. 2013).

    Parameters
    ----------
    texts : list of int array of shape (n_tokens,)
        Encoded texts; 0 ends a paragraph.
    spelled : list of str or None
        Word of each number, None for numbers without a vector.
    counts : mapping of str to int
        Count of each word with a vector.
    dimensions, window, epochs, random_state : int
        Dimensions of the vectors, context words on each side, passes over the texts, seed.

    Returns
    -------
    words : list of str
        Words in the order of the vectors.
    vectors : float array of shape (n_words, dimensions)
        Deterministic: training uses one thread, and hashes that do not vary by process.
    """
    from gensim.models import Word2Vec

    model: Any = Word2Vec(
        vector_size=dimensions,
        window=window,
        sg=1,
        negative=5,
        sample=1e-4,
        min_count=1,
        workers=1,
        seed=random_state,
        epochs=epochs,
        hashfxn=lambda text: zlib.crc32(text.encode("utf-8")),
    )
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    model.build_vocab_from_freq(ordered)
    model.train(_Paragraphs(texts, spelled), total_words=sum(counts.values()), epochs=epochs)
    return list(model.wv.index_to_key), np.asarray(model.wv.vectors, dtype=np.float32)


def compress(
    vectors: Floats, components: int
) -> tuple[NDArray[np.int8], NDArray[np.float32], float]:
    """Quantise the principal components of unit-length vectors to one byte each.

    Parameters
    ----------
    vectors : float array of shape (n_words, n_dimensions)
        Zero for words without a vector.
    components : int
        Number of components, at most n_dimensions.

    Returns
    -------
    steps : int8 array of shape (n_words, n_components)
        Zero for words without a vector.
    scales : float32 array of shape (n_components,)
        Size of a step. The most extreme 0.1% of the words are clipped.
    variance : float
        Explained share of the variance, 0-1.
    """
    projected, variances = _components(vectors, components)
    limits = np.quantile(np.abs(projected), 0.999, axis=0)
    scales = (np.where(limits > 0, limits, 1.0) / 127).astype(np.float32)
    steps = np.clip(np.rint(projected / scales), -127, 127).astype(np.int8)
    has_vector = vectors.any(axis=1)
    # A vector whose steps are all zero would be treated as missing.
    steps[has_vector & ~steps.any(axis=1), 0] = 1
    steps[~has_vector] = 0
    total = float(variances.sum())
    return steps, scales, float(variances[: projected.shape[1]].sum()) / total if total else 0.0


def cosine_agreement(
    vectors: Floats,
    steps: NDArray[np.int8],
    scales: NDArray[np.float32],
    *,
    random_state: int = 0,
    pairs: int = 20_000,
) -> dict[str, float]:
    """Correlate the cosines of random pairs of words before and after compression.

    Returns
    -------
    dict of str to float
        ``cosine_components`` and ``cosine_quantised``: correlation of the cosines of the original
        vectors with those of their components, before and after quantisation.
    """
    with_vector = np.flatnonzero(vectors.any(axis=1))
    left, right = np.random.default_rng(random_state).choice(with_vector, size=(2, pairs))
    projected, _ = _components(vectors, len(scales))
    original, components, quantised = (
        _cosines(version[left], version[right])
        for version in (_centred(vectors), projected, steps * scales)
    )
    return {
        "cosine_components": float(np.corrcoef(original, components)[0, 1]),
        "cosine_quantised": float(np.corrcoef(original, quantised)[0, 1]),
    }


def _centred(vectors: Floats) -> NDArray[np.float64]:
    has_vector = vectors.any(axis=1)
    unit = vectors.astype(np.float64)
    unit[has_vector] /= np.linalg.norm(unit[has_vector], axis=1, keepdims=True)
    unit[has_vector] -= unit[has_vector].mean(axis=0)
    return unit


def _components(
    vectors: Floats, components: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the principal components of all vectors, and the sorted variances of all axes."""
    unit = _centred(vectors)
    variances, axes = np.linalg.eigh(unit.T @ unit)
    order = np.argsort(-variances, kind="stable")
    axes = axes[:, order[:components]]
    # The sign of an axis is arbitrary; the largest weight is made positive.
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])
    return unit @ axes, variances[order].clip(min=0)


def _cosines(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.asarray(np.einsum("ij,ij->i", left, right) / np.where(lengths > 0, lengths, 1.0))
