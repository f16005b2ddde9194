"""The weighted mean of several estimators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from lcp.base.estimator_base import cloned
from lcp.estimators.regressor import Regressor

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lcp.base.array_types import Floats
    from lcp.features.matrix import Matrix


@dataclass(eq=False, repr=False)
class Blend(Regressor):
    """Predict the weighted mean of several regressors' predictions.

    Parameters
    ----------
    members : mapping of str to Regressor
        Unfitted regressors by name. They are also parameters, as ``name__parameter``.
    weights : sequence of float of length n_members
        Their weights, above 0.

    Attributes
    ----------
    members_ : list of Regressor of length n_members
        Fitted regressors.
    shares_ : ndarray of shape (n_members,)
        Their weights, which sum to 1.
    """

    stored: ClassVar[dict[str, Any]] = {
        "members_": [Regressor],
        "shares_": "f1",
    }

    uses_weights: ClassVar[bool] = True

    members: Mapping[str, Any]
    weights: Sequence[float]

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters; `deep` adds the members and their parameters."""
        parameters: dict[str, Any] = {"members": self.members, "weights": self.weights}
        for name, member in self.members.items() if deep else ():
            inner = member.get_params().items()
            parameters |= {name: member, **{f"{name}__{key}": value for key, value in inner}}
        return parameters

    def check_params(self) -> None:
        """Raise ValueError unless each member is a regressor and has a weight."""
        members = isinstance(self.members, dict) and list(self.members.values())
        if not members or not all(isinstance(member, Regressor) for member in members):
            raise ValueError("The members are not regressors of lcp.")
        weights = self.weights if isinstance(self.weights, list | tuple) else []
        numbers = all(isinstance(weight, int | float) and weight > 0 for weight in weights)
        if len(weights) != len(members) or not numbers:
            raise ValueError("The members do not have one weight above 0 each.")

    def _fit(self, X: Matrix, y: Floats) -> None:
        self.shares_ = np.asarray(self.weights, dtype=np.float64) / sum(self.weights)
        self.members_ = [cloned(member).fit(X, y) for member in self.members.values()]

    def _predict(self, X: Matrix) -> Floats:
        predicted = [member.predict(X) for member in self.members_]
        return np.tensordot(self.shares_, predicted, axes=1)

    def check(self) -> None:
        """Raise ValueError unless each member has a share."""
        if not self.members_ or len(self.members_) != len(self.shares_):
            raise ValueError("a blend has other members than shares")

    def is_explainable(self) -> bool:
        """Return whether all members are explainable."""
        return all(member.is_explainable() for member in self.members.values())

    def _contributions(self, X: Matrix) -> Floats:
        parts = [member.contributions(X) for member in self.members_]
        return np.tensordot(self.shares_, parts, axes=1)
