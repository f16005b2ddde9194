"""Features of instances, shared by models that are trained on different rows of them."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from lcp.base.caches import cached_property
from lcp.features.matrix import Matrix, Rows

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from lcp.base.array_types import Ints
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
        self._learned: dict[bytes, Matrix] = {}
        self._lock = Lock()

    @cached_property
    def _fixed(self) -> Matrix:
        """Features of all instances by the families that do not learn, computed once."""
        static = self.features.select(learning=False).learn(self.targets, self.rated)
        return static.measure(self.targets, progress=self._progress)

    @cached_property
    def _of_genre(self) -> FeatureSet:
        """The families that do not learn and whose features depend on the genre."""
        static = self.features.select(learning=False)
        names = [name for name, member in static.build().items() if member.of_genre]
        families = {name: static.families[name] for name in names}
        return replace(static, families=families, drop=()).learn(self.targets, self.rated)

    def matrix(self, train: Ints | None = None, columns: Collection[str] | None = None) -> Matrix:
        """Return the features of all instances, in the order of the feature set.

        Parameters
        ----------
        train : int array, optional
            Rows that the families that learn are fitted on, once for each set. Default: all.
        columns : collection of str, optional
            Columns of the result. Default: all.
        """
        with self._lock:
            return self._joined([self._fixed, self._learned_from(train)], columns)

    def of_unknown_genre(self, matrix: Matrix, test: Ints) -> Matrix:
        """Return the features of some instances as if their genre and source were unknown.

        Parameters
        ----------
        matrix : Matrix
            The features of all instances.
        test : int array
            Row numbers of the instances.
        """
        targets = self.targets.take(test).for_all(genre="").having(source=("",) * len(test))
        result = matrix.take(test)
        measured = self._of_genre.measure(targets)
        for number, name in enumerate(result.names):
            if name in measured.names:
                result.values[:, number] = measured.column(name)
        assert result.rows is not None  # noqa: S101 - for the type checker
        return replace(result, rows=Rows.of(targets, result.rows.is_expression))

    def _joined(self, parts: list[Matrix], columns: Collection[str] | None) -> Matrix:
        """Return the columns of several matrices, in the order of the feature set."""
        whole = Matrix(
            np.hstack([part.values for part in parts]),
            tuple(column for part in parts for column in part.columns),
            parts[0].rows,
        )
        order = list(self.features.families)
        ordered = sorted(whole.columns, key=lambda column: order.index(column.family))
        names = map(str, ordered)
        return whole.select([name for name in names if columns is None or name in columns])

    def _learned_from(self, train: Ints | None) -> Matrix:
        """Return the features of all instances by the families that learn, fitted on some rows."""
        rows = np.arange(len(self.targets)) if train is None else train
        key = rows.tobytes()
        if key not in self._learned:
            learned = self.features.select(learning=True)
            # In a small corpus, one fold may contain all expressions and a training part none.
            if learned.expressions is None:
                learned.expressions = bool(self.targets.is_expression.any())
            learned.learn(self.targets.take(rows), self.rated[rows])
            self._learned[key] = learned.measure(self.targets)
        return self._learned[key]
