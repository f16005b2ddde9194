"""Predictions for words without a sentence, and the precomputed ones of the lexicon's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.estimators.multi_source import for_learners
from lcp.lexicon.file import checksum, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from lcp.columns import Columns
    from lcp.model.fitted_model import FittedModel

    Floats = NDArray[np.float64]

#: Words that are predicted at once.
_BATCH = 5_000


def predict_by_readers(model: FittedModel, columns: Columns) -> dict[str, Floats]:
    """Return the complexity of instances for general readers and, if possible, for learners.

    Parameters
    ----------
    model : ComplexityModel
        A fitted model.
    columns : mapping of str to list
        Instances as plain columns, without ``readers``.

    Returns
    -------
    dict of str to float array of shape (n_instances,)
        Complexity, 0-1, by readers: ``general``, and ``learner`` if the model was trained for them.
    """
    values = model.feature_set_.measure(columns)
    predicted = {"general": model.predict_features(values)}
    if "learner" in model.readers():
        names = model.feature_set_.get_feature_names_out()
        predicted["learner"] = model.predict_features(for_learners(values, names.tolist()))
    return predicted


class WordPredictions:
    """Predictions of a model for the words of the bundled lexicon, without a sentence.

    Parameters
    ----------
    values : dict of str to float array of shape (2, n_words)
        Complexity, 0-1, by readers; of words in lower case, and with an initial capital.
    lexicon : str
        Checksum of the lexicon that lists the words.
    """

    def __init__(self, values: dict[str, Floats], lexicon: str) -> None:
        self.values = values
        self.lexicon = lexicon

    @classmethod
    def of(cls, model: FittedModel, *, progress: Callable[[str], object] | None = None) -> Self:
        """Predict the words of the bundled lexicon, for each kind of readers.

        `progress` is called with a label :func:`batch_count` times, before each batch.
        """
        words = load_lexicon().words
        forms = [*words, *map(str.capitalize, words)]
        parts = []
        for first in range(0, len(forms), _BATCH):
            if progress is not None:
                progress("words of the lexicon")
            parts.append(predict_by_readers(model, words_alone(forms[first : first + _BATCH])))
        values = {
            readers: np.concatenate([part[readers] for part in parts]).reshape(2, -1)
            for readers in parts[0]
        }
        return cls(values, checksum())

    def look_up(self, words: Sequence[str]) -> tuple[NDArray[np.bool_], dict[str, Floats]]:
        """Return which words are precomputed as spelled, and their complexity by readers."""
        forms, numbers = self._places(words)
        listed = numbers >= 0
        places = (forms[listed], numbers[listed])
        return listed, {readers: values[places] for readers, values in self.values.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the predictions as plain data, for the constructor."""
        return {"values": self.values, "lexicon": self.lexicon}

    def _places(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return row and column of each word's predictions; the column is -1 without them."""
        forms, columns = np.zeros((2, len(words)), dtype=np.intp)
        columns -= 1
        if self.lexicon != checksum():
            return forms, columns
        numbers = load_lexicon().numbers
        for place, word in enumerate(words):
            if word in numbers:
                columns[place] = numbers[word]
            elif word == word.capitalize():
                forms[place] = 1
                columns[place] = numbers.get(word.lower(), -1)
        return forms, columns


def words_alone(words: Sequence[str]) -> Columns:
    """Return instances of words or expressions that are given without a sentence."""
    return {
        "sentence": words,
        "token": words,
        "genre": [""] * len(words),
        "start": [0] * len(words),
        "end": [len(word) for word in words],
    }


def batch_count() -> int:
    """Return how often :meth:`WordPredictions.of` reports progress."""
    return -(-2 * len(load_lexicon().words) // _BATCH)
