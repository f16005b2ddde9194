"""One regressor for learners with several first languages, and one for each language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import cloned
from lcp.errors import InputError
from lcp.estimators.base import Regressor, predicted_by
from lcp.first_language.languages import NAMES

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Columns that tell the first language.
LANGUAGE = tuple(f"first_language__{code}" for code in NAMES)
#: Column that is NaN in instances without a translation.
TRANSLATION = "first_language__translation_zipf"
#: Families whose features an instance without a translation does not have, and which of their
#: features it has.
TASK = ("first_language__", "shared_translations__", "clue__", "cognates__")
WORD_ALONE = (
    *LANGUAGE,
    "cognates__lookalike",
    "cognates__lookalike_zipf",
    "cognates__loanword_zipf",
    "cognates__spanish",
    "cognates__german",
)
PART_OF_SPEECH = "word_class__"
#: Distance of ratings from 0 and 1, where log-odds are infinite.
_MARGIN = 1e-4


class FirstLanguagesRegressor(Regressor):
    """Predict the log-odds of ratings by learners with different first languages.

    Expects a matrix from :class:`lcp.FeatureSet` with the family ``first_language``.

    - `shared` learns from all rows, with the first language as a feature.
    - `own` learns from the rows of each language. Predictions of a language are the weighted mean
      of its own regressor and `shared`.
    - `shared` also learns from copies of the rows without the features of the translation, the
      sentence and the clue, and without the part of speech in every second copy. This regressor
      predicts rows without a translation.

    Parameters
    ----------
    shared, own : regressor
        Must accept NaN.
    weight : float, default=0.5
        Weight, 0-1, of `own` in the predictions.
    alone : bool, default=True
        Whether to train the regressor for rows without a translation. If not, `shared` predicts
        them.

    Attributes
    ----------
    shared_ : regressor
        Fitted to all rows.
    own_ : dict of str to regressor
        Fitted regressor of each language.
    alone_ : regressor or None
        Regressor of rows without a translation.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.
    """

    __module__ = "lcp.estimators"  # the name in saved models

    _min_rows = 0

    def __init__(self, shared: Any, own: Any, *, weight: float = 0.5, alone: bool = True) -> None:
        self.shared = shared
        self.own = own
        self.weight = weight
        self.alone = alone

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit the regressors to the log-odds of the ratings.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features with names; NaN if unknown.
        y : array-like of shape (n_rows,)
            Ratings, 0-1.

        Raises
        ------
        InputError
            If the features lack the family ``first_language``.
        ValueError
            If `y` has NaN, a value is infinite, or the lengths differ.
        """
        rows, rated = self._training_data(X, y)
        names = list(self._names())
        if not {*LANGUAGE, TRANSLATION} <= set(names):
            raise InputError(
                "The features do not tell the first language.",
                where="first_language",
                hint="Use the feature set 'kvl', or one that extends it.",
            )
        target = log_odds(rated)
        self.shared_ = self._fitted(self.shared, rows, target)
        self.own_ = {}
        for code, column in zip(NAMES, LANGUAGE, strict=True):
            members = (rows[:, names.index(column)] == 1) & self._complete(rows)
            if members.sum() > 1 and self.weight:
                self.own_[code] = self._fitted(self.own, rows[members], target[members])
        self.alone_ = None
        if self.alone:
            self.alone_ = self._fitted(self.shared, self._words_alone(rows), np.tile(target, 2))
        return self

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        names = self._names()
        complete = self._complete(rows)
        predicted = np.empty(len(rows))
        for regressor, members in ((self.shared_, complete), (self.alone_ or self.shared_, ~complete)):
            if members.any():
                predicted[members] = predicted_by(regressor, rows[members], names)
        for code, regressor in self.own_.items():
            column = names.index(f"first_language__{code}")
            members = complete & (rows[:, column] == 1)
            if members.any():
                own = predicted_by(regressor, rows[members], names)
                predicted[members] += self.weight * (own - predicted[members])
        return np.asarray(1 / (1 + np.exp(-predicted)))

    def _fitted(self, estimator: Any, rows: Floats, target: Floats) -> Any:
        import pandas as pd

        return cloned(estimator).fit(pd.DataFrame(rows, columns=list(self._names())), target)

    def _complete(self, rows: Floats) -> NDArray[np.bool_]:
        return np.asarray(~np.isnan(rows[:, self._names().index(TRANSLATION)]))

    def _words_alone(self, rows: Floats) -> Floats:
        """Return the rows as if only the word and the part of speech, or only the word, was given."""
        names = self._names()
        task = [name.startswith(TASK) and name not in WORD_ALONE for name in names]
        pos = [name.startswith(PART_OF_SPEECH) for name in names]
        with_pos, without_pos = rows.copy(), rows.copy()
        with_pos[:, task] = np.nan
        without_pos[:, np.logical_or(task, pos)] = np.nan
        return np.vstack([with_pos, without_pos])


def log_odds(probabilities: ArrayLike) -> Floats:
    """Return the log-odds of probabilities; 0 and 1 are moved by 0.0001.

    >>> log_odds([0.5, 0.9]).round(2).tolist()
    [0.0, 2.2]
    """
    clipped = np.clip(np.asarray(probabilities, dtype=np.float64), _MARGIN, 1 - _MARGIN)
    return np.asarray(np.log(clipped / (1 - clipped)))
