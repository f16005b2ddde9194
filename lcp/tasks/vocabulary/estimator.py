"""One regressor for learners with several first languages, and one for each language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.errors import InputError
from lcp.estimators.regressor import Regressor
from lcp.features.matrix import Matrix
from lcp.tasks.vocabulary.families.clue import Clue
from lcp.tasks.vocabulary.families.cognates import Cognates
from lcp.tasks.vocabulary.families.first_language import FirstLanguage
from lcp.tasks.vocabulary.families.shared_translations import SharedTranslations
from lcp.tasks.vocabulary.families.translation_meaning import TranslationMeaning
from lcp.tasks.vocabulary.families.word_class import WordClass
from lcp.tasks.vocabulary.languages import NAMES

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from lcp.base.array_types import Bools, Floats


#: Columns that tell the first language.
LANGUAGE = tuple(map(FirstLanguage.column, NAMES))
#: Column that is NaN in instances without a translation.
TRANSLATION = FirstLanguage.column("translation_zipf")
#: Families whose features an instance without a translation does not have, and which of their
#: features it has.
TASK = (FirstLanguage, SharedTranslations, TranslationMeaning, Clue, Cognates)
WORD_ALONE = {
    *LANGUAGE,
    *map(Cognates.column, ("lookalike", "lookalike_zipf", "loanword_zipf", "spanish", "german")),
}


@dataclass(eq=False, repr=False)
class FirstLanguagesRegressor(Regressor):
    """Predict the log-odds of ratings by learners with different first languages.

    Expects a matrix from :class:`lcp.FeatureSet` with the family ``first_language``.

    - `shared` learns from all rows, with the first language as a feature.
    - `per_language` learns from the rows of each language. Predictions of a language are the mean
      of this regressor and `shared`.
    - `shared` also learns from copies of the rows without the features of the translation, the
      sentence and the clue, and without the part of speech in every second copy. This regressor
      predicts rows without a translation.

    Parameters
    ----------
    shared, per_language : regressor
        Must accept NaN.

    Attributes
    ----------
    shared_ : regressor
        Fitted to all rows.
    per_language_ : dict of str to regressor
        Fitted regressor of each language.
    alone_ : regressor
        Regressor of rows without a translation.
    """

    stored: ClassVar[dict[str, Any]] = {
        "shared_": Regressor,
        "per_language_": {"": Regressor},
        "alone_": Regressor,
    }
    stages: ClassVar[tuple[str, ...]] = ("shared", "per_language")
    uses_weights: ClassVar[bool] = True

    shared: Any
    per_language: Any

    def _fit(self, X: Matrix, y: Floats) -> None:
        if not {*LANGUAGE, TRANSLATION} <= set(X.names):
            raise InputError(
                "The features do not tell the first language.",
                where="first_language",
                hint="Use the feature set 'kvl', or one that extends it.",
            )
        target = log_odds(y)
        self.shared_ = cloned(self.shared).fit(X, target)
        self.per_language_: dict[str, Regressor] = {}
        for code, column in zip(NAMES, LANGUAGE, strict=True):
            members = (X.column(column) == 1) & _has_translation(X)
            if members.sum() > 1:
                self.per_language_[code] = cloned(self.per_language).fit(
                    X.take(members), target[members]
                )
        self.alone_ = cloned(self.shared).fit(_words_alone(X), np.tile(target, 2))

    def _predict(self, X: Matrix) -> Floats:
        complete = _has_translation(X)
        predicted = np.empty(len(complete))
        for regressor, members in ((self.shared_, complete), (self.alone_, ~complete)):
            if members.any():
                predicted[members] = regressor.predict(X.take(members))
        for code, regressor in self.per_language_.items():
            members = complete & (X.column(FirstLanguage.column(code)) == 1)
            if members.any():
                special = regressor.predict(X.take(members))
                predicted[members] = (predicted[members] + special) / 2
        return np.asarray(1 / (1 + np.exp(-predicted)))


def _has_translation(X: Matrix) -> Bools:
    """Return which instances have a translation."""
    return np.asarray(~np.isnan(X.column(TRANSLATION)))


def _words_alone(X: Matrix) -> Matrix:
    """Return the rows as if only word and part of speech, or only the word, were given."""
    families = [family.name for family in TASK]
    task = [column.family in families and str(column) not in WORD_ALONE for column in X.columns]
    pos = [column.family == WordClass.name for column in X.columns]
    with_pos, without_pos = np.array(X.values), np.array(X.values)
    with_pos[:, task] = np.nan
    without_pos[:, np.array(task) | pos] = np.nan
    weights = None if X.weights is None else np.tile(X.weights, 2)
    return Matrix(np.vstack([with_pos, without_pos]), X.columns, weights=weights)


def log_odds(probabilities: ArrayLike, margin: float = 1e-4) -> Floats:
    """Return the log-odds of probabilities, which are clipped to [margin, 1 - margin].

    >>> log_odds([0.5, 0.9]).round(2).tolist()
    [0.0, 2.2]
    """
    clipped = np.clip(np.asarray(probabilities, dtype=np.float64), margin, 1 - margin)
    return np.asarray(np.log(clipped / (1 - clipped)))
