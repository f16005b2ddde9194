"""Train a feature set and an estimator on measured features."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from lcp.errors import InputError
from lcp.estimator_base import cloned
from lcp.estimators.multi_source import MultiSourceRegressor
from lcp.features.featureset import FeatureSet
from lcp.features.matrix import Matrix
from lcp.model.capabilities import ALL, LEARNER, Capabilities
from lcp.model.percentiles import percentiles
from lcp.model.state import FittedState
from lcp.model.training_record import made_with, trained_on
from lcp.task import TASKS

if TYPE_CHECKING:
    from lcp.arrays import Floats
    from lcp.estimators.regressor import Regressor
    from lcp.targets import Targets


def load_features(source: str | Path | FeatureSet) -> FeatureSet:
    """Return an unfitted copy of a feature set, or the one of a name or file.

    Raises
    ------
    InputError
        If it cannot be read, or has no families.
    """
    features = cloned(source) if isinstance(source, FeatureSet) else FeatureSet.load(source)
    if not features.families:
        raise InputError(
            "The feature set has no families.",
            where="features",
            hint='Name at least one family, as in FeatureSet({"length": {}}).',
        )
    return features


def load_regressor(source: Any, *, random_state: int, n_jobs: int | None) -> Regressor:
    """Return an unfitted copy of a regressor, or the one of a recipe.

    Raises
    ------
    InputError
        If the recipe cannot be read.
    """
    if hasattr(source, "fit"):
        from lcp.estimators.adapter import adapted

        return adapted(cloned(source))
    from lcp.estimators.loading import load_estimator

    return load_estimator(source, random_state=random_state, n_jobs=n_jobs)


def fit_state(
    targets: Targets,
    features: FeatureSet,
    estimator: Any,
    *,
    task: str,
    random_state: int,
    n_jobs: int | None,
    matrix: Floats | None = None,
) -> FittedState:
    """Return what is learned from rated targets.

    Parameters
    ----------
    targets : Targets
        Training instances with their ``complexity``.
    features : FeatureSet
        Feature set, which is fitted to the targets.
    estimator, task, random_state, n_jobs
        As for :class:`lcp.ComplexityModel`.
    matrix : ndarray of shape (n_instances, n_features), optional
        Features of the targets, if they have been computed.

    Raises
    ------
    InputError
        If there are no instances, or the estimator cannot be read or fitted.
    """
    if not len(targets):
        raise InputError("The table has no instances.", hint="Give rated instances.")
    rated = np.asarray(targets["complexity"])
    features.learn(targets, rated)
    if matrix is None:
        matrix = features.measure(targets)
    names = features.get_feature_names_out().tolist()
    regressor = load_regressor(estimator, random_state=random_state, n_jobs=n_jobs)
    regressor.fit(Matrix.of(matrix, names), rated)
    readers = tuple(dict.fromkeys(targets.readers))
    return FittedState(
        feature_set=features,
        estimator=regressor,
        estimator_name="custom" if hasattr(estimator, "fit") else Path(estimator).stem,
        random_state=random_state,
        capabilities=TASKS.find(task).capabilities(_capabilities(features, regressor), readers),
        quantiles=percentiles(features, targets, matrix),
        trained_on=trained_on(targets),
        made_with=made_with(features),
    )


def _capabilities(features: FeatureSet, estimator: Regressor) -> Capabilities:
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
