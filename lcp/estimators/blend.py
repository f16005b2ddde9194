"""The weighted mean of several estimators."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from sklearn.ensemble import VotingRegressor
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray


def _all_share_out(blend: Any) -> bool:
    return all(hasattr(member, "contributions") for _, member in blend.estimators)


class Blend(VotingRegressor):  # type: ignore[misc]
    """The weighted mean of several regressors' predictions.

    scikit-learn's `VotingRegressor`, whose parameters it has, with contributions of the
    features where every member knows those of its own.

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> members = [(f"{value}", DummyRegressor(strategy="constant", constant=value))
    ...            for value in (0.0, 0.3)]
    >>> Blend(members, weights=[1, 2]).fit([[0], [1]], [0, 1]).predict([[0]]).round(3).tolist()
    [0.2]
    """

    @available_if(_all_share_out)  # type: ignore[untyped-decorator]
    def contributions(self, X: ArrayLike) -> NDArray[np.float64]:
        """Share out each prediction over the features; there where every member can.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN where unknown.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            As :meth:`BoostedTrees.contributions`: the weighted mean of the members'.
        """
        check_is_fitted(self)
        each = [member.contributions(X) for member in self.estimators_]
        return np.asarray(np.average(each, axis=0, weights=self._weights_not_none))
