"""Similarity of the target to the part of the passage that its sentence is about."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from lcp.base import check_fitted
from lcp.english.text import words
from lcp.extractors.base import Feature
from lcp.extractors.lexicon import LexiconFamily
from lcp.resources.vectors import load_vectors, vector_resources

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.lexicon.file import Lexicon

    Floats = NDArray[np.float64]

#: Sentences of the passage that are aligned with the target's sentence.
ALIGNED = 3
#: Weight of a sentence is exp(sharpness times its cosine with the target's sentence).
SHARPNESS = 6.0
#: Content words on each side of the target.
WINDOW = 3
_NEAREST = (3, 10)
_SHORTEST = 3
_CACHED_PASSAGES = 64
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_COSINE = "cosine, -1 to 1"
_ROWS = (
    ("sentence", "the other words of the sentence"),
    ("window", f"the nearest {WINDOW} content words on each side"),
    ("passage", "the passage"),
    ("first_sentence", "the passage's first sentence"),
    ("best_sentence", "the most similar sentence of the passage"),
    ("aligned", "the passage's sentence that is most similar to the target's sentence"),
    ("attention", "the passage's sentences, by their similarity to the target's sentence"),
    ("missing", f"words of the {ALIGNED} aligned sentences that the target's sentence lacks"),
    ("missing_3", "the three most similar of these words"),
    *((f"nearest_{n}", f"the {n} most similar words of the passage") for n in _NEAREST),
)


class Alignment(LexiconFamily):
    """Similarity of the target to its sentence and to the sentences of the passage that match it.

    Reads the column ``passage``; without it, all features but those of the sentence are NaN. Word
    vectors have a direction in common, in which frequent words lie, and which makes them similar
    to every text. It is therefore removed: the mean of the vectors and their first principal
    components, over the words of the training passages (Mu & Viswanath 2018). A text is the mean
    of its content words' vectors, weighted by their rarity in the lexicon's texts.

    Parameters
    ----------
    file : str, default=""
        Lexicon made by `lcp lexicon build`. Default: the bundled lexicon.
    vectors : str, default=""
        Resource of word vectors, or path of a file in the text format of GloVe or word2vec.
        Default: the lexicon's vectors.
    dimensions : int, default=300
        Number of dimensions that selects the file in an archive.
    components : int, default=0
        Number of principal components to remove.

    Attributes
    ----------
    lexicon_ : str
        Checksum of the training lexicon.
    mean_ : ndarray of shape (n_dimensions,)
        Mean vector of the words of the training passages.
    components_ : ndarray of shape (n_components, n_dimensions)
        Their principal components.
    passage_mean_ : ndarray of shape (n_dimensions,)
        Mean vector of the training passages.

    Examples
    --------
    >>> [feature.name for feature in Alignment().features()][:3]
    ['sentence', 'window', 'passage']
    """

    name = "alignment"
    level = "context"
    needs_sentence = True
    learns = True

    def __init__(
        self, *, file: str = "", vectors: str = "", dimensions: int = 300, components: int = 0
    ) -> None:
        self.file = file
        self.vectors = vectors
        self.dimensions = dimensions
        self.components = components

    def resources(self) -> tuple[str, ...]:
        """Return the resource of the vectors; none if they are the lexicon's or a file.

        Raises
        ------
        InputError
            If `vectors` is neither a resource of vectors nor an existing file.
        """
        return vector_resources(self.vectors, where="alignment.vectors") if self.vectors else ()

    def features(self) -> Sequence[Feature]:
        """Describe the similarities."""
        source = "lcp, the lexicon's vectors" if not self.vectors else Path(self.vectors).name
        return [Feature(name, f"similarity to {text}", _COSINE, source) for name, text in _ROWS]

    def fit(self, table: pd.DataFrame) -> Self:
        """Learn the common direction of the words, and the mean of the training passages."""
        super().fit(table)
        texts = list(dict.fromkeys(table["passage"])) if "passage" in table else []
        space = self._space()
        counts = Counter(word for text in texts for word in space.content(text))
        vectors = space.directions(list(counts))
        present = ~np.isnan(vectors[:, 0])
        size = vectors.shape[1]
        self.mean_, self.passage_mean_ = np.zeros(size), np.zeros(size)
        self.components_ = np.zeros((0, size))
        # With fewer words, nothing would be left of them.
        if present.sum() <= self.components + 1:
            return self
        weights = np.sqrt(list(counts.values()))[present, None]
        self.mean_ = (vectors[present] * weights).sum(axis=0) / weights.sum()
        if self.components:
            centred = vectors[present] - self.mean_
            directions = np.linalg.eigh((centred * weights).T @ centred)[1]
            self.components_ = directions[:, -self.components :].T
        space = self._space()
        self.passage_mean_ = np.mean([space.passage(text).centroid for text in texts], axis=0)
        return self

    def measure(self, columns: Columns) -> Floats:
        """Compare each target with its sentence and passage."""
        check_fitted(self, "mean_")
        space = self._space()
        passage = lru_cache(_CACHED_PASSAGES)(space.passage)
        question = lru_cache(_CACHED_PASSAGES)(
            lambda left, right, text: _question(
                space, left, right, passage(text), self.passage_mean_
            )
        )
        texts = columns.get("passage", [""] * len(columns["token"]))
        heads = [(words(token) or (token,))[-1].lower() for token in columns["token"]]
        rows = [
            question(sentence[: int(start)], sentence[int(end) :], text)(target)
            for sentence, start, end, text, target in zip(
                *(columns[name] for name in ("sentence", "start", "end")),
                *(texts, space.vectors(heads)),
                strict=True,
            )
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, len(_ROWS))

    def _space(self) -> _Space:
        lexicon = self.load()
        directions = lexicon.directions
        if self.vectors:
            names = self.resources()
            path = self.store.require(names[0])[0] if names else Path(self.vectors).expanduser()
            directions = load_vectors(
                path, dimensions=self.dimensions, cache=self.store.cache
            ).directions
        fitted = [getattr(self, name, None) for name in ("mean_", "components_")]
        return _Space(lexicon, directions, *fitted)


def _question(
    space: _Space, left: str, right: str, passage: _Passage, passage_mean: Floats
) -> Callable[[Floats], list[float]]:
    """Return a function that compares the vector of a target with the texts around it."""
    before, after = space.content(left), space.content(right)
    own = space.centroid([*before, *after])
    texts = [own, space.centroid([*before[-WINDOW:], *after[:WINDOW]])]
    similar = passage.sentences @ own
    order = np.argsort(-similar, kind="stable")[:ALIGNED]
    spoken = {*before, *after}
    missing = [word for place in order for word in passage.words[place] if word not in spoken]
    lacking = space.listed(missing)
    if len(similar):
        texts += [
            _unit(passage.centroid - passage_mean),
            passage.sentences[0],
            passage.sentences[order[0]],
            _unit(np.exp(SHARPNESS * similar) @ passage.sentences),
            space.centroid(missing),
        ]
    compared = np.array(texts)

    def values(target: Floats) -> list[float]:
        cosines = (compared @ target).tolist()
        if not len(similar):
            return [*cosines, *[math.nan] * (len(_ROWS) - len(cosines))]
        sentence, window, whole, first, aligned, attention, lacked = cosines
        best = float((passage.sentences @ target).max())
        return [
            *(sentence, window, whole, first, best, aligned, attention, lacked),
            _mean_of_highest(lacking @ target, _NEAREST[0]),
            *(_mean_of_highest(passage.vectors @ target, count) for count in _NEAREST),
        ]

    return values


class _Space:
    """Vectors of words and texts without what is common to all of them."""

    def __init__(
        self,
        lexicon: Lexicon,
        directions: Callable[[Sequence[str]], Floats],
        mean: Floats | None,
        components: Floats | None,
    ) -> None:
        self.lexicon, self.directions = lexicon, directions
        self.mean, self.components = mean, components
        self.size = directions([""]).shape[1]
        self.function_words = {lexicon.words[number] for number in lexicon.function_words}
        # Looking words up in a file of vectors takes most of the time.
        self.by_word: dict[str, Floats] = {}

    def content(self, text: str) -> list[str]:
        """Return the content words: letters alone, and not a function word of the lexicon."""
        return [
            word
            for word in words(text.lower())
            if len(word) >= _SHORTEST and word.isalpha() and word not in self.function_words
        ]

    def vectors(self, spoken: Sequence[str]) -> Floats:
        """Return vectors of length 1; NaN for words without one."""
        unseen = [word for word in dict.fromkeys(spoken) if word not in self.by_word]
        if unseen:
            self.by_word |= zip(unseen, self._specific(self.directions(unseen)), strict=True)
        return np.array([self.by_word[word] for word in spoken]).reshape(len(spoken), self.size)

    def _specific(self, vectors: Floats) -> Floats:
        if self.mean is not None and self.components is not None:
            vectors = vectors - self.mean
            vectors -= vectors @ self.components.T @ self.components
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(np.divide(vectors, lengths, where=lengths > 0, out=vectors * np.nan))

    def listed(self, spoken: Sequence[str]) -> Floats:
        """Return the vectors of the words that have one."""
        vectors = self.vectors(spoken)
        return vectors[~np.isnan(vectors[:, 0])]

    def centroid(self, spoken: Sequence[str]) -> Floats:
        """Return the direction of words' vectors, weighted by ln(N / (count + 1)); 0 if none."""
        rows = self.lexicon.rows(spoken)
        counts = np.where(rows >= 0, self.lexicon.counts[rows], 0)
        weights = np.log(self.lexicon.about["tokens"] / (counts + 1))
        return _unit(weights @ np.nan_to_num(self.vectors(spoken)))

    def passage(self, text: str) -> _Passage:
        """Return the sentences that have a direction."""
        spoken = [self.content(sentence) for sentence in _SENTENCE_END.split(text)]
        vectors = np.array([self.centroid(sentence) for sentence in spoken])
        kept = np.flatnonzero(vectors.any(axis=1))
        distinct = sorted({word for sentence in spoken for word in sentence})
        return _Passage(
            [spoken[number] for number in kept],
            vectors[kept],
            self.listed(distinct),
            _unit(vectors.sum(axis=0)),
        )


class _Passage(NamedTuple):
    """Content words and direction of each sentence, vectors of the distinct words, and mean."""

    words: list[list[str]]
    sentences: Floats
    vectors: Floats
    centroid: Floats


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / max(float(np.linalg.norm(vector)), np.finfo(float).tiny))


def _mean_of_highest(values: Floats, count: int) -> float:
    return float(np.sort(values)[::-1][:count].mean()) if len(values) else math.nan
