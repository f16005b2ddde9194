"""Word vectors trained on encoded text, and what is left of them after compression."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Progress = Callable[[str], object]

#: Most words of a paragraph that gensim takes at once.
_LONGEST = 10_000


class _Paragraphs:
    """The words of encoded texts as often as they are asked for, one list per paragraph."""

    def __init__(
        self, texts: list[NDArray[np.int32]], spelled: list[str | None], progress: Progress
    ) -> None:
        self.texts = texts
        self.spelled = spelled
        self.progress = progress
        self.passes = 0

    def __iter__(self) -> Iterator[list[str]]:
        self.progress(f"vectors, pass {self.passes}")
        self.passes += 1
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
    seed: int = 0,
    progress: Progress | None = None,
) -> tuple[list[str], Floats]:
    """Train skip-gram vectors with negative sampling (Mikolov et al. 2013).

    Parameters
    ----------
    texts : list of int array of shape (n_tokens,)
        Encoded texts; 0 ends a paragraph.
    spelled : list of str or None
        The word that each number stands for, None for what has no vector.
    counts : mapping of str to int
        How often each word with a vector occurs.
    dimensions, window, epochs, seed : int
        Size of the vectors, words on each side, passes over the text, seed.
    progress : callable, optional
        Called with a label before each pass.

    Returns
    -------
    words : list of str
    vectors : float array of shape (n_words, dimensions)
        The same on every run: one thread, and no hash of the process is used.
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
        seed=seed,
        epochs=epochs,
        hashfxn=lambda text: zlib.crc32(text.encode("utf-8")),
    )
    ordered = dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
    model.build_vocab_from_freq(ordered)
    paragraphs = _Paragraphs(texts, spelled, progress or (lambda _: None))
    paragraphs.passes = 1
    model.train(paragraphs, total_words=sum(counts.values()), epochs=epochs, compute_loss=False)
    return list(model.wv.index_to_key), np.asarray(model.wv.vectors, dtype=np.float32)


def compress(
    vectors: Floats, components: int
) -> tuple[NDArray[np.int8], NDArray[np.float32], float]:
    """Principal components of unit-length vectors, one byte each.

    Parameters
    ----------
    vectors : float array of shape (n_words, n_dimensions)
        Zero where a word has none.
    components : int
        How many to keep, at most as many as there are dimensions.

    Returns
    -------
    steps : int8 array of shape (n_words, n_components)
        Zero where a word has no vector.
    scales : float32 array of shape (n_components,)
        What a step is worth; the farthest thousandth of the words is moved to the edge.
    kept : float
        Share of the variance.
    """
    projected, variances = _components(vectors, components)
    farthest = np.quantile(np.abs(projected), 0.999, axis=0)
    scales = (np.where(farthest > 0, farthest, 1.0) / 127).astype(np.float32)
    steps = np.clip(np.rint(projected / scales), -127, 127).astype(np.int8)
    known = vectors.any(axis=1)
    # A vector whose steps all round to nothing would pass for none.
    steps[known & ~steps.any(axis=1), 0] = 1
    steps[~known] = 0
    total = float(variances.sum())
    return steps, scales, float(variances[: projected.shape[1]].sum()) / total if total else 0.0


def cosine_agreement(
    vectors: Floats,
    steps: NDArray[np.int8],
    scales: NDArray[np.float32],
    *,
    seed: int = 0,
    pairs: int = 20_000,
) -> dict[str, float]:
    """Correlation of the cosines of random pairs of words before and after compression."""
    known = np.flatnonzero(vectors.any(axis=1))
    chosen = np.random.default_rng(seed).choice(known, size=(2, pairs))
    projected, _ = _components(vectors, len(scales))
    whole, fewer, packed = (
        _cosines(each[chosen[0]], each[chosen[1]])
        for each in (_centred(vectors), projected, steps * scales)
    )
    return {
        "cosine_components": float(np.corrcoef(whole, fewer)[0, 1]),
        "cosine_quantised": float(np.corrcoef(whole, packed)[0, 1]),
    }


def _centred(vectors: Floats) -> NDArray[np.float64]:
    known = vectors.any(axis=1)
    unit = vectors.astype(np.float64)
    unit[known] /= np.linalg.norm(unit[known], axis=1, keepdims=True)
    unit[known] -= unit[known].mean(axis=0)
    return unit


def _components(
    vectors: Floats, components: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Projections of all vectors, and the variance along every axis, the greatest first."""
    unit = _centred(vectors)
    variances, axes = np.linalg.eigh(unit.T @ unit)
    order = np.argsort(-variances, kind="stable")
    axes = axes[:, order[:components]]
    # An axis has no direction of its own: its largest part is made positive.
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), np.arange(axes.shape[1])])
    return unit @ axes, variances[order].clip(min=0)


def _cosines(left: NDArray[np.float64], right: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
    return np.asarray(np.einsum("ij,ij->i", left, right) / np.where(lengths > 0, lengths, 1.0))
