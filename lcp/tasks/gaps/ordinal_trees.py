"""Boosted trees for three ordered classes."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.estimators.boosted import BoostedTrees
from lcp.estimators.regressor import Regressor
from lcp.tasks.gaps.gap_tasks import BORDERS, classes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.matrix import Matrix


# Distance of predictions from the borders, so that each is inside its class.
_MARGIN = 0.01


@dataclass(kw_only=True, eq=False, repr=False)
class OrdinalTrees(Regressor):
    """Predict the most probable of the three classes of CLAIRE, which are ranges of the rating.

    Two models estimate the probability that the rating is above the lowest class, and that it
    reaches the highest one (Frank & Hall 2001). The prediction is inside the range of the most
    probable class; within a class, it increases with the expected class.

    Parameters
    ----------
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

    Examples
    --------
    >>> X = np.linspace(0, 1, 300)[:, None]
    >>> model = OrdinalTrees(trees={"n_estimators": 50, "learning_rate": 0.1}, n_jobs=1)
    >>> classes(model.fit(X, X.ravel()).predict(X[[10, 150, 290]])).tolist()
    [0, 1, 2]
    """

    stored: ClassVar[dict[str, Any]] = {
        "above_": BoostedTrees,
        "reaches_": BoostedTrees,
        "training_shares_": "f1",
    }

    uses_weights: ClassVar[bool] = True

    shares: Sequence[float] | None = None
    trees: Mapping[str, Any] | None = None
    random_state: int = 0
    n_jobs: int | None = None

    def check_params(self) -> None:
        """Raise ValueError for an invalid parameter."""
        super().check_params()
        if not isinstance(self.trees, dict | None):
            raise ValueError("The 'trees' parameter must be a mapping or None.")  # noqa: TRY004
        shares = (1, 1, 1) if self.shares is None else self.shares
        numbers = [isinstance(each, Real) for each in np.ravel(np.asarray(shares, dtype=object))]
        if numbers != [True] * 3 or min(shares) <= 0:
            raise ValueError("shares must be three numbers above 0")
        self._trees().check_params()

    def _fit(self, X: Matrix, y: Floats) -> None:
        above, reaches = (classes(y) >= number for number in (1, 2))
        self.training_shares_ = _of_classes(
            *(np.average(each, weights=X.weights) for each in (above, reaches))
        )
        self.above_ = self._trees().fit(X, above.astype(float))
        self.reaches_ = self._trees().fit(X, reaches.astype(float))

    def check(self) -> None:
        """Raise ValueError unless there are three classes."""
        if len(self.training_shares_) != len(BORDERS) + 1:
            raise ValueError("there are not three classes")

    def _predict(self, X: Matrix) -> Floats:
        probabilities = self._probabilities(X)
        most = probabilities.argmax(axis=1)
        expected = probabilities @ np.array([0.0, 0.5, 1.0])
        edges = np.array([0.0, *BORDERS, 1.0])
        low, high = edges[most] + _MARGIN, edges[most + 1] - _MARGIN
        return np.asarray(low + expected * (high - low))

    def _probabilities(self, X: Matrix) -> Floats:
        """Return the probability of each class, shape (n_rows, 3)."""
        above = self.above_.predict(X).clip(0, 1)
        # Two separate models may contradict each other.
        reaches = np.minimum(self.reaches_.predict(X).clip(0, 1), above)
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
