"""Boosted trees that rank the options of a question."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.estimators.base import Regressor
from lcp.estimators.boosted_trees import BoostedTrees

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


class RankingTrees(Regressor):
    """Predict which option of a question is the right one.

    The trees are trained to put the right option first (LambdaMART, Burges 2010). A prediction is
    a logistic function of the score, from 0 to 1. It is not a probability: only the order of the
    options of one question is meaningful.

    Parameters
    ----------
    options : int, default=5
        Number of options of each question. In training, the options of a question are consecutive
        rows; the right one is rated 1, the others 0.
    trees : mapping, optional
        Parameters of :class:`BoostedTrees`.
    random_state : int, default=0
        Seed of the trees.
    n_jobs : int or None, default=None
        Number of threads. None or -1 uses all processors, -2 all but one.

    Attributes
    ----------
    trees_ : BoostedTrees
        Model of the scores.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.

    Examples
    --------
    >>> X = np.random.default_rng(0).random((300, 1))
    >>> right = (X.reshape(-1, 3).argmax(axis=1)[:, None] == np.arange(3)).ravel()
    >>> model = RankingTrees(options=3, trees={"n_estimators": 50}, n_jobs=1).fit(X, right)
    >>> model.predict([[0.1], [0.5], [0.9]]).argmax().item()
    2
    """

    __module__ = "lcp.estimators"  # the name in saved models

    trees_: BoostedTrees

    def __init__(
        self,
        *,
        options: int = 5,
        trees: Mapping[str, Any] | None = None,
        random_state: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.options = options
        self.trees = trees
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _constraints(self) -> dict[str, list[Any]]:
        from sklearn.utils._param_validation import Interval

        return {
            "options": [Interval(Integral, 2, None, closed="left")],
            "trees": [dict, None],
            "random_state": [Interval(Integral, 0, 2**31 - 1, closed="left")],
            "n_jobs": [Interval(Integral, None, None, closed="neither"), None],
        }

    def _validate_params(self) -> None:
        super()._validate_params()
        self._trees()._validate_params()  # noqa: SLF001 - of this package

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X : array-like of shape (n_questions * options, n_features)
            Features; NaN if unknown. The options of a question are consecutive.
        y : array-like of shape (n_questions * options,)
            1 for the right option of each question, 0 for the others.

        Raises
        ------
        ValueError
            If a parameter is invalid, the rows are not questions with one right option each, a
            value is infinite, or the lengths differ.
        """
        self._validate_params()
        rows, rated = self._training_data(X, y)
        right = one_right_option(rated, self.options)
        self.trees_ = self._trees().fit(rows, right.astype(np.float64), group_size=self.options)
        return self

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        return np.asarray(1 / (1 + np.exp(-self.trees_.predict_rows(rows))))

    def _trees(self) -> BoostedTrees:
        return BoostedTrees(
            **dict(self.trees or {}), random_state=self.random_state, n_jobs=self.n_jobs
        )


def one_right_option(rated: Floats, options: int) -> NDArray[np.bool_]:
    """Return which rows are right options.

    Raises
    ------
    ValueError
        If the rows are not questions of `options` consecutive rows, of which one is rated 1.
    """
    right = rated == 1
    if len(right) % options or (right.reshape(-1, options).sum(axis=1) != 1).any():
        raise ValueError(
            f"the rows are not questions of {options} consecutive options, of which one is rated 1"
        )
    return np.asarray(right)
