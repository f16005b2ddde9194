"""CEFR levels from predictions for learners, and from vocabulary profiles if they are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import Estimator
from lcp.base import check_fitted as check_is_fitted
from lcp.corpora.readers.cefr import LEVELS
from lcp.english.text import lemma
from lcp.errors import InputError, ResourceError

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    from lcp.resources import Store

    Floats = NDArray[np.float64]


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
        check_is_fitted(self)
        values = np.asarray(predicted, dtype=np.float64)
        logits = self.coefficients_[:, 0] + values[:, None] * self.coefficients_[:, 1]
        above = 1 / (1 + np.exp(-logits))
        # Thresholds are fitted separately, and their probabilities may cross.
        above = np.minimum.accumulate(above, axis=1)
        edges = np.column_stack([np.ones(len(values)), above, np.zeros(len(values))])
        return -np.diff(edges, axis=1)

    def predict(self, predicted: ArrayLike) -> pd.DataFrame:
        """Return the most probable level (``level``) and its ``probability``."""
        import pandas as pd

        probabilities = self.probabilities(predicted)
        best = probabilities.argmax(axis=1)
        return pd.DataFrame(
            {
                "level": np.array(LEVELS, dtype=object)[best],
                "probability": probabilities[np.arange(len(best)), best],
            }
        )

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


class LevelLists:
    """Levels of words in the CEFR-J and Octanove vocabulary profiles.

    Parameters
    ----------
    store : Store
        Source of the profiles. They are not downloaded; without them, no word has a level.
    """

    def __init__(self, store: Store) -> None:
        from lcp.corpora.loading import load_corpus

        self._levels: dict[str, set[tuple[str, int]]] = {}
        try:
            table = load_corpus("cefr", store=store, download=False)
        except ResourceError:
            return
        for word, pos, level in table[["token", "pos", "level"]].itertuples(index=False):
            self._levels.setdefault(word.lower(), set()).add((pos, LEVELS.index(level)))

    def look_up(self, word: str, pos: str = "", *, near: int = 0) -> str | None:
        """Return the level of a word, by its form and then by its lemma.

        Parameters
        ----------
        word : str
            A word or expression in any case.
        pos : str, default=""
            Part of speech as in the profiles, such as ``"noun"``, if known.
        near : int, default=0
            Level, from 0 (A1) to 5 (C2). If the word's parts of speech have several levels and
            `pos` does not decide, the one nearest to it is returned.
        """
        entries = self._levels.get(word.lower()) or self._levels.get(lemma(word))
        if not entries:
            return None
        matching = [level for entry, level in entries if entry == pos]
        candidates = matching or [level for _, level in entries]
        return LEVELS[min(candidates, key=lambda level: (abs(level - near), level))]
