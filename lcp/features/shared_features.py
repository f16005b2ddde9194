"""Features of instances, shared by models that are trained on different rows of them."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from lcp.features.matrix import Column

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from lcp.base.array_types import Floats, Ints
    from lcp.features.featureset import FeatureSet
    from lcp.targets import Targets

    Progress = Callable[[str], object]


class SharedFeatures:
    """Features of targets, shared by models that are trained on different rows of them.

    Features that do not depend on the training instances are computed here, once;
    :meth:`matrix` adds the others for each set of training rows.

    Parameters
    ----------
    features : FeatureSet
        Unfitted; copies of its parts are fitted.
    targets : Targets
        Rated instances.
    progress : callable, optional
        Called with the name of each family before it is computed.

    Raises
    ------
    ResourceError
        If a resource of the feature set is missing.
    """

    def __init__(
        self, features: FeatureSet, targets: Targets, *, progress: Progress | None = None
    ) -> None:
        features.check()
        self.features = features
        self.targets = targets
        self.rated = np.asarray(targets["complexity"])
        self._progress = progress
        self._learned: dict[bytes, pd.DataFrame] = {}
        self._lock = Lock()

    @cached_property
    def fixed(self) -> pd.DataFrame:
        """Features of all instances by the families that do not learn, computed once."""
        static = self.features.select(learning=False).learn(self.targets, self.rated)
        values = static.measure(self.targets, progress=self._progress)
        return pd.DataFrame(values, columns=static.get_feature_names_out())

    def fitted(self) -> tuple[FeatureSet, Floats]:
        """Return the feature set, fitted to all instances, and their features."""
        values = self.matrix().to_numpy()
        return self.features.learn(self.targets, self.rated), values

    def matrix(
        self, train: Ints | None = None, columns: Collection[str] | None = None
    ) -> pd.DataFrame:
        """Return the features of all instances, in the order of the feature set.

        Parameters
        ----------
        train : int array, optional
            Rows that the families that learn are fitted on, once for each set. Default: all.
        columns : collection of str, optional
            Columns of the result. Default: all.
        """
        rows = np.arange(len(self.targets)) if train is None else train
        with self._lock:
            key = rows.tobytes()
            if key not in self._learned:
                self._learned[key] = self._learned_from(rows)
            whole = pd.concat([self.fixed, self._learned[key]], axis=1)
        order = list(self.features.families)
        ordered = sorted(whole.columns, key=lambda name: order.index(Column.named(name).family))
        return whole[[name for name in ordered if columns is None or name in columns]]

    def _learned_from(self, train: Ints) -> pd.DataFrame:
        """Return the features of all instances by the families that learn, fitted on some rows."""
        learned = self.features.select(learning=True)
        # In a small corpus, one fold may contain all expressions and a training part none.
        if learned.expressions is None:
            learned.expressions = bool(self.targets.is_expression.any())
        learned.learn(self.targets.take(train), self.rated[train])
        values = learned.measure(self.targets)
        return pd.DataFrame(values, columns=learned.get_feature_names_out())
