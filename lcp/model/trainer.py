"""Train a feature set and an estimator on measured features."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lcp.errors import InputError
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.features.featureset import FeatureSet
from lcp.features.matrix import Matrix
from lcp.model.capabilities import ALL, LEARNER, Capabilities
from lcp.model.percentiles import percentiles
from lcp.model.state import FittedState
from lcp.model.training_record import made_with, trained_on
from lcp.scikit_learn import cloned
from lcp.task import TASKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lcp.estimators.regressor import Regressor
    from lcp.targets import Targets

    Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Trainer:
    """The parameters of :class:`lcp.ComplexityModel`, with which it is trained."""

    features: str | Path | FeatureSet
    estimator: Any
    task: str
    random_state: int
    n_jobs: int | None

    def load_features(self) -> FeatureSet:
        """Return the unfitted feature set.

        Raises
        ------
        InputError
            If it cannot be read, or has no families.
        """
        source = self.features
        features = cloned(source) if isinstance(source, FeatureSet) else FeatureSet.load(source)
        if not features.families:
            raise InputError(
                "The feature set has no families.",
                where="features",
                hint='Name at least one family, as in FeatureSet({"length": {}}).',
            )
        return features

    def load_estimator(self) -> Regressor:
        """Return the unfitted estimator.

        Raises
        ------
        InputError
            If the recipe cannot be read.
        """
        if hasattr(self.estimator, "fit"):
            from lcp.estimators.adapter import adapted

            return adapted(cloned(self.estimator))
        from lcp.estimators.loading import load_estimator

        return load_estimator(self.estimator, random_state=self.random_state, n_jobs=self.n_jobs)

    def fit(
        self,
        targets: Targets,
        rated: Floats,
        features: FeatureSet,
        matrix: Floats | None = None,
    ) -> FittedState:
        """Return what is learned from rated targets.

        Parameters
        ----------
        targets : Targets
            Training instances.
        rated : ndarray of shape (n_instances,)
            Complexity from 0 to 1.
        features : FeatureSet
            Feature set, which is fitted to the targets.
        matrix : ndarray of shape (n_instances, n_features), optional
            Features of the targets, if they have been computed.

        Raises
        ------
        InputError
            If there are no instances, or the estimator cannot be fitted.
        """
        if not len(targets):
            raise InputError("The table has no instances.", hint="Give rated instances.")
        features.learn(targets, rated)
        if matrix is None:
            matrix = features.measure(targets)
        names = features.get_feature_names_out().tolist()
        estimator = self.load_estimator().fit(Matrix.of(matrix, names), rated)
        readers = tuple(dict.fromkeys(targets.readers))
        return FittedState(
            feature_set=features,
            estimator=estimator,
            estimator_name=self._estimator_name(),
            random_state=self.random_state,
            capabilities=TASKS.find(self.task).capabilities(
                _capabilities(features, estimator), readers
            ),
            quantiles=percentiles(features, targets, matrix),
            trained_on=trained_on(targets, rated),
            made_with=made_with(features),
        )

    def _estimator_name(self) -> str:
        return "custom" if hasattr(self.estimator, "fit") else Path(self.estimator).stem


def _capabilities(features: FeatureSet, estimator: Any) -> Capabilities:
    """Return what a trained model can rate."""
    readers = ["general", "native"]
    counts: dict[str, tuple[str, ...]] = {ALL: (ALL,)}
    if isinstance(estimator, MultiSourceRegressor) and estimator.shared_ is not None:
        readers.append(LEARNER)
        genres = tuple(getattr(features.families_["context"], "genres", ()))
        counts = {ALL: genres, LEARNER: ()}
    return Capabilities(
        readers=tuple(readers),
        expressions=features.multiword_,
        sentence_counts=counts,
        compared_within=features.rank_within,
    )
