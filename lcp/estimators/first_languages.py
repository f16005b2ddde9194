"""One regressor for learners with several first languages, and one for each language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.base import cloned
from lcp.errors import InputError
from lcp.estimators.base import Regressor, predicted_by
from lcp.first_language.languages import NAMES
from lcp.first_language.log_odds import log_odds

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

#: Columns that tell the first language.
LANGUAGE = tuple(f"first_language__{code}" for code in NAMES)
#: Column that is NaN in instances without a translation.
TRANSLATION = "first_language__translation_zipf"
#: Families whose features an instance without a translation does not have, and which of their
#: features it has.
TASK = (
    *("first_language__", "shared_translations__", "translation_meaning__"),
    *("clue__", "cognates__", "bilingual_dictionary__", "ecdict__translation_"),
)
WORD_ALONE = (
    *LANGUAGE,
    "cognates__lookalike",
    "cognates__lookalike_zipf",
    "cognates__loanword_zipf",
    "cognates__spanish",
    "cognates__german",
    "bilingual_dictionary__equivalents",
    "bilingual_dictionary__equivalent_zipf",
    "bilingual_dictionary__cognate",
    "bilingual_dictionary__cognate_zipf",
)
PART_OF_SPEECH = "word_class__"


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
        for regressor, members in (
            (self.shared_, complete),
            (self.alone_ or self.shared_, ~complete),
        ):
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
        """Return the rows as if only word and part of speech, or only the word, were given."""
        task, pos = _task_columns(self._names()), _starting(self._names(), PART_OF_SPEECH)
        with_pos, without_pos = rows.copy(), rows.copy()
        with_pos[:, task] = np.nan
        without_pos[:, task | pos] = np.nan
        return np.vstack([with_pos, without_pos])

    @staticmethod
    def without_translation(features: pd.DataFrame, also: Sequence[str] = ()) -> pd.DataFrame:
        """Return features as if the instances had no translation, sentence and clue.

        Parameters
        ----------
        features : DataFrame of shape (n_rows, n_features)
            Features of a :class:`lcp.FeatureSet`.
        also : sequence of str, default=()
            Beginnings of the names of other features to leave out.
        """
        names = tuple(map(str, features.columns))
        changed = features.copy()
        changed.loc[:, _task_columns(names) | _starting(names, *also)] = np.nan
        return changed


def _task_columns(names: Sequence[str]) -> NDArray[np.bool_]:
    """Return which features an instance without translation, sentence and clue does not have."""
    return _starting(names, *TASK) & ~np.isin(names, WORD_ALONE)


def _starting(names: Sequence[str], *prefixes: str) -> NDArray[np.bool_]:
    return np.array([name.startswith(prefixes) for name in names], dtype=bool)
