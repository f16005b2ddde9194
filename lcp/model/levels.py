"""CEFR levels from predictions for learners, and from vocabulary profiles if they are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from cachetools import cached

from lcp.base import Estimator, check_fitted
from lcp.corpora.instances import as_instances
from lcp.corpora.readers.cefr import LEVELS, entries
from lcp.corpora.registry import corpora
from lcp.english.text import lemma
from lcp.errors import InputError
from lcp.resources.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.model.fitted_model import FittedModel

    Floats = NDArray[np.float64]


#: Parts of speech of the profiles by universal part-of-speech tag.
PARTS = {
    "NOUN": "noun",
    "PROPN": "noun",
    "VERB": "verb",
    "AUX": "verb",
    "ADJ": "adjective",
    "ADV": "adverb",
    "ADP": "preposition",
    "PRON": "pronoun",
    "DET": "determiner",
    "CCONJ": "conjunction",
    "SCONJ": "conjunction",
    "NUM": "number",
    "INTJ": "interjection",
}


class LevelScale(Estimator):
    """Probability of each CEFR level, given the complexity predicted for learners.

    A cumulative logit model (McCullagh, 1980), with a slope for each threshold: the log-odds that
    a word is above a level is linear in the prediction.

    Attributes
    ----------
    coefficients_ : ndarray of shape (5, 2)
        Intercept and slope of each threshold between two levels.

    Examples
    --------
    >>> levels = np.repeat(np.arange(6), 50)
    >>> scale = LevelScale().fit(levels / 5, levels)
    >>> scale.predict([0.0, 0.6, 1.0])["level"].tolist()
    ['A1', 'B2', 'C2']
    """

    def fit(self, predicted: ArrayLike, levels: ArrayLike) -> Self:
        """Fit the thresholds.

        Parameters
        ----------
        predicted : array-like of shape (n_words,)
            Out-of-fold predictions for learners, 0-1.
        levels : array-like of shape (n_words,)
            Levels as numbers from 0 (A1) to 5 (C2).

        Raises
        ------
        InputError
            If a level does not occur.
        """
        from sklearn.linear_model import LogisticRegression

        values, numbers = np.asarray(predicted, dtype=np.float64), np.asarray(levels)
        if len(np.unique(numbers)) != len(LEVELS):
            raise InputError(
                "The words do not have all six CEFR levels.", hint="Use the corpus cefr."
            )
        fits = [
            LogisticRegression(C=np.inf).fit(values[:, None], numbers > threshold)
            for threshold in range(len(LEVELS) - 1)
        ]
        self.coefficients_ = np.array([[fit.intercept_[0], fit.coef_[0, 0]] for fit in fits])
        return self

    def probabilities(self, predicted: ArrayLike) -> Floats:
        """Return the probability of each level, shape (n_words, 6)."""
        check_fitted(self)
        values = np.asarray(predicted, dtype=np.float64)
        logits = self.coefficients_[:, 0] + values[:, None] * self.coefficients_[:, 1]
        above = 1 / (1 + np.exp(-logits))
        # Thresholds are fitted separately, and their probabilities may cross.
        above = np.minimum.accumulate(above, axis=1)
        edges = np.column_stack([np.ones(len(values)), above, np.zeros(len(values))])
        return -np.diff(edges, axis=1)

    def predict(
        self, predicted: ArrayLike, candidates: Sequence[AbstractSet[int]] | None = None
    ) -> pd.DataFrame:
        """Return the most probable level of each word.

        Parameters
        ----------
        predicted : array-like of shape (n_words,)
            Complexity predicted for learners, 0-1.
        candidates : sequence of sets of int, optional
            Possible levels of each word, as numbers; all levels if its set is empty. The
            probabilities are those of the predictions, restricted to the possible levels.

        Returns
        -------
        DataFrame of shape (n_words, 2)
            Columns ``level`` and ``probability`` (0-1).
        """
        import pandas as pd

        numbers, probabilities = self.most_probable(predicted, candidates)
        names = np.array(LEVELS, dtype=object)
        return pd.DataFrame({"level": names[numbers], "probability": probabilities})

    def most_probable(
        self, predicted: ArrayLike, candidates: Sequence[AbstractSet[int]] | None = None
    ) -> tuple[NDArray[np.intp], Floats]:
        """Return the numbers and probabilities of the levels that :meth:`predict` names."""
        probabilities = self.probabilities(predicted)
        rows_of: dict[frozenset[int], list[int]] = {}
        for row, possible in enumerate(candidates or ()):
            if possible:
                rows_of.setdefault(frozenset(possible), []).append(row)
        for allowed, rows in rows_of.items():
            columns = sorted(allowed)
            # The least probability decides between levels that the prediction excludes.
            chances = np.maximum(probabilities[np.ix_(rows, columns)], np.finfo(float).tiny)
            probabilities[rows] = 0.0
            probabilities[np.ix_(rows, columns)] = chances / chances.sum(axis=1, keepdims=True)
        best = probabilities.argmax(axis=1)
        return best, probabilities[np.arange(len(best)), best]

    def to_dict(self) -> dict[str, Any]:
        """Return the fitted thresholds as JSON types, for :meth:`from_dict`."""
        return {"coefficients": self.coefficients_.tolist()}

    @classmethod
    def from_dict(cls, about: dict[str, Any]) -> Self:
        """Restore thresholds from :meth:`to_dict`.

        Raises
        ------
        KeyError, TypeError, ValueError
            If `about` was not made by :meth:`to_dict`.
        """
        scale = cls()
        scale.coefficients_ = np.asarray(about["coefficients"], dtype=np.float64)
        if scale.coefficients_.shape != (len(LEVELS) - 1, 2):
            raise ValueError("the thresholds of the levels are incomplete")
        return scale


def has_profiles(store: Store) -> bool:
    """Whether the vocabulary profiles are installed, which restrict the levels of listed words."""
    return all(store.find(name) is not None for name in corpora()["cefr"].resources)


class LevelLists:
    """Levels of words in the CEFR-J and Octanove vocabulary profiles.

    Parameters
    ----------
    store : Store
        Source of the profiles. They are not downloaded; without them, no word has a level.
    """

    def __init__(self, store: Store) -> None:
        self._levels: dict[str, set[tuple[str, int]]] = {}
        if not has_profiles(store):
            return
        for name in corpora()["cefr"].resources:
            for path in store.require(name):
                for word, pos, level in entries(path):
                    self._levels.setdefault(word.lower(), set()).add((pos, LEVELS.index(level)))

    def candidates(self, word: str, pos: str = "") -> AbstractSet[int]:
        """Return the levels of a word, by its form and then by its lemma.

        Parameters
        ----------
        word : str
            A word or expression in any case.
        pos : str, default=""
            Part of speech if known: as in the profiles, such as ``noun``, or a universal tag.

        Returns
        -------
        set of int
            Levels from 0 (A1) to 5 (C2) of the entries with this part of speech, or of all entries
            if it is not listed; empty if the word is not listed.
        """
        entries = self._levels.get(word.lower()) or self._levels.get(lemma(word)) or set()
        part = PARTS.get(pos, pos)
        matching = {level for entry, level in entries if entry == part}
        return matching or {level for _, level in entries}


def predict_levels(
    model: FittedModel, table: pd.DataFrame, predicted: Floats | None = None
) -> pd.DataFrame:
    """Return the CEFR level of each instance for learners, and its probability.

    If the vocabulary profiles are installed and list a word, its level is one of the listed ones.
    The part of speech decides between them: the column ``pos`` of the table or, if there is none,
    NLTK's tagger if it is installed.

    Parameters
    ----------
    model : ComplexityModel
        A model that was trained on the corpus ``cefr``.
    table : DataFrame of shape (n_instances, ...)
        Instance table, optionally with ``pos``.
    predicted : ndarray of shape (n_instances,), optional
        Complexity for learners, 0-1. Default: it is predicted.

    Returns
    -------
    DataFrame of shape (n_instances, 2)
        Columns ``level`` and ``probability`` (0-1), with the index of the table.

    Raises
    ------
    InputError
        If the model was not trained on CEFR levels.
    """
    if model.levels_ is None:
        raise InputError(
            "The model does not predict CEFR levels.",
            hint="Use the bundled model, or train one on several corpora, among them cefr.",
        )
    if predicted is None:
        predicted = model.predict(table.assign(readers="learner"))
    levels = model.levels_.predict(predicted, _candidates(_lists_of(model), table))
    return levels.set_axis(table.index)


def levels_of_words(
    model: FittedModel, words: Sequence[str], parts: Sequence[str], predicted: Floats
) -> tuple[NDArray[np.intp], Floats]:
    """Return the CEFR levels of words as numbers, 0 (A1) to 5 (C2), and their probabilities.

    Parameters
    ----------
    model : ComplexityModel
        A model with levels.
    words, parts : sequence of str, shape (n_words,)
        Words, and their universal parts of speech or "".
    predicted : ndarray of shape (n_words,)
        Complexity for learners, 0-1.
    """
    assert model.levels_ is not None  # noqa: S101 - for the type checker
    lists = _lists_of(model)
    return model.levels_.most_probable(predicted, list(map(lists.candidates, words, parts)))


def _candidates(lists: LevelLists, table: pd.DataFrame) -> list[AbstractSet[int]]:
    """Return the listed levels of each instance, by its part of speech if that is known."""
    words = table["token"].tolist()
    if "pos" in table:
        return [lists.candidates(*pair) for pair in zip(words, table["pos"].tolist(), strict=True)]
    candidates = [lists.candidates(word) for word in words]
    several = [row for row, levels in enumerate(candidates) if len(levels) > 1]
    if several:
        for row, pos in zip(several, _tagged(table.iloc[several]), strict=True):
            candidates[row] = lists.candidates(words[row], pos)
    return candidates


def _tagged(table: pd.DataFrame) -> list[str]:
    """Return the part of speech of each target, "" if NLTK's tagger is not installed."""
    from lcp.extractors.pos import PartOfSpeech

    tagger = PartOfSpeech()
    if any(tagger.store.find(name) is None for name in tagger.resources()):
        return [""] * len(table)
    classes = tagger.extract(as_instances(table))[["noun", "verb", "adjective", "adverb"]]
    return list(classes.idxmax(axis=1).where(classes.any(axis=1), ""))


def _lists_of(model: FittedModel) -> LevelLists:
    return _lists(model.feature_set_.store or Store())


@cached({}, key=lambda store: (str(store.mirror or store.cache), has_profiles(store)))
def _lists(store: Store) -> LevelLists:
    return LevelLists(store)
