"""Heads: some rows of a matrix, the regressors that predict them together, and their scales."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from lcp.features.aggregation import BY_FREQUENCY
from lcp.features.families.association import Association
from lcp.features.families.length import Length

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from lcp.base.array_types import Bools, Floats
    from lcp.estimators.regressor import Regressor
    from lcp.features.matrix import Column, Matrix, Rows

#: How far an expression has its own meaning (0, 1 or 2), and whether its rarest word is a name.
FIXEDNESS, NAME = Association.column("fixedness"), Length.column("initial_capital", "rarest")


@dataclass(frozen=True)
class Scale:
    """A line from one scale to another: ``intercept + slope * value``.

    Attributes
    ----------
    intercept, slope : float
        The line.
    bend : float, optional
        Value above which the line has another slope. Default: none.
    slope_above : float
        Slope above the bend.


    Examples
    --------
    >>> scale = Scale(0.1, 0.5, bend=0.6, slope_above=0.25)
    >>> intercepts, slopes = scale.lines(np.array([0.2, 0.8]))
    >>> (intercepts + slopes * np.array([0.2, 0.8])).round(2).tolist()
    [0.2, 0.45]
    """

    types: ClassVar[dict[str, Any]] = {
        **dict.fromkeys(("intercept", "slope", "slope_above"), float),
        "bend": (float, None),
    }

    intercept: float
    slope: float
    bend: float | None = None
    slope_above: float = 0.0

    @classmethod
    def to(cls, values: Floats, mean: float, deviation: float) -> Self:
        """Return the line that gives values this mean and standard deviation."""
        spread = float(values.std())
        slope = deviation / spread if spread else 0.0
        return cls(mean - slope * float(values.mean()), slope)

    def lines(self, values: Floats) -> tuple[Floats, Floats]:
        """Return the intercept and the slope for each value."""
        above = values > (np.inf if self.bend is None else self.bend)
        at_bend = self.intercept + (self.slope - self.slope_above) * (self.bend or 0.0)
        intercepts = np.where(above, at_bend, self.intercept)
        return intercepts, np.where(above, self.slope_above, self.slope)


@dataclass(frozen=True)
class ExpressionScale:
    """What makes the complexity of an expression of two predictions, for one kind of readers.

    Attributes
    ----------
    words : Scale
        From the mean prediction for its rarest and its most frequent word to complexity.
    whole : Scale
        From the school grade that is predicted for the whole expression to complexity.
    deviation : float
        Standard deviation of the complexity of expressions; a name is easier by it.

    """

    types: ClassVar[dict[str, Any]] = {"words": Scale, "whole": Scale, "deviation": float}

    words: Scale
    whole: Scale
    deviation: float


class Part(NamedTuple):
    """A regressor of a weighted sum.

    Attributes
    ----------
    weight : float or ndarray of shape (n_rows,)
        Its weight, for all rows or for each.
    regressor : Regressor
        Fitted.
    word : str
        The word of an expression whose features it uses, an aggregation such as ``rarest``; ""
        for the features of the whole target.
    """

    weight: float | Floats
    regressor: Regressor
    word: str = ""

    def inputs(self, X: Matrix) -> Matrix:
        """Return the features that the regressor uses."""
        features = X.word(self.word) if self.word else X  # type: ignore[arg-type]
        return features.select(self.regressor.feature_names_in_.tolist())


def of_word(parts: list[Part], word: str) -> list[Part]:
    """Return regressors that use the features of one word of an expression."""
    return [part._replace(word=word) for part in parts]


def two_words(parts: list[Part]) -> list[Part]:
    """Return the mean of regressors for the rarest and for the most frequent word."""
    halves = [part._replace(weight=part.weight / 2) for part in parts]
    return [half._replace(word=which) for half in halves for which in BY_FREQUENCY]


def weighted_sum(parts: Sequence[Part], X: Matrix) -> Floats:
    """Return the weighted sum of the predictions of regressors, shape (n_rows,)."""
    total = np.zeros(len(X.values))
    for part in parts:
        total += part.weight * part.regressor.predict(part.inputs(X))
    return total


def _place(X: Matrix, column: Column, word: str) -> int:
    """Return the number of the column from which :meth:`Matrix.word` has a column."""
    aggregated = column._replace(aggregation=word)
    return X.columns.index(aggregated if aggregated in X.columns else column)


@dataclass(frozen=True, kw_only=True, eq=False)
class Head:
    """Some rows, and the regressors whose weighted sum is their prediction.

    Attributes
    ----------
    parts : sequence of Part
        The regressors.
    where : mapping of str to sequence, optional
        Possible values of attributes of the rows, such as ``source``. Default: all rows.
    """

    parts: Sequence[Part]
    where: Mapping[str, Sequence[str | bool]] = field(default_factory=dict)

    def applies(self, rows: Rows) -> Bools:
        """Return which rows it predicts."""
        result = np.ones(len(rows.genre), dtype=bool)
        for name, values in self.where.items():
            result &= np.isin(getattr(rows, name), values)
        return result

    def predict(self, X: Matrix) -> Floats:
        """Return the predictions for rows, shape (n_rows,)."""
        base, parts = self.weighted(X)
        return np.asarray(base + weighted_sum(parts, X))

    def contributions(self, X: Matrix) -> Floats:
        """Return the contributions to :meth:`predict`, shape (n_rows, n_features + 1)."""
        total = np.zeros((len(X.values), len(X.columns) + 1))
        base, parts = self.weighted(X)
        for part in parts:
            inputs = part.inputs(X)
            contributions = np.reshape(part.weight, (-1, 1)) * part.regressor.contributions(inputs)
            total[:, -1] += contributions[:, -1]
            places = [_place(X, column, part.word) for column in inputs.columns]
            total[:, places] += contributions[:, :-1]
        total[:, -1] += base
        return total

    def weighted(self, X: Matrix) -> tuple[float | Floats, Sequence[Part]]:  # noqa: ARG002
        """Return what is added to the weighted sum for rows, and its parts with their weights."""
        return 0.0, self.parts


@dataclass(frozen=True, kw_only=True, eq=False)
class ExpressionHead(Head):
    """Expressions that are predicted from two of their words, and as a whole.

    Attributes
    ----------
    parts : sequence of Part
        The regressors of words.
    whole : Part
        The regressor of the whole, which predicts a school grade.
    scale : ExpressionScale
        What makes complexity of both.
    whole_weight : float
        Weight of the whole for a listed expression: twice that for an idiom, and 0 for a literal
        sequence of words.
    """

    whole: Part
    scale: ExpressionScale
    whole_weight: float

    def weighted(self, X: Matrix) -> tuple[float | Floats, Sequence[Part]]:
        """Return what is added to the weighted sum for rows, and its parts with their weights.

        A literal sequence whose rarest word is capitalised is a name, which is easier.
        """
        of_words, of_whole = self.scale.words, self.scale.whole
        score = np.zeros(len(X.values))
        if of_words.bend is not None:
            score = weighted_sum(self.parts, X)
        intercept, slope = of_words.lines(score)
        fixedness = np.nan_to_num(values_of(X, FIXEDNESS), nan=1.0)
        share = fixedness * self.whole_weight
        is_name = (fixedness == 0) & (values_of(X, NAME) == 1)
        base = (1 - share) * intercept + share * of_whole.intercept
        base -= np.where(is_name, self.scale.deviation, 0)
        parts = [each._replace(weight=(1 - share) * slope * each.weight) for each in self.parts]
        parts.append(self.whole._replace(weight=share * of_whole.slope * self.whole.weight))
        return base, parts


def values_of(X: Matrix, name: str) -> Floats:
    """Return the values of a column; NaN if there is none."""
    return X.column(name) if name in X.names else np.full(len(X.values), np.nan)
