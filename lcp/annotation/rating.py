"""Predictions for the targets of running text, each distinct word once where that is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from cachetools import LRUCache

from lcp.model.installed import predictor_for
from lcp.model.levels import levels_of_words
from lcp.model.readers import first_language_of
from lcp.model.word_predictions import predict_by_readers, words_alone
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.corpora.registry import Readers
    from lcp.model.complexity_model import ComplexityModel

    Floats = NDArray[np.float64]
    #: Sentence, target, start, end, and part of speech or "".
    Row = tuple[str, str, int, int, str]

#: Mean complexity and share above the threshold, number of content words, and threshold.
Summary = dict[str, float | int | None]

#: Words whose predictions are cached, if they do not depend on the sentence.
CACHED_WORDS = 50_000
#: Columns of the predictions.
COLUMNS = ("complexity", "low", "high", "harder_than", "level", "level_probability")


def summary(values: Sequence[float], threshold: float) -> Summary:
    """Summarise the complexities of content words; mean and share are None if there are none."""
    n = len(values)
    return {
        "mean": sum(values) / n if n else None,
        "share_above": sum(value >= threshold for value in values) / n if n else None,
        "content_words": n,
        "threshold": threshold,
    }


def rated_form(word: str) -> str:
    """Return the form in which an ordinary word is rated: capitals of headings as lower case.

    >>> rated_form("RESULT"), rated_form("Result")
    ('result', 'Result')
    """
    return word.lower() if len(word) > 1 and word.isupper() else word


class TargetRater:
    """Rate targets with a model, for one genre and one kind of readers.

    If the model's predictions do not depend on the sentence, each distinct target is predicted once
    and cached, and those that the model has precomputed are not predicted at all.

    Parameters
    ----------
    model : ComplexityModel
        A fitted model.
    genre : str
        Genre of the texts; "" if unknown.
    readers : str
        Who reads the texts: ``general``, ``native``, ``learner`` or, with a first language,
        ``learner:es``, ``learner:de`` or ``learner:zh``.

    Attributes
    ----------
    predictor : ComplexityModel
        Model that predicts complexity for these readers: `model`, or the installed model for
        learners with a first language. `model` predicts the CEFR levels in either case.

    Raises
    ------
    InputError
        If the model was not trained for the readers.
    ResourceError
        If no model for learners with a first language is installed.
    """

    def __init__(self, model: ComplexityModel, genre: str, readers: Readers) -> None:
        self.model = model
        self.predictor = predictor_for(model, readers)
        self.genre = genre
        self.readers = readers
        self._cache: LRUCache[tuple[str, str, str], Floats] | None = None
        if not model.depends_on_sentence(genre, readers):
            self._cache = LRUCache(CACHED_WORDS)

    def rate(self, rows: Sequence[Row]) -> Floats:
        """Return the numbers of `COLUMNS` for each row, shape (n_rows, 6).

        Levels are numbers from 0 (A1) to 5 (C2). NaN if the model has no intervals or levels.
        """
        if not rows:
            return np.empty((0, len(COLUMNS)))
        if self._cache is None:
            sentence, token, start, end, parts = zip(*rows, strict=True)
            genre = [self.genre] * len(rows)
            columns = {
                "sentence": sentence,
                "token": token,
                "start": start,
                "end": end,
                "genre": genre,
            }
            return self._described(token, parts, predict_by_readers(self.model, columns))
        classes = self._classes(rows)
        keys = [(row[1], row[4], own) for row, own in zip(rows, classes, strict=True)]
        values = {key: self._cache[key] for key in set(keys) if key in self._cache}
        new = [key for key in dict.fromkeys(keys) if key not in values]
        if new:
            words, parts, classes = zip(*new, strict=True)
            rated = self._described(words, parts, self._predict_words(words, classes))
            values |= zip(new, rated, strict=True)
            # Copies, because a view would keep the whole batch in memory.
            self._cache.update((key, values[key].copy()) for key in new)
        return np.array([values[key] for key in keys])

    def _classes(self, rows: Sequence[Row]) -> Sequence[str]:
        """Return the part of speech of targets if these readers' ratings depend on it, else ""."""
        parts = [row[4] for row in rows]
        if not first_language_of(self.readers):
            return [""] * len(rows)
        if any(parts):
            return parts
        # Only here, because it imports pandas.
        from lcp.first_language.items import parts_of_speech

        sentence, token, start, end, _ = zip(*rows, strict=True)
        columns = {"sentence": sentence, "token": token, "start": start, "end": end}
        return parts_of_speech(columns, self.predictor.feature_set_.store or Store())

    def _predict_words(self, words: Sequence[str], parts: Sequence[str]) -> dict[str, Floats]:
        """Return the complexity of words by readers."""
        if not first_language_of(self.readers):
            return self._predict_alone(words)
        items = {**words_alone(words), "pos": parts, "readers": [self.readers] * len(words)}
        own: dict[str, Floats] = {self.readers: self.predictor.predict_columns(items)}
        return own if self.model.levels_ is None else {**self._predict_alone(words), **own}

    def _predict_alone(self, words: Sequence[str]) -> dict[str, Floats]:
        """Return the complexity of words for the model's own readers, precomputed if possible."""
        precomputed = self.model.word_predictions_
        if precomputed is None:
            return predict_by_readers(self.model, words_alone(words))
        listed, predicted = precomputed.look_up(words)
        if listed.all():
            return predicted
        others = [words[place] for place in np.flatnonzero(~listed).tolist()]
        added = predict_by_readers(self.model, words_alone(others))
        merged = {}
        for readers, values in added.items():
            merged[readers] = np.empty(len(words))
            merged[readers][listed] = predicted[readers]
            merged[readers][~listed] = values
        return merged

    def _described(
        self, words: Sequence[str], parts: Sequence[str], predicted: dict[str, Floats]
    ) -> Floats:
        """Return the numbers of `COLUMNS` for predictions of targets by readers."""
        own = predicted["general" if self.readers == "native" else self.readers]
        columns: Columns = {
            "token": words,
            "genre": [self.genre] * len(words),
            "readers": [self.readers] * len(words),
        }
        values = np.full((len(words), len(COLUMNS)), np.nan)
        values[:, 0] = own
        values[:, 1:3] = self.predictor.limits_of_columns(columns, own)
        values[:, 3] = self.predictor.running_text_.share_below(own, self.readers)
        if self.model.levels_ is not None:
            values[:, 4], values[:, 5] = levels_of_words(
                self.model, words, parts, predicted["learner"]
            )
        return values
