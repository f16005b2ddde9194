"""CEFR levels of predictions for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from lcp.base.levels import LEVELS
from lcp.base.schema import SchemaError
from lcp.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from lcp.base.array_types import Floats


class LevelScale:
    """Probability of each CEFR level, given the complexity predicted for learners.

    A cumulative logit model (McCullagh, 1980), with a slope for each threshold: the log-odds that
    a word is above a level is linear in the prediction.

    Parameters
    ----------
    coefficients : sequence of pairs of float, shape (5, 2)
        Intercept and slope of each threshold between two levels.

    Raises
    ------
    SchemaError
        If the shape is another, or a number is not finite.

    Examples
    --------
    >>> levels = np.repeat(np.arange(6), 50)
    >>> LevelScale.fit(levels / 5, levels).levels([0.0, 0.6, 1.0])[0].tolist()
    [0, 3, 5]
    """

    def __init__(self, coefficients: Sequence[Sequence[float]]) -> None:
        if [len(pair) for pair in coefficients] != [2] * (len(LEVELS) - 1):
            raise SchemaError("the thresholds of the levels are incomplete")
        self.coefficients = np.array(coefficients, dtype=np.float64)
        if not np.isfinite(self.coefficients).all():
            raise SchemaError("the thresholds of the levels are not finite")

    @classmethod
    def fit(cls, predicted: ArrayLike, levels: ArrayLike) -> Self:
        """Return the scale of out-of-fold predictions.

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
        return cls([[fit.intercept_[0], fit.coef_[0, 0]] for fit in fits])

    def levels(self, predicted: ArrayLike) -> tuple[NDArray[np.int8], Floats]:
        """Return the level of each word, 0 (A1) to 5 (C2), and the probability of each level.

        The level is the median of the distribution, which has the least expected absolute error.
        The most probable level would rarely be C1, which has few words. The probabilities have the
        shape (n_words, 6).
        """
        values = np.asarray(predicted, dtype=np.float64)
        logits = self.coefficients[:, 0] + values[:, None] * self.coefficients[:, 1]
        above = 1 / (1 + np.exp(-logits))
        # Thresholds are fitted separately, and their probabilities may cross.
        above = np.minimum.accumulate(above, axis=1)
        edges = np.column_stack([np.ones(len(values)), above, np.zeros(len(values))])
        probabilities = -np.diff(edges, axis=1)
        best = (probabilities.cumsum(axis=1) >= 0.5 - 1e-9).argmax(axis=1)
        return best.astype(np.int8), probabilities

    def to_dict(self) -> dict[str, object]:
        """Return the parameters as JSON types."""
        return {"coefficients": self.coefficients.tolist()}
