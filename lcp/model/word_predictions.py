"""Predictions for targets without a sentence, and the precomputed ones of listed targets."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base.caches import cached_property
from lcp.base.reader_groups import GENERAL
from lcp.base.schema import SchemaError, conforms
from lcp.english.expression_forms import forms_alone
from lcp.english.lexicon.expression_table import expressions_checksum, load_expressions
from lcp.english.lexicon.word_table import load_lexicon
from lcp.english.word_frequency import list_checksum, list_places
from lcp.targets import Targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from lcp.base.array_types import Bools, Ints

    Reals = NDArray[np.floating[Any]]

#: Types of the stored predictions, for :func:`lcp.base.schema.conforms`.
_STORED = {
    "values": {"": "f2"},
    "lexicon": str,
    "listed": {"": "f1"},
    "word_list": str,
    "expressions": [str],
}


def predict_by_readers(
    predict: Callable[[Targets], Reals], readers: Iterable[str], words: Sequence[str]
) -> dict[str, Reals]:
    """Return the complexity of words as they are spelled, by readers, shape (n_words,) each."""
    # A word with a capital is predicted as inside a sentence, where it is a name.
    spelled = replace(Targets.words(words), target=tuple(words))
    return {name: predict(spelled.for_all(readers=name)) for name in readers}


@dataclass(frozen=True, eq=False)
class WordPredictions:
    """Predictions of a model for words without a sentence.

    Of the words of the bundled lexicon in lower case and with an initial capital, of the other
    words of wordfreq's largest list in lower case, and of frequent expressions.

    Parameters
    ----------
    values : dict of str to float32 array of shape (2, n_words)
        Complexity, 0-1, by readers; of the lexicon's words in lower case, and with an initial
        capital.
    lexicon : str
        Checksum of the lexicon.
    listed : dict of str to float32 array of shape (n_listed,), optional
        Complexity by readers of the words of wordfreq's list, in its order, and of `expressions`;
        NaN for words of the lexicon and words that do not consist of letters.
    word_list : str, default=""
        Checksums of the list and of the lexicon of expressions.
    expressions : list of str, optional
        Expressions in the form of targets.

    Raises
    ------
    SchemaError
        If the predictions are incomplete or do not fit each other.
    """

    values: dict[str, Reals]
    lexicon: str
    listed: dict[str, Reals] = field(default_factory=dict)
    word_list: str = ""
    expressions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not conforms(vars(self), _STORED):
            raise SchemaError("the predictions for words are incomplete")
        if GENERAL not in self.values or not self.listed.keys() <= self.values.keys():
            raise SchemaError("the predictions for words are not for the same readers")
        arrays = [*self.values.values(), *self.listed.values()]
        shapes = {array.shape for array in self.values.values()}
        lengths = {array.shape for array in self.listed.values()}
        if [len(shapes), *(rows for rows, _ in shapes)] != [1, 2] or len(lengths) > 1:
            raise SchemaError("the predictions for words have different lengths")
        if any(((array < 0) | (array > 1)).any() for array in arrays):
            raise SchemaError("a prediction for a word is outside 0-1")
        if any(np.isnan(array).any() for array in self.values.values()):
            raise SchemaError("a word of the lexicon has no prediction")

    @classmethod
    def of(
        cls, predict: Callable[[Targets], Reals], readers: Sequence[str], size: int = 5_000
    ) -> Self:
        """Predict for the words of the bundled lexicon and of wordfreq's list, and expressions.

        `predict` returns the complexity of targets, for any of the readers; of `size` at once.
        """
        forms, places = _forms(), _rare_words()
        expressions = list(dict.fromkeys(forms_alone(load_expressions().usual())))
        words = [*forms, *places, *expressions]
        parts = [
            predict_by_readers(predict, readers, words[first : first + size])
            for first in range(0, len(words), size)
        ]
        values, listed = {}, {}
        for name in parts[0]:
            predictions = np.concatenate([part[name] for part in parts]).astype(np.float32)
            values[name] = predictions[: len(forms)].reshape(2, -1)
            of_list = np.full(len(list_places()), np.nan, dtype=np.float32)
            of_list[list(places.values())] = predictions[len(forms) :][: len(places)]
            listed[name] = np.append(of_list, predictions[len(forms) + len(places) :])
        return cls(values, load_lexicon().checksum, listed, _list_checksums(), expressions)

    def look_up(self, words: Sequence[str]) -> tuple[Bools, dict[str, Reals]]:
        """Return which words are precomputed as spelled, and their complexity by readers."""
        forms, numbers = self._places(words)
        in_lexicon = numbers >= 0
        rare = np.full(len(words), -1, dtype=np.intp)
        if not in_lexicon.all():
            rows_outside = np.flatnonzero(~in_lexicon)
            rare[rows_outside] = self._rare_places([words[row] for row in rows_outside.tolist()])
        precomputed = in_lexicon | (rare >= 0)
        predicted: dict[str, Reals] = {}
        for readers, values in self.values.items():
            predictions = np.empty(len(words))
            predictions[in_lexicon] = values[forms[in_lexicon], numbers[in_lexicon]]
            if readers in self.listed:
                predictions[rare >= 0] = self.listed[readers][rare[rare >= 0]]
            predicted[readers] = predictions[precomputed]
        return precomputed, predicted

    @classmethod
    def from_dict(cls, stored: Any) -> Self:
        """Restore the result of :meth:`to_dict`.

        Raises
        ------
        SchemaError
            If it is incomplete, or as the constructor.
        """
        if not conforms(stored, _STORED) or stored.keys() != _STORED.keys():
            raise SchemaError("the predictions for words are incomplete")
        return cls(**stored)

    def to_dict(self) -> dict[str, object]:
        """Return the predictions as plain data, for the constructor."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def _rows(self) -> dict[str, int]:
        """Number of each expression."""
        return {form: row for row, form in enumerate(self.expressions)}

    def _places(self, words: Sequence[str]) -> tuple[Ints, Ints]:
        """Return row and column of each word's predictions; the column is -1 without them."""
        forms, columns = np.zeros((2, len(words)), dtype=np.intp)
        columns -= 1
        lexicon = load_lexicon()
        row_of = lexicon.row_of
        if self.lexicon != lexicon.checksum or self.values[GENERAL].shape[1] != len(row_of):
            return forms, columns
        for row, word in enumerate(words):
            if word in row_of:
                columns[row] = row_of[word]
            elif word == word.capitalize():
                forms[row] = 1
                columns[row] = row_of.get(word.lower(), -1)
        return forms, columns

    def _rare_places(self, words: Sequence[str]) -> Ints:
        """Return the place of each word and expression in `listed`; -1 without a prediction."""
        numbers = list_places() if self.listed and self.lexicon == load_lexicon().checksum else {}
        values = next(iter(self.listed.values()), np.empty(0))
        complete = len(values) == len(numbers) + len(self.expressions)
        if not numbers or self.word_list != _list_checksums() or not complete:
            return np.full(len(words), -1, dtype=np.intp)
        expressions = self._rows
        rows = [
            len(numbers) + expressions[word] if word in expressions else numbers.get(word, -1)
            for word in words
        ]
        places = np.array(rows, dtype=np.intp)
        return np.where(np.isnan(values[places]), -1, places)


def _forms() -> list[str]:
    """Return the words of the lexicon, in lower case and then with an initial capital."""
    words = load_lexicon().words
    return [*words, *map(str.capitalize, words)]


def _rare_words() -> dict[str, int]:
    """Return the words of wordfreq's list outside the lexicon, with their places in the list."""
    row_of = load_lexicon().row_of
    places = list_places()
    return {word: places[word] for word in places if word.isalpha() and word not in row_of}


def _list_checksums() -> str:
    """Return the checksums of wordfreq's list and of the lexicon of expressions."""
    return f"{list_checksum()} {expressions_checksum()}"
