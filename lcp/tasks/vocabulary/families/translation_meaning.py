"""Meaning of the translation, predicted from the training data, and words that match it better."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from lcp.english.word_frequency import zipf
from lcp.features.families.lexicon import LexiconFamily
from lcp.features.family import Feature, Fitted
from lcp.features.letter_norms import gram_matrix, grams
from lcp.tasks.vocabulary.families.clue import fitting_words
from lcp.tasks.vocabulary.items import items_of
from lcp.tasks.vocabulary.languages import (
    NAMES,
    content_words,
    parse_translation,
    plain_letters,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lcp.base.array_types import Floats, Singles
    from lcp.resources import Store
    from lcp.targets import Targets

#: Models of each language; a word is predicted by the one that was not trained on it.
_MODELS = 5
#: Weight of similarity and of log frequency when answers compete.
_SIMILARITY, _FREQUENCY = 4.0, 0.5 * np.log(10)
_SOURCE = "training corpus; lcp, the lexicon's vectors"
_COSINE = "cosine, -1 to 1"
_ROWS = (
    ("translation", "similarity of the word to the predicted meaning of the translation", _COSINE),
    ("certainty", "length of the predicted meaning of the translation", "0 (unknown) - 1"),
    ("probability", "probability of the word among those with its letter and length", "ln"),
    (
        "margin",
        "best similarity among these words, minus the word's",
        "difference of cosines",
    ),
    ("better", "words among these that are more probable", "log10(count + 1)"),
)


@dataclass(frozen=True)
class TranslationMeaning(LexiconFamily):
    """Similarity of the word to the meaning of its translation, and of other possible answers.

    A ridge regression predicts the vector of the English word from the letter n-grams of its
    translations (characters in Chinese). It learns from the translations in the training data, not
    from ratings. If the word of an item is in the training data, the regression was not trained on
    it. Words with the same first letter
    and length, as in a vocabulary test, compete with the probability
    exp(4 cos + 1.15 zipf), normalised.

    """

    name = "translation_meaning"
    scope = "context"
    learns = True
    learned: ClassVar = {**LexiconFamily.learned, "weights": {"": "f3"}}
    columns = tuple(Feature(*row, _SOURCE) for row in _ROWS)

    def fit(self, targets: Targets, rated: Floats | None, store: Store) -> dict[str, object]:
        """Return the coefficients of the models of each language."""
        items = _items(targets)
        vectors = self.load(Fitted(store)).directions([word for word, *_ in items])
        folds = np.array([_fold(word) for word, *_ in items])
        languages = np.array([language for _, language, *_ in items])
        usable = ~np.isnan(vectors).any(axis=1)
        weights: dict[str, Singles] = {}
        for language in NAMES:
            with_language = usable & (languages == language)
            parts = [np.flatnonzero(with_language & (folds != fold)) for fold in range(_MODELS)]
            if min(map(len, parts)) > 1:
                models = [_ridge([items[row][2] for row in rows], vectors[rows]) for rows in parts]
                weights[language] = np.stack(models)
        return super().fit(targets, rated, store) | {"weights": weights}

    def measure(self, inputs: Targets, fitted: Fitted) -> Floats:
        """Compare the word with the predicted meanings."""
        items = _items(inputs)
        values = np.full((len(items), len(_ROWS)), np.nan)
        if not items:
            return values
        vectors = self.load(fitted).directions([word for word, *_ in items])
        predicted = self._predicted(items, fitted)
        meanings = _unit(predicted)
        values[:, 0] = np.einsum("ij,ij->i", vectors, meanings)
        values[:, 1] = np.linalg.norm(predicted, axis=1)
        for index, (word, *_) in enumerate(items):
            if not np.isnan(values[index, 0]):
                values[index, 2:] = self._competition(word, meanings[index], values[index, 0])
        return values

    def _predicted(self, items: Sequence[_Item], fitted: Fitted) -> Floats:
        """Return predicted vectors; NaN without a translation or a model of the language."""
        n_dimensions = self.load(fitted).vectors.shape[1]
        vectors = np.full((len(items), n_dimensions), np.nan)
        groups: dict[tuple[str, int], list[int]] = {}
        for index, item in enumerate(items):
            if item[2]:
                groups.setdefault((item[1], _fold(item[0])), []).append(index)
        for (language, fold), rows in groups.items():
            weights = fitted.learned["weights"].get(language)
            if weights is not None:
                vectors[rows] = gram_matrix([items[row][2] for row in rows]) @ weights[fold]
        return vectors

    def _competition(
        self, word: str, meaning: Floats, similarity: float
    ) -> tuple[float, float, float]:
        words, zipfs, vectors = fitting_words(word[0])
        others = (np.char.str_len(words) == len(word)) & (words != word)
        similarities = vectors[others] @ meaning
        scores = _SIMILARITY * similarities + _FREQUENCY * zipfs[others]
        score = _SIMILARITY * similarity + _FREQUENCY * float(np.nan_to_num(zipf(word)))
        total = np.logaddexp.reduce(np.append(scores, score))
        margin = float(similarities.max(initial=-1.0)) - similarity
        return score - total, margin, float(np.log10((scores > score).sum() + 1))


#: Word, language, and hashed n-grams of the translations.
_Item = tuple[str, str, tuple[int, ...]]


def _items(targets: Targets) -> list[_Item]:
    items = []
    for word, language, translation, _ in items_of(targets):
        letters: tuple[int, ...] = ()
        if language:
            parts = parse_translation(translation).alternatives
            content = [word for part in parts for word in content_words(part, language)]
            letters = tuple(gram for word in content for gram in grams(plain_letters(word)))
        items.append((word, language, letters))
    return items


def _fold(word: str) -> int:
    return zlib.crc32(word.encode("utf-8")) % _MODELS


def _ridge(letters: Sequence[Sequence[int]], vectors: Floats) -> Singles:
    from sklearn.linear_model import Ridge

    model = Ridge(1.0, solver="lsqr", max_iter=30, fit_intercept=False)
    return np.asarray(model.fit(gram_matrix(letters), vectors).coef_.T, dtype=np.float32)


def _unit(vectors: Floats) -> Floats:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, np.nan))
