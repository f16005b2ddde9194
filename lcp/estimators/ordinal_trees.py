"""Boosted trees for three ordered classes."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from lcp.estimators.base import Regressor
from lcp.estimators.boosted_trees import BoostedTrees

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

# Distance of predictions from the borders, so that each is inside its class.
_MARGIN = 0.01
_COUNTS = {2: "two", 3: "three"}


class OrdinalTrees(Regressor):
    """Predict the most probable of three classes, which are ranges of the rating.

    Two models estimate the probability that the rating is above the lower border, and that it
    reaches the upper one (Frank & Hall 2001). The prediction is inside the range of the most
    probable class; within a class, it increases with the expected class.

    Parameters
    ----------
    borders : sequence of two floats, default=(0.375, 0.75)
        Highest rating of the lowest class, and lowest rating of the highest one, from 0 to 1.
    shares : sequence of three floats, optional
        Shares of the classes in the data to be predicted, if they are known and differ from those
        of the training data. Each probability is multiplied by the ratio of the two shares
        (Saerens, Latinne & Decaestecker 2002). Default: the shares of the training data.
    trees : mapping, optional
        Parameters of :class:`BoostedTrees`.
    random_state : int, default=0
        Seed of the trees.
    n_jobs : int or None, default=None
        Number of threads. None or -1 uses all processors, -2 all but one.

    Attributes
    ----------
    above_, reaches_ : BoostedTrees
        Models of the two probabilities.
    training_shares_ : ndarray of shape (3,)
        Shares of the classes in the training data.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the features, if `X` had names.

    Examples
    --------
    >>> X = np.linspace(0, 1, 300)[:, None]
    >>> model = OrdinalTrees(trees={"n_estimators": 50, "learning_rate": 0.1}, n_jobs=1)
    >>> model.fit(X, X.ravel()).classes(X[[10, 150, 290]]).tolist()
    [0, 1, 2]
    """

    __module__ = "lcp.estimators"  # the name in saved models

    above_: BoostedTrees
    reaches_: BoostedTrees
    training_shares_: Floats

    def __init__(
        self,
        *,
        borders: Sequence[float] = (0.375, 0.75),
        shares: Sequence[float] | None = None,
        trees: Mapping[str, Any] | None = None,
        random_state: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self.borders = borders
        self.shares = shares
        self.trees = trees
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _constraints(self) -> dict[str, list[Any]]:
        from sklearn.utils._param_validation import Interval

        return {
            "borders": ["array-like"],
            "shares": ["array-like", None],
            "trees": [dict, None],
            "random_state": [Interval(Integral, 0, 2**31 - 1, closed="left")],
            "n_jobs": [Interval(Integral, None, None, closed="neither"), None],
        }

    def _validate_params(self) -> None:
        super()._validate_params()
        low, high = _numbers(self.borders, 2, "borders")
        if not 0 < low < high < 1:
            raise ValueError("borders must be two ascending numbers between 0 and 1")
        if self.shares is not None and not (_numbers(self.shares, 3, "shares") > 0).all():
            raise ValueError("shares must be three numbers above 0")
        self._trees()._validate_params()  # noqa: SLF001 - of this package

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Grow the trees of both probabilities.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN if unknown.
        y : array-like of shape (n_rows,)
            Ratings from 0 to 1, without NaN.

        Raises
        ------
        ValueError
            If a parameter is invalid, there are fewer than two rows, `y` has NaN, a value is
            infinite, or the lengths differ.
        """
        self._validate_params()
        rows, rated = self._training_data(X, y)
        low, high = self.borders
        above, reaches = (rated > low).astype(float), (rated >= high).astype(float)
        self.training_shares_ = _of_classes(above.mean(), reaches.mean())
        self.above_ = self._trees().fit(rows, above)
        self.reaches_ = self._trees().fit(rows, reaches)
        return self

    def probabilities(self, X: ArrayLike) -> Floats:
        """Return the probability of each class, shape (n_rows, 3)."""
        return self._probabilities(self._rows(X))

    def classes(self, X: ArrayLike) -> NDArray[np.intp]:
        """Return the most probable class of each row, 0 for the lowest, shape (n_rows,)."""
        return np.asarray(self.probabilities(X).argmax(axis=1))

    def predict_rows(self, rows: Floats) -> Floats:
        """Predict rows that need no validation; see :meth:`Regressor.predict_rows`."""
        probabilities = self._probabilities(rows)
        classes = probabilities.argmax(axis=1)
        expected = probabilities @ np.array([0.0, 0.5, 1.0])
        edges = np.array([0.0, *self.borders, 1.0])
        low, high = edges[classes] + _MARGIN, edges[classes + 1] - _MARGIN
        return np.asarray(low + expected * (high - low))

    def _probabilities(self, rows: Floats) -> Floats:
        above = self.above_.predict_rows(rows).clip(0, 1)
        # Two separate models may contradict each other.
        reaches = np.minimum(self.reaches_.predict_rows(rows).clip(0, 1), above)
        probabilities = _of_classes(above, reaches)
        if self.shares is not None:
            expected = np.asarray(self.shares, dtype=np.float64)
            seen = np.maximum(self.training_shares_, np.finfo(float).tiny)
            probabilities = probabilities * (expected / expected.sum() / seen)
        return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True))

    def _trees(self) -> BoostedTrees:
        return BoostedTrees(
            **dict(self.trees or {}), random_state=self.random_state, n_jobs=self.n_jobs
        )


def _of_classes(above: Any, reaches: Any) -> Floats:
    return np.stack([1 - above, above - reaches, reaches], axis=-1)


def _numbers(values: Any, count: int, name: str) -> Floats:
    numbers = np.asarray(values)
    if numbers.shape != (count,) or not np.issubdtype(numbers.dtype, np.number):
        raise ValueError(f"{name} must be {_COUNTS[count]} numbers")
    return numbers.astype(np.float64)
