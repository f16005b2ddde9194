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


def _all_members_contribute(blend: Any) -> bool:
    return all(hasattr(member, "contributions") for _, member in blend.estimators)


class Blend(VotingRegressor):  # type: ignore[misc]
    """Predict the weighted mean of several regressors' predictions.

    Takes the parameters of scikit-learn's `VotingRegressor`, and adds :meth:`contributions` if
    all members have that method.

    Examples
    --------
    >>> from sklearn.dummy import DummyRegressor
    >>> members = [(f"{value}", DummyRegressor(strategy="constant", constant=value))
    ...            for value in (0.0, 0.3)]
    >>> Blend(members, weights=[1, 2]).fit([[0], [1]], [0, 1]).predict([[0]]).round(3).tolist()
    [0.2]
    """

    __module__ = "lcp.estimators"  # the name in saved models

    @available_if(_all_members_contribute)  # type: ignore[untyped-decorator]
    def contributions(self, X: ArrayLike) -> NDArray[np.float64]:
        """Attribute each prediction to the features: the weighted mean of the members.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Features; NaN if unknown.

        Returns
        -------
        ndarray of shape (n_rows, n_features + 1)
            As :meth:`BoostedTrees.contributions`.
        """
        check_is_fitted(self)
        of_members = [member.contributions(X) for member in self.estimators_]
        return np.asarray(np.average(of_members, axis=0, weights=self._weights_not_none))
